import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api, apiVersion } from "./Api.ts"
import { PublicUrls } from "./problems/problems.ts"
import { makeServiceHealth } from "./server/serviceHealth.ts"

export const MetaHandlers = HttpApiBuilder.group(
  Api,
  "meta",
  Effect.fnUntraced(function* (handlers) {
    const { health } = yield* makeServiceHealth
    return handlers.handleAll({
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
  })
)
