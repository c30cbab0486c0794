import { Effect, Option, Result, Schema, SchemaAST, SchemaIssue } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { shorten } from "./readJson.ts"

type Slot = "path" | "header" | "query" | "body"

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return "is required"
    if (issue._tag === "UnexpectedKey") return "is not a known field"
    // Not the name that the object has in the API's description, which says nothing to who sent something else.
    if (issue._tag === "InvalidType" && SchemaAST.isObjects(issue.ast)) return "expected object"
    return SchemaIssue.defaultLeafHook(issue)
  }
})

/** Headers reach us in lower case; people write them so. */
const headerNames: Readonly<Record<string, string>> = {
  "idempotency-key": "Idempotency-Key",
  "x-service-dry-run": "X-Service-Dry-Run"
}

const place = (slot: Slot, path: ReadonlyArray<string>): string => {
  if (slot === "header") return `header ${headerNames[path[0] ?? ""] ?? path.join(".")}`
  if (slot === "body") return path.length === 0 ? "body" : path.join(".")
  return [slot, ...path].join(".")
}

const describe = (slot: Slot, { issue }: Schema.SchemaError): ReadonlyArray<string> =>
  formatIssues(issue).issues.map(({ message, path = [] }) => {
    const segments = path.map((segment) =>
      shorten(String(typeof segment === "object" ? segment.key : segment))
    )
    return `${place(slot, segments)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
  })

const strict = { errors: "all", onExcessProperty: "error" } as const

const issuesOf = (slot: Slot, schema: Schema.Top | undefined, value: unknown): ReadonlyArray<string> => {
  if (schema === undefined) return []
  const codec = slot === "query" ? Schema.toCodecArrayFromSingle(schema) : schema
  const decode = Schema.decodeUnknownResult(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no schema of a request needs a service
    codec as Schema.Codec<unknown, unknown>,
    slot === "header" ? { errors: "all" } : strict
  )
  const result = decode(value)
  return Result.isFailure(result) ? describe(slot, result.failure) : []
}

/**
 * Everything that is wrong with a request, in all its parts at once: path, headers, query and, when it could be
 * read, the body. The framework stops at the first part that does not fit.
 */
export const requestIssues = Effect.fnUntraced(function* (
  endpoint: HttpApiEndpoint.Top,
  body: Option.Option<unknown>
) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  const query = yield* HttpServerRequest.ParsedSearchParams
  const [content] = endpoint.payload.values()
  const [payload] = content?.schemas ?? []
  return [
    ...issuesOf("path", endpoint.params, params),
    ...issuesOf("header", endpoint.headers, headers),
    ...issuesOf("query", endpoint.query, query),
    ...(Option.isSome(body) && Schema.isSchema(payload) ? issuesOf("body", payload, body.value) : [])
  ]
})
