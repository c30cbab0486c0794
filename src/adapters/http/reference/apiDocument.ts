import { Record, Struct } from "effect"
import { headerComponents, headersOfResponse } from "../answerHeaders.ts"
import { usualNameOf } from "../requests/requestIssues.ts"
import { meantByText, openSchema, plainSchema } from "./plainSchema.ts"
import type { Schema } from "./plainSchema.ts"
import { shareResponses } from "./sharedResponses.ts"
import type { Response as DescribedResponse } from "./sharedResponses.ts"
import { webhooks } from "./webhooks.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Schema
}

interface Described {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Described>
  readonly additionalProperties?: unknown
  readonly examples?: ReadonlyArray<unknown>
}

type Schemas = Readonly<Record<string, Described>>

interface Response extends DescribedResponse {
  readonly headers?: Readonly<Record<string, { readonly required: boolean }>>
}

export interface Operation {
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly "application/json": { readonly schema: Described } }
  }
  readonly responses: Readonly<Record<string, Response>>
  readonly security: ReadonlyArray<object>
}

interface Components {
  readonly schemas: Schemas
  readonly securitySchemes: { readonly bearer: object }
}

/** The parts of an OpenAPI document that are read here. */
interface ApiDocument {
  readonly components: Components
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly servers?: ReadonlyArray<{ readonly url: string }>
}

/** The examples of a request's body, or of each form that it may have. */
export const bodyExamples = ({ requestBody }: Operation, schemas: Schemas): ReadonlyArray<unknown> => {
  const schema = requestBody?.content["application/json"].schema ?? {}
  return [schema, ...(schema.anyOf ?? [])].flatMap(
    ({ $ref = "" }) => schemas[$ref.replace("#/components/schemas/", "")]?.examples ?? []
  )
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The shortest call: the first example of the body, and only the parameters in the path. */
const curl = (method: string, url: string, operation: Operation, schemas: Schemas): string => {
  const [example] = bodyExamples(operation, schemas)
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${url}`,
    ...(operation.security.length === 0 ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(example === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(example, null, 2))}`])
  ].join(" \\\n  ")
}

/** Moves the description from the schema to the parameter, where every program looks for it, and spells headers as usual. */
const describe = ({ schema, ...parameter }: Parameter) => {
  const { description, ...meant } = meantByText(schema)
  const name = usualNameOf(parameter.name)
  return { ...parameter, name, ...(description === undefined ? {} : { description }), schema: meant }
}

/** The framework lists what refuses a body with every operation of a group, also with those that read none. */
const possibleResponses = (method: string, { responses }: Operation) =>
  method === "get" ? Struct.omit(responses, ["413", "415"]) : responses

/** The responses with all their headers. The framework knows only those that an operation itself declares. */
const completeResponses = (method: string, operation: Operation) =>
  Record.map(possibleResponses(method, operation), (response, status) => ({
    ...openSchema(response),
    headers: headersOfResponse(Number(status), operation.security.length > 0, response.headers)
  }))

type Answered = Readonly<
  Record<
    string,
    { readonly responses: Readonly<Record<string, ReturnType<typeof completeResponses>[string]>> }
  >
>

/** The components that the responses' headers refer to. */
const headersIn = (paths: Readonly<Record<string, Answered>>): ReadonlySet<string> =>
  new Set(
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ headers }) => Object.values(headers).map(({ $ref }) => $ref))
  )

const namesIn = (value: object): ReadonlyArray<string> =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name)

/** The schemas that requests consist of. They stay closed: an unknown field is refused. */
const namesInRequests = ({ components: { schemas }, paths }: ApiDocument): ReadonlySet<string> => {
  const names = new Set<string>()
  const add = (value: object): void => {
    for (const name of namesIn(value)) {
      if (names.has(name)) continue
      names.add(name)
      add(schemas[name] ?? {})
    }
  }
  for (const { requestBody } of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    if (requestBody !== undefined) add(requestBody)
  }
  return names
}

/**
 * Adds what is needed by programs that show and try requests or generate code from the document. Samples that they make
 * themselves would send every optional header and parameter, and many of them know `bearer` only in lower case.
 */
const complete = (made: ApiDocument) => {
  const { components, paths, servers = [], ...document } = made
  const closed = namesInRequests(made)
  const completePaths = Record.map(paths, (operations, path) =>
    Record.map(operations, (operation, method) => ({
      ...operation,
      parameters: operation.parameters.map(describe),
      responses: completeResponses(method, operation),
      "x-codeSamples": [
        {
          lang: "Shell",
          label: "curl",
          source: curl(method, `${servers[0]?.url ?? ""}${path}`, operation, components.schemas)
        }
      ]
    }))
  )
  const { paths: sharedPaths, responses } = shareResponses(completePaths)
  return {
    ...document,
    components: {
      schemas: Record.map(components.schemas, (schema, name) =>
        closed.has(name) ? plainSchema(schema) : openSchema(plainSchema(schema))
      ),
      responses,
      headers: headerComponents(headersIn(completePaths)),
      securitySchemes: { bearer: { ...components.securitySchemes.bearer, scheme: "bearer" } }
    },
    paths: sharedPaths,
    webhooks,
    servers
  }
}

/** Keeps the page from sending optional parameters empty when a request is tried. Scalar's `x-disabled` does that. */
const leaveOutOptional = (parameter: Parameter) =>
  parameter.required ? parameter : { ...parameter, examples: { default: { "x-disabled": true } } }

const completeForPage = (document: ApiDocument, path: string) => {
  const { paths, ...rest } = complete(document)
  return {
    ...rest,
    paths: Record.map(paths, (operations) =>
      Record.map(operations, (operation) => ({
        ...operation,
        parameters: operation.parameters.map(leaveOutOptional)
      }))
    ),
    servers: [{ url: path }]
  }
}

/** The framework's OpenAPI document, whose type says nothing about its contents. */
type Made = Readonly<Record<string, unknown>>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the framework makes no other
const read = (document: Made) => document as unknown as ApiDocument

/** The document as `/openapi.json` serves it. */
export const completeDocument = (document: Made): Record<string, unknown> => complete(read(document))

/** The same for the page that shows it, where requests are tried at `path` on the page's own host. */
export const pageDocument = (document: Made, path: string): Record<string, unknown> =>
  completeForPage(read(document), path)
