import { Effect, Option, Schema } from "effect"
import { CursorSigner } from "../../../domain/shared/CursorSigner.ts"
import type { Page } from "../../../domain/shared/Page.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { failWith } from "../problems/problems.ts"
import { notACursor } from "./paging.ts"

/** The list that a cursor belongs to; the cursor is refused for any other. */
export interface CursorScope {
  readonly list: string
  readonly workspace: Workspace
  /** Every query parameter except `limit` and `cursor`, as the caller sent it. */
  readonly filters: { readonly [name: string]: string | undefined }
}

const signed = ({ filters, list, workspace }: CursorScope, position: string) =>
  JSON.stringify([
    list,
    workspace.tenantId,
    workspace.mode,
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    position
  ])

/** A cursor that continues after `position`, the id of the last item of a page. */
const writeCursor = (scope: CursorScope, position: string) =>
  Effect.map(
    CursorSigner,
    ({ sign }) => `${Buffer.from(position).toString("base64url")}.${sign(signed(scope, position))}`
  )

/**
 * The position to continue after; null without a cursor, which means from the start. Fails with a 400 if the cursor
 * belongs to another list.
 */
export const readCursor = Effect.fnUntraced(function* <Position extends string>(
  scope: CursorScope,
  cursor: string | undefined,
  schema: Schema.Codec<Position, string>
) {
  if (cursor === undefined) return null
  const [encoded = ""] = cursor.split(".", 1)
  const position = Schema.decodeOption(schema)(Buffer.from(encoded, "base64url").toString("utf8"))
  // Compared as a whole, because many other texts decode to the same position.
  if (Option.isSome(position) && (yield* writeCursor(scope, position.value)) === cursor) {
    return position.value
  }
  return yield* failWith("invalid_request", { issues: [`query.cursor: ${notACursor}`] })
})

/** The `next_cursor` of a page; null on the last one. */
export const nextCursor = (scope: CursorScope, { isLast, items }: Page<{ readonly id: string }>) => {
  const last = items.at(-1)
  return isLast || last === undefined ? Effect.succeed(null) : writeCursor(scope, last.id)
}
