import { Context, Effect, Fiber } from "effect"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import { DatabaseHealth } from "../../../domain/shared/DatabaseHealth.ts"
import { cachedFor } from "../../../domain/shared/steadyClock.ts"
import { apiVersion } from "../Api.ts"

/**
 * Whether the operator has been told that the service is ready. Until then `GET /ready` says that it is not: a script
 * that waits for it may need the keys that are printed with that message.
 */
export class Announcement extends Context.Service<
  Announcement,
  { readonly isMade: Effect.Effect<boolean> }
>()("prescreen/adapters/http/server/Announcement") {}

/** How long an answer of the database and the engine is reused. */
const goodFor = "1 second"

/**
 * Tells whether checks can be answered now. Anybody may ask, without a key and as often as they like. Therefore the
 * database and the engine are asked once for all requests that wait, and the answer is reused for `goodFor`.
 */
export const makeServiceHealth = Effect.gen(function* () {
  const announcement = yield* Announcement
  const database = yield* DatabaseHealth
  const engine = yield* ScreeningEngine

  const asked = yield* Effect.all(
    {
      database: database.isReachable,
      engine: Effect.orElseSucceed(engine.health, () => null)
    },
    { concurrency: 2 }
  ).pipe(cachedFor(goodFor))
  // Detached from the requests: if all waiting clients went away, the lookup would otherwise be interrupted and started
  // again by the next one.
  const answers = Effect.flatMap(Effect.forkDetach(asked), Fiber.join)

  return {
    health: Effect.gen(function* () {
      const { database, engine } = yield* answers
      const announced = yield* announcement.isMade
      return {
        ok: announced && database && engine !== null,
        version: apiVersion,
        engine: engine ?? "unreachable"
      }
    })
  }
})
