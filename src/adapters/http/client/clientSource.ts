import { comment, pascalCase, typeOf } from "./typeOf.ts"
import type { JsonSchema } from "./typeOf.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly tags: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content; readonly required: boolean }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** The parts of an OpenAPI document that the client is made from. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

interface Route extends Operation {
  readonly method: string
  readonly path: string
}

/** Health checks and the like are for load balancers. */
const isForIntegrators = ({ tags }: Operation): boolean => !tags.includes("Service")

const routesOf = ({ paths }: Description): ReadonlyArray<Route> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isForIntegrators(operation))
      .map(([method, operation]) => Object.assign({ path, method: method.toUpperCase() }, operation))
  )

const declaration = (name: string, schema: JsonSchema): string => {
  const type = typeOf(schema)
  const start =
    schema.anyOf === undefined && type.startsWith("{")
      ? `interface ${pascalCase(name)} `
      : `type ${pascalCase(name)} = `
  return `${comment(schema.description)}export ${start}${type}\n`
}

/** In a query everything is text; the client takes the type that is meant. */
const queryType = ({ schema }: Parameter): string => {
  const isBoolean = schema.enum?.every((value) => value === "true" || value === "false") ?? false
  return isBoolean ? "boolean" : typeOf(schema)
}

const parametersOf = ({ parameters }: Route, place: string) =>
  parameters.filter((parameter) => parameter.in === place)

const queryName = ({ operationId }: Route): string => `${pascalCase(operationId)}Query`

const queryDeclaration = (route: Route): string => {
  const lines = parametersOf(route, "query").map(
    (parameter) =>
      `${comment(parameter.description)}readonly ${parameter.name}?: ${queryType(parameter)} | undefined\n`
  )
  return lines.length === 0 ? "" : `export interface ${queryName(route)} {\n${lines.join("")}}\n`
}

const schemaOf = (content: Content | undefined): JsonSchema | undefined =>
  content?.["application/json"]?.schema

/** The answer's type, and the type of an item if the answer is a page. */
const answerOf = ({ responses }: Route, { schemas }: Description["components"]) => {
  const [content] = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith("2") ? [response.content] : []
  )
  const schema = schemaOf(content) ?? {}
  const named = schemas[schema.$ref?.replace("#/components/schemas/", "") ?? ""]
  const item = named?.properties?.["next_cursor"] && named.properties["data"]?.items
  return { type: typeOf(schema), item: item && typeOf(item) }
}

const template = (path: string) =>
  path.includes("{") ? `\`${path.replaceAll(/\{(\w+)\}/g, "${encodeURIComponent($1)}")}\`` : `"${path}"`

const bodyParameter = (body: JsonSchema | undefined, isRequired: boolean): ReadonlyArray<string> =>
  body === undefined ? [] : [`body${isRequired ? "" : "?"}: ${typeOf(body)}`]

const methodsOf = (route: Route, components: Description["components"]): string => {
  const { operationId, method, path, requestBody, summary } = route
  const name = operationId.split(".").at(-1) ?? operationId
  const ids = parametersOf(route, "path").map(({ name, schema }) => `${name}: ${typeOf(schema)}`)
  const body = schemaOf(requestBody?.content)
  const hasQuery = parametersOf(route, "query").length > 0
  const takesKey = parametersOf(route, "header").some(({ name }) => name === "Idempotency-Key")
  const parameters = [
    ...ids,
    ...bodyParameter(body, requestBody?.required === true),
    ...(hasQuery ? [`query: ${queryName(route)} = {}`] : []),
    `options?: ${takesKey ? "ScreeningOptions" : "CallOptions"}`
  ]
  const operation = [
    `method: "${method}"`,
    `path: ${template(path)}`,
    ...(body === undefined ? [] : ["body"]),
    ...(hasQuery ? ["query"] : []),
    ...(takesKey ? ["idempotencyKey: true"] : [])
  ]
  const { item, type } = answerOf(route, components)
  const call = `${comment(summary)}${name}: (${parameters.join(", ")}): Promise<${type}> =>\n  call({ ${operation.join(", ")} }, options)`
  if (item === undefined) return call
  const pages = `itemsOf((cursor) => call<${type}>({ ${operation.join(", ")} }, options))`
  return `${call},\n/** Every one of them, page after page. */\neach: (${parameters.join(", ")}): AsyncGenerator<${item}, void, undefined> =>\n  ${pages.replace(", query", ", query: { ...query, ...cursor }")}`
}

/** The check is a method of the client itself; all others are grouped as their operations are. */
const groupsOf = (routes: ReadonlyArray<Route>, components: Description["components"]): string => {
  const groups = Object.groupBy(routes, ({ operationId }) => operationId.split(".")[0] ?? "")
  return Object.entries(groups)
    .map(([group, members = []]) => {
      const methods = members.map((route) => methodsOf(route, components)).join(",\n")
      return group === "screening" ? methods : `${group}: {\n${methods}\n}`
    })
    .join(",\n")
}

const notice = "// Generated from the API's description by `npm run client:build`."

/** The client's types and methods, as the texts of two files in `src/client` before they are formatted. */
export const clientSource = (
  description: Description
): Readonly<Record<"api.ts" | "operations.ts", string>> => {
  const routes = routesOf(description)
  const { schemas } = description.components
  const names = Object.keys(schemas)
    .filter((name) => !["Health", "ServiceInfo"].includes(name))
    .toSorted((one, other) => pascalCase(one).localeCompare(pascalCase(other), "en"))
  const problems = names.filter((name) => name.endsWith("_problem")).map(pascalCase)
  const types = [
    notice,
    ...names.map((name) => declaration(name, schemas[name] ?? {})),
    `export type Problem = ${problems.join(" | ")}\n`,
    'export type ProblemCode = Problem["code"]\n',
    ...routes.map(queryDeclaration).filter((text) => text !== "")
  ].join("\n")
  const groups = groupsOf(routes, description.components)
  const used = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(groups))
  const methods = [
    notice,
    `import type { ${used.toSorted().join(", ")} } from "./api.ts"`,
    'import type { Call, CallOptions, ScreeningOptions } from "./call.ts"',
    'import { itemsOf } from "./pages.ts"\n',
    "/** A method for each operation. */",
    `export const operations = (call: Call) => ({\n${groups}\n})\n`
  ].join("\n")
  return { "api.ts": types, "operations.ts": methods }
}
