import addFormats from "ajv-formats"
import { Ajv2020 } from "ajv/dist/2020.js"

/** A schema as far as requests are made from it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<string | number>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly format?: string
  readonly pattern?: string
}

export interface Parameter {
  readonly in: "path" | "query" | "header"
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Operation {
  readonly method: string
  /** With names in braces. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: Schema | undefined
  readonly statuses: ReadonlyArray<string>
}

interface Described {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const pointer = (words: ReadonlyArray<string>) =>
  words.map((word) => encodeURIComponent(word.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")

const operationsOf = ({ paths }: OpenApi): ReadonlyArray<Operation> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content["application/json"]?.schema,
      statuses: Object.keys(responses)
    }))
  )

/** What the document says of a service: what may be asked, and whether an answer is one that it promised. */
export const readApiDocument = (document: OpenApi) => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: "document" })

  /** Why the answer is not one of those that the document promises; undefined when it is. */
  const complaintAbout = (
    { method, path }: Pick<Operation, "method" | "path">,
    answer: { readonly status: number; readonly contentType: string; readonly text: string }
  ): string | undefined => {
    const { contentType, status, text } = answer
    const described = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]
    if (described === undefined) return `${status} is not among the document's statuses`
    const [mediaType = ""] = contentType.split(";")
    if (described.content?.[mediaType] === undefined)
      return `${status} as ${contentType} is not in the document`
    const place = ["paths", path, method.toLowerCase(), "responses", String(status), "content", mediaType]
    const validate = ajv.getSchema(`document#/${pointer([...place, "schema"])}`)
    if (validate === undefined) return `${status} has no schema`
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return `${status} is not JSON`
    }
    return validate(body) === true ? undefined : `${status}: ${ajv.errorsText(validate.errors)}`
  }

  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split("/").at(-1)
    return name === undefined ? schema : (document.components.schemas[name] ?? {})
  }

  return { operations: operationsOf(document), complaintAbout, resolve }
}

export type ApiDocument = ReturnType<typeof readApiDocument>
