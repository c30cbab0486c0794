import { Effect, Option, Schema } from "effect"
import { CursorSigner } from "../../domain/shared/CursorSigner.ts"
import type { Page } from "../../domain/shared/Page.ts"
import type { Workspace } from "../../domain/shared/Workspace.ts"
import { notACursor } from "./lists.ts"
import { failWith } from "./problems/problems.ts"

/** The list that a cursor belongs to: it goes on in no other one. */
export interface CursorScope {
  readonly list: string
  readonly workspace: Workspace
  /** Every parameter of the query but `limit` and `cursor`, as the caller sent it. */
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

/** A cursor that goes on after `position`, which is an id of a list's last item. */
const writeCursor = (scope: CursorScope, position: string) =>
  Effect.map(
    CursorSigner,
    ({ sign }) => `${Buffer.from(position).toString("base64url")}.${sign(signed(scope, position))}`
  )

/** The position to go on after, null at the start of the list. A cursor of another list is a 400. */
export const readCursor = Effect.fnUntraced(function* <Position extends string>(
  scope: CursorScope,
  cursor: string | undefined,
  schema: Schema.Codec<Position, string>
) {
  if (cursor === undefined) return null
  const [encoded = ""] = cursor.split(".", 1)
  const position = Schema.decodeOption(schema)(Buffer.from(encoded, "base64url").toString("utf8"))
  // Compared as a whole: many other texts decode to the same position.
  if (Option.isSome(position) && (yield* writeCursor(scope, position.value)) === cursor) {
    return position.value
  }
  return yield* failWith("invalid_request", { issues: [`query.cursor: ${notACursor}`] })
})

/** `next_cursor` of a page. */
export const nextCursor = (scope: CursorScope, { isLast, items }: Page<{ readonly id: string }>) => {
  const last = items.at(-1)
  return isLast || last === undefined ? Effect.succeed(null) : writeCursor(scope, last.id)
}
