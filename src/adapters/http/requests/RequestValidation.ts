import { Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import { failWith, Problem, PublicUrls } from "../problems/problems.ts"
import { mostIssues } from "./readJson.ts"
import { issueOfBody, requestIssues, requestParts, slots } from "./requestIssues.ts"
import type { ReportedIssue, ReportedIssues, RequestParts } from "./requestIssues.ts"

/** Answers a request that does not fit its schema with every issue that it has. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "prescreen/adapters/http/requests/RequestValidation",
  { error: [Problem("invalid_request"), Problem("internal_error")] }
) {}

/**
 * At most `mostIssues` of the issues, and a line for each part of the request that has more, which says how many.
 * `counted` are those that were counted and not described.
 */
const bounded = (
  issues: ReadonlyArray<ReportedIssue>,
  counted: ReportedIssues["more"] = new Map()
): ReadonlyArray<string> => {
  const cut = Map.groupBy(issues.slice(mostIssues), ({ slot }) => slot)
  const more = slots
    .map((slot) => [slot, (cut.get(slot)?.length ?? 0) + (counted.get(slot) ?? 0)] as const)
    .filter(([, many]) => many > 0)
  return [
    ...issues.slice(0, mostIssues).map(({ line }) => line),
    ...more.map(([slot, many]) => `${slot}: has ${many} more issues`)
  ]
}

/** The same for issues that are all the body's. */
export const boundedOfBody = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  bounded(lines.map(issueOfBody))

const placeOf = ({ line }: ReportedIssue): string => line.slice(0, line.indexOf(": "))

/**
 * Fails with everything that is wrong with the request, in all its parts. `further` are issues of the body that are
 * already known.
 */
export const failWithIssues = Effect.fnUntraced(function* (
  endpoint: HttpApiEndpoint.Top,
  parts: RequestParts,
  body: Option.Option<unknown>,
  further: ReadonlyArray<string> = []
) {
  const known = further.map(issueOfBody)
  const places = known.map(placeOf)
  const { issues, more } = requestIssues(endpoint, parts, body)
  // If `further` names a field or something inside it, that is the reason why the field does not fit.
  const named = (place: string) => places.some((other) => other === place || other.startsWith(`${place}.`))
  const others = issues.filter((issue) => !named(placeOf(issue)))
  return yield* failWith("invalid_request", { issues: bounded([...known, ...others], more) })
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
