import { Schema } from "effect"
import { hasLength } from "../schemas/text.ts"

const mostItems = 100
const defaultLimit = 50

/** `limit` in the query of a list. */
export const Limit = Schema.String.check(
  Schema.makeFilter(
    (text: string) => /^(?:[1-9]\d?|100)$/.test(text) || `must be a whole number from 1 to ${mostItems}`,
    { toJsonSchema: () => ({ type: "integer", minimum: 1, maximum: mostItems, default: defaultLimit }) }
  )
).annotate({ description: `Items of a page, 1 to ${mostItems}; ${defaultLimit} unless said otherwise.` })

/** The number of items that a page may have. */
export const readLimit = (limit: string | undefined): number =>
  limit === undefined ? defaultLimit : Number(limit)

export const notACursor =
  "is not a cursor of this list with these filters; send next_cursor unchanged, or leave it out"

/**
 * `cursor` in the query of a list. A text that cannot be a cursor of any list is reported together with everything else
 * that is wrong with the query. Whether a cursor belongs to this list is known only once the query fits.
 */
export const Cursor = Schema.String.check(
  hasLength(1, 512).abort(),
  Schema.makeFilter((text: string) => /^[\w-]+\.[\w-]+$/.test(text) || notACursor, {
    toJsonSchema: () => ({})
  })
).annotate({
  description: "next_cursor of the page before, sent with the same filters."
})

/** The `next_cursor` of a page. */
export const NextCursor = Schema.NullOr(Schema.String).annotate({
  description: "What the next page is asked for with; null on the last page."
})
