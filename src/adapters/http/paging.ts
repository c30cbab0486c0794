import { Schema, SchemaTransformation } from "effect"
import { Text } from "./text.ts"

export const defaultLimit = 50

const Limit = Schema.String.check(
  Schema.isPattern(/^([1-9][0-9]?|100)$/, { message: "must be an integer from 1 to 100" })
)
  .annotate({ description: `Items on a page, 1 to 100, ${defaultLimit} unless said otherwise.` })
  .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString))

/** What every list that has pages takes of its query. */
export const pageQuery = {
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(
    Text(0, 512).annotate({ description: "`next_cursor` of the page before, unchanged." })
  )
}
