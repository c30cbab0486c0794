import { Schema } from "effect"
import { Text } from "./text.ts"

const mostItems = 100
const defaultLimit = 50

/** `limit` of a list, as it stands in a query. */
export const Limit = Schema.String.check(
  Schema.isPattern(/^(?:[1-9]\d?|100)$/, { message: `must be a whole number from 1 to ${mostItems}` })
).annotate({ description: `Items of a page, 1 to ${mostItems}; ${defaultLimit} unless said otherwise.` })

export const readLimit = (limit: string | undefined): number =>
  limit === undefined ? defaultLimit : Number(limit)

/** `cursor` of a list, as it stands in a query. */
export const Cursor = Text(1, 512).annotate({
  description: "next_cursor of the page before, sent with the same filters."
})

/** `next_cursor` of a page. */
export const NextCursor = Schema.NullOr(Schema.String).annotate({
  description: "What the next page is asked for with; null on the last page."
})
