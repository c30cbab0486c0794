import { Array, Effect, Option, Result, Schema, SchemaAST, SchemaIssue, Struct } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { shorten } from "./readJson.ts"
import { wholeIssues } from "./wholeIssues.ts"

type Slot = "path" | "header" | "query" | "body"

/**
 * What should stand there, in words: not the name that the schema has among us or in the API's description, which says
 * nothing to who sent something else.
 */
const expectedBy = ({ ast }: SchemaIssue.InvalidType): string | undefined => {
  const expected = ast.annotations?.["expected"]
  if (typeof expected === "string") return `expected ${expected}`
  return ast._tag === "Objects" ? "expected object" : undefined
}

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    const expected = issue._tag === "InvalidType" ? expectedBy(issue) : undefined
    if (expected !== undefined) return expected
    if (issue._tag === "MissingKey") return "is required"
    if (issue._tag === "UnexpectedKey") return "is not a known field"
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

const describe = (slot: Slot, issue: SchemaIssue.Issue): ReadonlyArray<string> =>
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
  if (Result.isSuccess(result)) return []
  const wholes = slot === "body" ? wholeIssues(schema.ast, value) : []
  return Array.dedupe([result.failure.issue, ...wholes].flatMap((issue) => describe(slot, issue)))
}

const namesIn = ({ ast }: Schema.Top): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** No parameter takes several values: of one that is known and given more than once, that is all that is said. */
const queryIssues = (schema: Schema.Top | undefined, query: RequestParts["query"]): ReadonlyArray<string> => {
  const repeated = schema === undefined ? [] : namesIn(schema).filter((name) => Array.isArray(query[name]))
  return [
    ...issuesOf("query", schema, Struct.omit(query, repeated)),
    ...repeated.map((name) => `query.${name}: is given more than once`)
  ]
}

/** What is wrong with a body that fits none of the schemas that there are for it, as the first of them sees it. */
const bodyIssues = (schemas: ReadonlyArray<Schema.Top>, value: unknown): ReadonlyArray<string> => {
  const [issues = [], ...others] = schemas.map((schema) => issuesOf("body", schema, value))
  return others.some((other) => other.length === 0) ? [] : issues
}

/** What an endpoint that takes no query, or no body, may be sent. */
export const NoFields = Schema.Record(
  Schema.String,
  Schema.Never.annotate({ message: "is not a known field" })
)

/** All of a request but its body. */
export interface RequestParts {
  /** By their names in lower case. */
  readonly headers: object
  readonly query: Readonly<Record<string, unknown>>
  /** What stands in the path's places. */
  readonly params: Readonly<Record<string, string | undefined>>
}

/** The parts of the request that the framework is at. */
export const requestParts = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  const query = yield* HttpServerRequest.ParsedSearchParams
  return { headers, params, query } satisfies RequestParts
})

/**
 * Everything that is wrong with a request, in all its parts at once: path, headers, query and, when it could be
 * read, the body. The framework stops at the first part that does not fit.
 */
export const requestIssues = (
  endpoint: HttpApiEndpoint.Top,
  { headers, params, query }: RequestParts,
  body: Option.Option<unknown>
): ReadonlyArray<string> => {
  const [content] = endpoint.payload.values()
  const schemas = (content?.schemas ?? [NoFields]).filter((schema) => Schema.isSchema(schema))
  return [
    ...issuesOf("path", endpoint.params, params),
    ...issuesOf("header", endpoint.headers, headers),
    ...queryIssues(endpoint.query, query),
    ...(Option.isSome(body) ? bodyIssues(schemas, body.value) : [])
  ]
}
