import { Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import { failWith, Problem, PublicUrls } from "../problems/problems.ts"
import { mostIssues } from "./readJson.ts"
import { requestIssues, requestParts } from "./requestIssues.ts"
import type { RequestParts } from "./requestIssues.ts"

/** Answers a request that does not fit its schema with every issue that it has. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "prescreen/adapters/http/requests/RequestValidation",
  { error: [Problem("invalid_request"), Problem("internal_error")] }
) {}

/**
 * At most `mostIssues` of the issues, and a line that says how many more there are. `counted` is the number of issues
 * that were counted and not described.
 */
export const bounded = (issues: ReadonlyArray<string>, counted = 0): ReadonlyArray<string> => {
  const more = Math.max(0, issues.length - mostIssues) + counted
  return more === 0 ? issues : [...issues.slice(0, mostIssues), `body: has ${more} more issues`]
}

const placeOf = (issue: string): string => issue.slice(0, issue.indexOf(": "))

/**
 * Fails with everything that is wrong with the request, in all its parts. `further` are issues that are already known.
 */
export const failWithIssues = Effect.fnUntraced(function* (
  endpoint: HttpApiEndpoint.Top,
  parts: RequestParts,
  body: Option.Option<unknown>,
  further: ReadonlyArray<string> = []
) {
  const places = further.map(placeOf)
  const { lines, more } = requestIssues(endpoint, parts, body)
  // If `further` names a field or something inside it, that is the reason why the field does not fit.
  const named = (place: string) => places.some((other) => other === place || other.startsWith(`${place}.`))
  const issues = [...further, ...lines.filter((issue) => !named(placeOf(issue)))]
  return yield* failWith("invalid_request", { issues: bounded(issues, more) })
})

/** The body, which is known to be JSON; none if the endpoint takes no body. */
const bodyOf = (endpoint: HttpApiEndpoint.Top) =>
  endpoint.payload.size === 0
    ? Effect.succeed(Option.none<unknown>())
    : Effect.option(Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ json }) => json))

export const RequestValidationLayer = Layer.unwrap(
  Effect.gen(function* () {
    const urls = yield* PublicUrls
    return HttpApiMiddleware.layerSchemaErrorTransform(RequestValidation, (error, { endpoint }) => {
      if (error.kind === "Body" || error.kind === "ResponseHeaders") {
        return Effect.logError("An answer does not fit its own schema").pipe(
          Effect.andThen(failWith("internal_error")),
          Effect.provideService(PublicUrls, urls)
        )
      }
      return Effect.all([requestParts, bodyOf(endpoint)]).pipe(
        Effect.flatMap(([parts, body]) => failWithIssues(endpoint, parts, body)),
        Effect.provideService(PublicUrls, urls)
      )
    })
  })
)
