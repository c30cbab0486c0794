import { Array, Effect, Option, Result, Schema, SchemaAST, SchemaIssue, Struct } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { notStorable } from "../schemas/text.ts"
import { mostIssues, shorten } from "./readJson.ts"
import { wholeIssues } from "./wholeIssues.ts"

/** The parts of a request, in the order in which their issues are reported. */
export const slots = ["path", "header", "query", "body"] as const
type Slot = (typeof slots)[number]

/**
 * What the schema expects, in words for the client. The schema's own name, in this code or in the API's description,
 * would tell the client nothing.
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

const headerNames: Readonly<Record<string, string>> = {
  "idempotency-key": "Idempotency-Key",
  "x-service-dry-run": "X-Service-Dry-Run"
}

/** The usual spelling of a header's name, which Node gives in lower case. */
export const usualNameOf = (header: string): string => headerNames[header] ?? header

const place = (slot: Slot, path: ReadonlyArray<string>): string => {
  if (slot === "header") return `header ${usualNameOf(path.join("."))}`
  if (slot === "body") return path.length === 0 ? "body" : path.join(".")
  return [slot, ...path].join(".")
}

/** In a URL, such text is either NUL or bytes that are not UTF-8. */
const notStorableInUrl = "must be percent-encoded UTF-8 without NUL"

const describe = (slot: Slot, issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  formatIssues(issue).issues.map(({ message: said, path = [] }) => {
    const isUrl = slot === "path" || slot === "query"
    const message = isUrl && said === notStorable ? notStorableInUrl : said
    const segments = path.map((segment) =>
      shorten(String(typeof segment === "object" ? segment.key : segment))
    )
    return `${place(slot, segments)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
  })

/** An issue in words for the client, and the part of the request that has it. */
export interface ReportedIssue {
  readonly slot: Slot
  readonly line: string
}

export const issueOfBody = (line: string): ReportedIssue => ({ slot: "body", line })

/**
 * A request's issues as they are reported. A body can have a hundred thousand, and describing one costs more than
 * finding it, so those past the limit are only counted.
 */
export interface ReportedIssues {
  readonly issues: ReadonlyArray<ReportedIssue>
  /** How many more issues each part has; nothing of a part that has no more. */
  readonly more: ReadonlyMap<Slot, number>
}

const countOf = (issue: SchemaIssue.Issue): number => {
  if (issue._tag === "Pointer") return countOf(issue.issue)
  if (issue._tag !== "Composite") return 1
  return issue.issues.reduce((count, inner) => count + countOf(inner), 0)
}

const makeIssueCollector = () => {
  const lines = new Map<string, Slot>()
  const more = new Map<Slot, number>()
  const addLine = (slot: Slot, line: string): void => {
    if (!lines.has(line)) lines.set(line, slot)
  }
  const add = (slot: Slot, issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey> = []): void => {
    if (lines.size >= mostIssues) more.set(slot, (more.get(slot) ?? 0) + countOf(issue))
    else if (issue._tag === "Pointer") add(slot, issue.issue, [...path, ...issue.path])
    else if (issue._tag === "Composite") for (const inner of issue.issues) add(slot, inner, path)
    else for (const line of describe(slot, new SchemaIssue.Pointer(path, issue))) addLine(slot, line)
  }
  return {
    add,
    addLine,
    collected: (): ReportedIssues => ({ issues: [...lines].map(([line, slot]) => ({ slot, line })), more })
  }
}

type IssueCollector = ReturnType<typeof makeIssueCollector>

const strict = { errors: "all", onExcessProperty: "error" } as const

/** Why a value does not fit its schema; undefined if it does. */
const issueOf = (slot: Slot, schema: Schema.Top, value: unknown): SchemaIssue.Issue | undefined => {
  const codec = slot === "query" ? Schema.toCodecArrayFromSingle(schema) : schema
  const decode = Schema.decodeUnknownResult(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no schema of a request needs a service
    codec as Schema.Codec<unknown, unknown>,
    slot === "header" ? { errors: "all" } : strict
  )
  const result = decode(value)
  return Result.isSuccess(result) ? undefined : result.failure.issue
}

const collectFrom = (
  collector: IssueCollector,
  slot: Slot,
  schema: Schema.Top | undefined,
  value: unknown
): void => {
  const issue = schema === undefined ? undefined : issueOf(slot, schema, value)
  if (issue !== undefined) collector.add(slot, issue)
}

const namesIn = ({ ast }: Schema.Top): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** No parameter takes several values. If a known one is given more than once, nothing else is reported about it. */
const collectFromQuery = (
  collector: IssueCollector,
  schema: Schema.Top | undefined,
  query: RequestParts["query"]
): void => {
  const repeated = schema === undefined ? [] : namesIn(schema).filter((name) => Array.isArray(query[name]))
  collectFrom(collector, "query", schema, Struct.omit(query, repeated))
  for (const name of repeated) collector.addLine("query", `query.${name}: is given more than once`)
}

/** What is wrong with a body that fits none of its schemas, as seen by the first of them. */
const collectFromBody = (
  collector: IssueCollector,
  schemas: ReadonlyArray<Schema.Top>,
  value: unknown
): void => {
  const [first, ...others] = schemas
  if (first === undefined || others.some((other) => issueOf("body", other, value) === undefined)) return
  const issue = issueOf("body", first, value)
  if (issue === undefined) return
  collector.add("body", issue)
  for (const whole of wholeIssues(first.ast, value)) collector.add("body", whole)
}

/**
 * The schema of a query or a body that an endpoint does not take. It allows no field, so that a typo does not go
 * unnoticed.
 */
export const NoFields = Schema.Record(
  Schema.String,
  Schema.Never.annotate({ message: "is not a known field" })
)

/** All parts of a request except its body. */
export interface RequestParts {
  /** By name, in lower case. */
  readonly headers: object
  readonly query: Readonly<Record<string, unknown>>
  /** The values of the path's parameters. */
  readonly params: Readonly<Record<string, string | undefined>>
}

/** The parts of the request that the framework is handling. */
export const requestParts = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  const query = yield* HttpServerRequest.ParsedSearchParams
  return { headers, params, query } satisfies RequestParts
})

/**
 * Everything that is wrong with a request, in all its parts at once: path, headers, query and, if it could be read, the
 * body. The framework itself stops at the first part that does not fit.
 */
export const requestIssues = (
  endpoint: HttpApiEndpoint.Top,
  { headers, params, query }: RequestParts,
  body: Option.Option<unknown>
): ReportedIssues => {
  const [content] = endpoint.payload.values()
  const schemas = (content?.schemas ?? [NoFields]).filter((schema) => Schema.isSchema(schema))
  const collector = makeIssueCollector()
  collectFrom(collector, "path", endpoint.params, params)
  collectFrom(collector, "header", endpoint.headers, headers)
  collectFromQuery(collector, endpoint.query, query)
  if (Option.isSome(body)) collectFromBody(collector, schemas, body.value)
  return collector.collected()
}
