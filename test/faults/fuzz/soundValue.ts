import type { ApiDocument, Schema } from "../../support/ApiDocument.ts"
import type { Random } from "./random.ts"

/** Values that are right here and there, beside those that a schema can tell of: ids, cursors and names that exist. */
export type Known = ReadonlyArray<string>

const words = [
  "two foxes",
  "a lighthouse at dusk",
  "Acme",
  "a portrait of a 40 year old man",
  "\u732b\u3068\u72d0"
]

const soundText = (schema: Schema, random: Random, known: Known): string => {
  if (schema.format === "date") return "2026-01-15"
  if (schema.pattern !== undefined) return random.some(known) ?? "1"
  return (random.chance(0.5) ? random.some(known) : random.some(words)) ?? "x"
}

const soundNumber = ({ maximum = 10, minimum = 0, type }: Schema, random: Random): number => {
  const low = Math.max(minimum, -10)
  const value = low + random.number() * (Math.min(maximum, 10) - low)
  return type === "integer" ? Math.round(value) : value
}

const soundObject = (
  { properties = {}, required = [] }: Schema,
  make: (schema: Schema) => unknown,
  random: Random
) => {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.4))
  return Object.fromEntries(chosen.map(([name, schema]) => [name, make(schema)]))
}

type Make = (schema: Schema) => unknown

const typeOf = ({ type = "null" }: Schema, random: Random): string =>
  (typeof type === "object" ? random.some(type) : type) ?? "null"

const ofType = (schema: Schema, make: Make, random: Random, known: Known): unknown => {
  switch (typeOf(schema, random)) {
    case "string":
      return soundText(schema, random, known)
    case "integer":
    case "number":
      return soundNumber(schema, random)
    case "boolean":
      return random.chance(0.5)
    case "array":
      return Array.from({ length: random.below(3) }, () => make(schema.items ?? {}))
    case "object":
      return soundObject(schema, make, random)
    default:
      return null
  }
}

/** A value of the schema, or nearly: rules that only the service knows may refuse it. */
export const makeSoundValue = ({ resolve }: ApiDocument, random: Random, known: Known): Make => {
  const make: Make = (given) => {
    const schema = resolve(given)
    const choice = random.some(schema.anyOf ?? schema.oneOf ?? [])
    if (choice !== undefined) return make(choice)
    if (schema.allOf !== undefined) return make(Object.assign({}, ...schema.allOf.map(resolve)))
    if (schema.const !== undefined) return schema.const
    return schema.enum === undefined ? ofType(schema, make, random, known) : random.some(schema.enum)
  }
  return make
}
