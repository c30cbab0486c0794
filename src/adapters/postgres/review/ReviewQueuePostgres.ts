import { Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { AlreadyDecided } from "../../../domain/review/errors.ts"
import { ReviewStatus, Verdict } from "../../../domain/review/ReviewItem.ts"
import type { ReviewItem } from "../../../domain/review/ReviewItem.ts"
import { ReviewQueue } from "../../../domain/review/ReviewQueue.ts"
import type { ReviewId } from "../../../domain/shared/ids.ts"
import { toPage } from "../../../domain/shared/Page.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { makeYieldEvery } from "../../../domain/shared/yieldEvery.ts"
import { DataKeys } from "../encryption/DataKeys.ts"
import { resilient } from "../resilience.ts"
import { part, rawSql, scopedSql, scopeOf } from "../scopedSql.ts"
import type { Scope } from "../scopedSql.ts"
import { decisionColumns } from "../screening/decisionRow.ts"
import { readDecision } from "../screening/readDecision.ts"
import { greatestUuid, leastUuid, reviewIdOf, toUuid } from "../uuid.ts"
import { makeWriteVerdict } from "./writeVerdict.ts"

const ItemRow = Schema.Struct({
  reviewId: Schema.String,
  status: ReviewStatus,
  verdict: Schema.NullOr(Verdict),
  note: Schema.NullOr(Schema.String),
  verdictBy: Schema.NullOr(Schema.String),
  verdictAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
})

const decodeItemRow = Schema.decodeUnknownEffect(ItemRow)

type Row = { readonly sealed: Uint8Array | null }

/** Bytes that are decrypted in one go: a few milliseconds of work. An item has up to half as many. */
const decryptedAtOnce = 256 * 1_024

/** The items that a query of `review_items` finds, with their decisions. */
const withDecisions = (items: Scope) => part`
  SELECT r.id AS review_id, r.status, r.verdict, r.note, r.verdict_by, r.verdict_at,
    ${rawSql(decisionColumns)}, i.sealed
  FROM (${items}) r
  JOIN decisions d ON (d.tenant_id, d.mode, d.id) = (r.tenant_id, r.mode, r.decision_id)
  LEFT JOIN decision_inputs i ON (i.tenant_id, i.mode, i.id) = (d.tenant_id, d.mode, d.id)
  ORDER BY r.id`

/**
 * The id of the first decision. Decisions before it are gone, because their months were detached. An item is opened after
 * its decision, so items with smaller ids have none, and need not be looked at.
 */
const firstDecision = (workspace: Workspace) => part`
  coalesce((SELECT id FROM decisions WHERE ${scopeOf(workspace)} ORDER BY id LIMIT 1), ${greatestUuid}::text::uuid)`

/**
 * Whether an item's decision is there. It is looked up for each item by itself, which Postgres never turns into a join
 * with all decisions.
 */
const hasDecision = rawSql(`(
      SELECT true FROM decisions d
      WHERE (d.tenant_id, d.mode, d.id) = (review_items.tenant_id, review_items.mode, review_items.decision_id)
      LIMIT 1
    )`)

/**
 * A page: a range of the index by status, which ends at the limit. Items without a decision are left out before they are
 * counted, or else a page of them would end the list. The status is compared as part of the range, because with
 * `status = …` the primary key gives the same order, and a planner that chose it would read all closed items before the
 * first open one.
 */
export const pageOf = (workspace: Workspace, status: ReviewStatus, after: string, rows: number) =>
  withDecisions(part`
    SELECT * FROM review_items
    WHERE ${scopeOf(workspace)}
      AND (status, id) > (${status}, greatest(${after}::text::uuid, ${firstDecision(workspace)}))
      AND status <= ${status} AND ${hasDecision}
    ORDER BY status, id LIMIT ${rows}::int4`)

const itemOf = (workspace: Workspace, id: ReviewId) =>
  withDecisions(part`SELECT * FROM review_items WHERE ${scopeOf(workspace)} AND id = ${toUuid(id)}`)

const readItems = Effect.gen(function* () {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys

  const toItem = Effect.fnUntraced(function* (workspace: Workspace, row: Row) {
    const { note, reviewId, status, verdict, verdictAt, verdictBy } = yield* Effect.orDie(decodeItemRow(row))
    const item: ReviewItem = {
      id: reviewIdOf(reviewId),
      status,
      decision: yield* readDecision(yield* dataKeys.of(workspace.tenantId), row),
      verdict: verdict === null || verdictAt === null ? null : { verdict, note, by: verdictBy, at: verdictAt }
    }
    return item
  })

  return Effect.fnUntraced(function* (workspace: Workspace, items: Scope) {
    const rows = yield* resilient(sql<Row>`${items}`)
    const yieldAfter = makeYieldEvery(decryptedAtOnce)
    return yield* Effect.forEach(rows, (row) =>
      Effect.tap(toItem(workspace, row), () => yieldAfter(row.sealed?.length ?? 0))
    )
  })
})

export const ReviewQueuePostgres = Layer.effect(
  ReviewQueue,
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const read = yield* readItems
    const write = yield* makeWriteVerdict

    return ReviewQueue.of({
      list: (workspace, { status }, { after, limit }) =>
        Effect.map(
          read(workspace, pageOf(workspace, status, after === null ? leastUuid : toUuid(after), limit + 1)),
          (items) => toPage(items, limit)
        ),
      find: (workspace, id) =>
        Effect.map(read(workspace, itemOf(workspace, id)), ([item]) => Option.fromUndefinedOr(item)),
      decide: Effect.fnUntraced(function* (workspace, record) {
        const verdictId = yield* random.uuidV7()
        const stands = yield* resilient(write(workspace, record, verdictId))
        if (!stands) return yield* new AlreadyDecided()
      })
    })
  })
)
