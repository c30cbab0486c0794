import { Effect, Layer, SchemaIssue } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { HttpApiError } from "effect/http-api"
import { failWith, Problem, PublicUrls } from "./problems.ts"

/** Answers a request that does not fit its schema with every place where it does not. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "prescreen/adapters/http/RequestValidation",
  { error: [Problem("invalid_request"), Problem("internal_error")] }
) {}

/** A hostile body could have as many issues as it has bytes. */
const mostIssues = 100

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return "is required"
    if (issue._tag === "UnexpectedKey") return "is not a known field"
    return SchemaIssue.defaultLeafHook(issue)
  }
})

const headerNames: Readonly<Record<string, string>> = {
  "idempotency-key": "Idempotency-Key",
  "x-service-dry-run": "X-Service-Dry-Run"
}

const place = (kind: HttpApiError.HttpApiSchemaError["kind"], path: ReadonlyArray<string>): string => {
  if (kind === "Headers") return `header ${headerNames[path[0] ?? ""] ?? path.join(".")}`
  if (kind === "Query") return ["query", ...path].join(".")
  if (kind === "Params") return ["path", ...path].join(".")
  return path.length === 0 ? "body" : path.join(".")
}

const toIssues = ({ cause, kind }: HttpApiError.HttpApiSchemaError): ReadonlyArray<string> => {
  const issues = formatIssues(cause.issue).issues.map(({ message, path = [] }) => {
    const segments = path.map((segment) => String(typeof segment === "object" ? segment.key : segment))
    return `${place(kind, segments)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
  })
  return issues.length <= mostIssues
    ? issues
    : [...issues.slice(0, mostIssues), `body: has ${issues.length - mostIssues} more issues`]
}

export const RequestValidationLayer = Layer.unwrap(
  Effect.gen(function* () {
    const urls = yield* PublicUrls
    return HttpApiMiddleware.layerSchemaErrorTransform(RequestValidation, (error) => {
      if (error.kind === "Body" || error.kind === "ResponseHeaders") {
        return Effect.logError("An answer does not fit its own schema").pipe(
          Effect.andThen(failWith("internal_error")),
          Effect.provideService(PublicUrls, urls)
        )
      }
      return failWith("invalid_request", { issues: toIssues(error) }).pipe(
        Effect.provideService(PublicUrls, urls)
      )
    })
  })
)
