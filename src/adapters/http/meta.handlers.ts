import { Context, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ScreeningEngine } from "../../domain/screening/ScreeningEngine.ts"
import { DatabaseHealth } from "../../domain/shared/DatabaseHealth.ts"
import { Api, apiVersion } from "./Api.ts"
import { PublicUrls } from "./problems.ts"

/** Whether the operator has been told that the service is ready: what waits for that may want the keys told with it. */
export class Announcement extends Context.Service<
  Announcement,
  { readonly isMade: Effect.Effect<boolean> }
>()("prescreen/adapters/http/Announcement") {}

const health = Effect.gen(function* () {
  const [announced, database, engine] = yield* Effect.all(
    [
      (yield* Announcement).isMade,
      (yield* DatabaseHealth).isReachable,
      Effect.orElseSucceed((yield* ScreeningEngine).health, () => null)
    ],
    { concurrency: 3 }
  )
  return {
    ok: announced && database && engine !== null,
    version: apiVersion,
    engine: engine ?? "unreachable"
  }
})

export const MetaHandlers = HttpApiBuilder.group(Api, "meta", (handlers) =>
  handlers.handleAll({
    info: Effect.fnUntraced(function* () {
      const { service } = yield* PublicUrls
      return {
        name: "Prescreen",
        version: apiVersion,
        docs: `${service}/docs`,
        openapi: `${service}/openapi.json`,
        health: `${service}/health`
      }
    }),
    health: () => health,
    ready: () =>
      Effect.filterOrFail(
        health,
        ({ ok }) => ok,
        (state) => state
      )
  })
)
