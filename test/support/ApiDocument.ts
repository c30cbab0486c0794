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

interface Header {
  readonly $ref?: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Response {
  readonly $ref?: string
  readonly content?: Content
  readonly headers?: Readonly<Record<string, Header>>
}

interface Described {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

interface Webhook {
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody: { readonly content: { readonly "application/json": { readonly schema: Schema } } }
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
    readonly headers: Readonly<Record<string, Header>>
  }
  readonly webhooks: Readonly<Record<string, { readonly post: Webhook }>>
}

export interface Answer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
}

/** Headers that are HTTP's and in no description. */
const ofHttp = new Set([
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding"
])

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

/**
 * The same, without fields that it does not name. In an answer it allows any, so that later versions may have more;
 * those of this version are all in the document. A problem may have some besides, and so may each part of `allOf`.
 */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== "object" || value === null) return value
  const parts = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === "examples" || name === "allOf" || name.endsWith("_problem") ? part : closed(part)
    ])
  )
  const isOpen = parts["type"] === "object" && "properties" in parts && !("additionalProperties" in parts)
  return isOpen ? { ...parts, additionalProperties: false } : parts
}

const nameIn = ({ $ref = "" }: { readonly $ref?: string }): string => $ref.split("/").at(-1) ?? ""

/** What the document says of a service: what may be asked, and whether an answer is one that it promised. */
export const readApiDocument = (document: OpenApi) => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  addFormats.default(ajv)
  const { components, paths } = document
  const { headers, responses, schemas } = components
  ajv.addSchema({ $id: "document", components: closed(components), paths: closed(paths) })

  const complaintAboutHeader = (name: string, header: Header, value: string | undefined) => {
    const { required = false, schema = {} } = headers[nameIn(header)] ?? header
    if (value === undefined) return required ? `without ${name}` : undefined
    const meant = schema.type === "integer" && /^\d+$/.test(value) ? Number(value) : value
    return ajv.validate(schema, meant) ? undefined : `with ${name}: ${value}`
  }

  const complaintAboutHeaders = ({ headers: declared = {} }: Response, sent: Answer["headers"]) => {
    const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()))
    const unknown = Object.keys(sent).find((name) => !names.has(name) && !ofHttp.has(name))
    if (unknown !== undefined) return `with ${unknown}, which is not in the document`
    return Object.entries(declared)
      .map(([name, header]) => complaintAboutHeader(name, header, sent[name.toLowerCase()]?.toString()))
      .find((complaint) => complaint !== undefined)
  }

  const complaintAboutBody = (place: ReadonlyArray<string>, text: string) => {
    const validate = ajv.getSchema(`document#/${pointer([...place, "schema"])}`)
    if (validate === undefined) return "has no schema"
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return "is not JSON"
    }
    return validate(body) === true ? undefined : ajv.errorsText(validate.errors)
  }

  const find = (path: string, method: string, status: string) => {
    const written = paths[path]?.[method]?.responses[status]
    const shared = responses[nameIn(written ?? {})]
    return shared === undefined
      ? { response: written, place: ["paths", path, method, "responses", status] }
      : { response: shared, place: ["components", "responses", nameIn(written ?? {})] }
  }

  /** Why the answer is not one of those that the document promises; undefined when it is. */
  const complaintAbout = (
    { method, path }: Pick<Operation, "method" | "path">,
    { headers, status, text }: Answer
  ): string | undefined => {
    const { place, response } = find(path, method.toLowerCase(), String(status))
    if (response === undefined) return `${status} is not among the document's statuses`
    const contentType = String(headers["content-type"])
    const [mediaType = ""] = contentType.split(";")
    if (response.content?.[mediaType] === undefined)
      return `${status} as ${contentType} is not in the document`
    const complaint =
      complaintAboutBody([...place, "content", mediaType], text) ?? complaintAboutHeaders(response, headers)
    return complaint === undefined ? undefined : `${status} ${complaint}`
  }

  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split("/").at(-1)
    return name === undefined ? schema : (schemas[name] ?? {})
  }

  /** Why a call is not that webhook as the document describes it; undefined when it is. */
  const complaintAboutWebhook = (
    name: string,
    { body, headers: sent }: { readonly body: string; readonly headers: Answer["headers"] }
  ) => {
    const { parameters = [], requestBody } = document.webhooks[name]?.post ?? {}
    const missing = parameters.find((parameter) => sent[parameter.name.toLowerCase()] === undefined)
    if (missing !== undefined) return `without ${missing.name}`
    const payload = nameIn(requestBody?.content["application/json"].schema ?? {})
    const validate = ajv.getSchema(`document#/components/schemas/${payload}`)
    return validate?.(JSON.parse(body)) === true ? undefined : ajv.errorsText(validate?.errors)
  }

  return { operations: operationsOf(document), complaintAbout, complaintAboutWebhook, resolve }
}

export type ApiDocument = ReturnType<typeof readApiDocument>
