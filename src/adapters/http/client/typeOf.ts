/** The keywords of a JSON schema that matter to a type. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: "string" | "number" | "integer" | "boolean" | "null" | "array" | "object"
  readonly enum?: ReadonlyArray<string | number>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly description?: string
}

/** Keywords that the type expresses and, in the second line, keywords that a type cannot express. */
const keywords = new Set(
  (
    "$ref type enum anyOf items properties required additionalProperties description " +
    "minimum maximum minLength maxLength minItems maxItems uniqueItems pattern format default examples"
  ).split(" ")
)

/** A documentation comment with this text; empty if there is none. */
export const comment = (text: string | undefined): string =>
  text === undefined ? "" : `/** ${text.replaceAll("*/", "* /")} */\n`

/** `rate_limited_problem` and `decisions.list` as names of types: `RateLimitedProblem` and `DecisionsList`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const primitives = { string: "string", number: "number", integer: "number", boolean: "boolean", null: "null" }

const recordOf = ({ additionalProperties = true }: JsonSchema): string => {
  const values = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown"
  return `Readonly<Record<string, ${values}>>`
}

const objectOf = (schema: JsonSchema): string => {
  const { properties, required = [] } = schema
  if (properties === undefined) return recordOf(schema)
  const lines = Object.entries(properties).map(
    ([name, property]) =>
      `${comment(property.description)}readonly "${name}"${required.includes(name) ? "" : "?"}: ${typeOf(property)}\n`
  )
  return `{\n${lines.join("")}}`
}

/**
 * The TypeScript type of a value. Throws if the schema has an unknown keyword, because the type might then say less
 * than the description.
 */
export const typeOf = (schema: JsonSchema): string => {
  const unknown = Object.keys(schema).filter((keyword) => !keywords.has(keyword))
  if (unknown.length > 0) throw new Error(`No type is known for ${unknown.join(", ")}`)
  if (schema.$ref !== undefined) return pascalCase(schema.$ref.replace("#/components/schemas/", ""))
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" | ")
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema.type === "array") return `ReadonlyArray<${typeOf(schema.items ?? {})}>`
  if (schema.type === "object") return objectOf(schema)
  return schema.type === undefined ? "unknown" : primitives[schema.type]
}
