import { Context, Effect, Fiber } from "effect"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import { DatabaseHealth } from "../../../domain/shared/DatabaseHealth.ts"
import { cachedFor } from "../../../domain/shared/steadyClock.ts"
import { apiVersion } from "../Api.ts"

/** Whether the operator has been told that the service is ready: what waits for that may want the keys told with it. */
export class Announcement extends Context.Service<
  Announcement,
  { readonly isMade: Effect.Effect<boolean> }
>()("prescreen/adapters/http/server/Announcement") {}

/** How long the answer of the database and of the engine is passed on to whoever else asks. */
const goodFor = "1 second"

/**
 * Tells whether checks can be answered now. Anybody may ask, without a key and as often as they like, so the database
 * and the engine are asked once for all who ask at a time, and are then left alone for a while.
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
  // Apart from who asks: once all of them had gone, what they wait for would be given up and begun anew by the next.
  const answers = Effect.flatMap(Effect.forkDetach(asked), Fiber.join)

  return Effect.gen(function* () {
    const { database, engine } = yield* answers
    const announced = yield* announcement.isMade
    return {
      ok: announced && database && engine !== null,
      version: apiVersion,
      engine: engine ?? "unreachable"
    }
  })
})
