import { Schema, SchemaTransformation } from "effect"
import { Text } from "./text.ts"

export const defaultLimit = 50

const limits = /^([1-9][0-9]?|100)$/

/** Written as people write it: 10, and not 1e1, 010 or +10. */
const Limit = Schema.String.check(
  Schema.makeFilter((text) => limits.test(text) || "must be an integer from 1 to 100", {
    toJsonSchema: () => ({
      pattern: limits.source,
      description: `Items on a page: an integer from 1 to 100, ${defaultLimit} unless said otherwise.`
    })
  })
).pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString))

/** What every list that has pages takes of its query. */
export const pageQuery = {
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(
    Text(0, 512).annotate({ description: "`next_cursor` of the page before, unchanged." })
  )
}
