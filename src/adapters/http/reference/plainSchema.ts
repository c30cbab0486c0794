import { Predicate, Record, Struct } from "effect"

/** The keywords of a schema that are rewritten here. */
export interface Schema {
  readonly description?: string
  readonly type?: unknown
  readonly enum?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly allOf?: ReadonlyArray<Schema>
  readonly properties?: unknown
  readonly patternProperties?: Readonly<Record<string, unknown>>
  readonly additionalProperties?: unknown
}

const listOfNames = /^\^\(\?:([a-z_|]+)\)\$$/

/** Turns the pattern `^(?:a|b)$` into the properties `a` and `b`, neither of them required. */
const withProperties = (schema: Schema): Schema => {
  const { patternProperties = {}, ...rest } = schema
  const [[pattern, value] = []] = Object.entries(patternProperties)
  const [, names] = listOfNames.exec(pattern ?? "") ?? []
  return names === undefined
    ? schema
    : { ...rest, properties: Object.fromEntries(names.split("|").map((name) => [name, value])) }
}

/** The limits of safe integers tell a reader nothing. */
const withoutSafeLimits = (schema: Schema): Schema =>
  schema.minimum === Number.MIN_SAFE_INTEGER && schema.maximum === Number.MAX_SAFE_INTEGER
    ? Struct.omit(schema, ["minimum", "maximum"])
    : schema

/** The framework calls given values numbers, also if they are whole. Many languages have another type for these. */
const withInteger = (schema: Schema): Schema =>
  schema.type === "number" && Array.isArray(schema.enum) && schema.enum.every(Number.isInteger)
    ? { ...schema, type: "integer" }
    : schema

const isSilent = ({ additionalProperties, patternProperties, properties, type }: Schema): boolean =>
  type === "object" && (additionalProperties ?? patternProperties ?? properties) === undefined

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (!Predicate.isReadonlyObject(value)) return value
  const schema: Schema = Record.map(value, (part, keyword) => (keyword === "examples" ? part : plain(part)))
  return isSilent(schema)
    ? { ...schema, additionalProperties: true }
    : withInteger(withoutSafeLimits(withProperties(schema)))
}

/** The same without keywords that close an object against further fields. */
const opened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(opened)
  if (!Predicate.isReadonlyObject(value)) return value
  const parts = Record.map(value, (part, keyword) => (keyword === "examples" ? part : opened(part)))
  return "additionalProperties" in parts && parts["additionalProperties"] === false
    ? Struct.omit(parts, ["additionalProperties"])
    : parts
}

/**
 * The same for an answer, which may have further fields in a later version: a client that was generated from a closed
 * schema may refuse the whole answer for one that it does not know.
 */
export const openSchema = <A extends object>(schema: A): A =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same but for one keyword
  opened(schema) as A

/**
 * The same schema in keywords that code generators understand. Many do not know patterns of names, and take an object
 * schema that says nothing about its fields for one without fields.
 */
export const plainSchema = <A extends object>(schema: A): A =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keywords, and two more
  plain(schema) as A

/**
 * In a path and a query everything is text. If a parameter's schema also says what the text means, such as an integer,
 * only that is kept.
 */
export const meantByText = (schema: Schema): Schema => {
  const [meant, ...others] = schema.allOf ?? []
  return meant?.type === undefined || others.length > 0 ? schema : meant
}
