import { Record } from "effect"

interface Parameter {
  readonly required: boolean
}

interface Described {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Described>
  readonly examples?: ReadonlyArray<unknown>
}

type Schemas = Readonly<Record<string, Described>>

export interface Operation {
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly "application/json": { readonly schema: Described } }
  }
  readonly security: ReadonlyArray<object>
}

interface Components {
  readonly schemas: Schemas
  readonly securitySchemes: { readonly bearer: object }
}

/** As much of an OpenAPI document as is looked at. */
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

/** The shortest call: the first example of the body, and of the parameters only those in the path. */
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

/** What tries requests by the document would send optional parameters empty, but for Scalar's `x-disabled`. */
const leaveOutOptional = (parameter: Parameter): Parameter =>
  parameter.required ? parameter : Object.assign({ examples: { default: { "x-disabled": true } } }, parameter)

/**
 * Adds what programs that show and try requests need. Their own samples would send every optional header and
 * parameter, and many of them do not know `Bearer` but in lower case.
 */
const complete = ({ components, paths, servers = [], ...document }: ApiDocument) => ({
  ...document,
  components: {
    ...components,
    securitySchemes: { bearer: { ...components.securitySchemes.bearer, scheme: "bearer" } }
  },
  paths: Record.map(paths, (operations, path) =>
    Record.map(operations, (operation, method) => ({
      ...operation,
      parameters: operation.parameters.map(leaveOutOptional),
      "x-codeSamples": [
        {
          lang: "Shell",
          label: "curl",
          source: curl(method, `${servers[0]?.url ?? ""}${path}`, operation, components.schemas)
        }
      ]
    }))
  ),
  servers
})

/** The framework's OpenAPI document, whose type says nothing of what it holds. */
export const completeDocument = (document: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the framework makes no other
  complete(document as unknown as ApiDocument)
