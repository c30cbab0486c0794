import { PgClient } from "@effect/sql-pg"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Queue } from "effect"
import { pageOf } from "../../../../src/adapters/postgres/review/ReviewQueuePostgres.ts"
import { makeWriteVerdict } from "../../../../src/adapters/postgres/review/writeVerdict.ts"
import { AuditTrailLayer } from "../../../../src/adapters/postgres/tenancy/AuditTrail.ts"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import type { ReviewItem, ReviewStatus } from "../../../../src/domain/review/ReviewItem.ts"
import { ReviewQueue } from "../../../../src/domain/review/ReviewQueue.ts"
import type { VerdictRecord } from "../../../../src/domain/review/ReviewQueue.ts"
import { nextDeliveryId } from "../../../../src/domain/shared/ids.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import { DeliveryQueue } from "../../../../src/domain/webhooks/DeliveryQueue.ts"
import { newOpenItem, verdictOn } from "../../../domain/review/fixtures.ts"
import { newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { seedReviewItems } from "../../../support/reviewSeed.ts"
import type { Explained, PlanNode } from "../planNodes.ts"
import { nodesIn } from "../planNodes.ts"
import { ProcessLayer } from "../process.ts"
import { tenantUuidOf } from "../rows.ts"

const Postgres = Layer.unwrap(
  Effect.map(createDatabase(), (url) => Layer.provideMerge(AuditTrailLayer, ProcessLayer(url)))
)

const decide = Effect.fnUntraced(function* (workspace: Workspace, record: VerdictRecord) {
  return yield* (yield* ReviewQueue).decide(workspace, record)
})

/** A verdict with everything that can follow from one. */
const eventfulVerdictOn = Effect.fnUntraced(function* (item: ReviewItem) {
  const url = "https://hooks.example.com/prescreen"
  const event = "review.verdict" as const
  const deliveries = [
    { id: yield* nextDeliveryId, url, event },
    { id: yield* nextDeliveryId, url, event }
  ]
  return yield* verdictOn(item, { redactsPrompt: true, deliveries })
})

/** All that a workspace's verdicts have written. */
const writtenIn = Effect.fnUntraced(function* (workspace: Workspace) {
  const sql = yield* PgClient.PgClient
  const rows = (columns: string, table: string) =>
    sql.unsafe<Record<string, unknown>>(
      `SELECT ${columns} FROM ${table} WHERE tenant_id = $1::text::uuid ORDER BY 1`,
      [tenantUuidOf(workspace)]
    )
  return {
    statuses: yield* rows("status, verdict, note", "review_items"),
    redacted: yield* rows("prompt_redacted", "decisions"),
    deliveries: yield* rows(
      "id, mode, event, status, attempts, url, review_id, decision_id, policy_id, policy_version",
      "webhook_deliveries"
    ),
    audit: (yield* rows("actor, action, subject, before, after", "audit_log")).filter(
      ({ action }) => action === "review.decided"
    )
  }
})

const assertWholeVerdict = Effect.fnUntraced(function* (workspace: Workspace, record: VerdictRecord) {
  const { deliveries, item } = record
  assert.deepStrictEqual(yield* writtenIn(workspace), {
    statuses: [{ status: "blocked", verdict: "block", note: "a note" }],
    redacted: [{ promptRedacted: true }],
    deliveries: deliveries.map(({ event, id, url }) => ({
      id,
      mode: workspace.mode,
      event,
      status: "pending",
      attempts: 0,
      url,
      reviewId: toUuid(item.id),
      decisionId: toUuid(item.decision.id),
      policyId: toUuid(item.decision.policy.id),
      policyVersion: item.decision.policy.version
    })),
    audit: [
      {
        actor: record.actor.type === "api_key" ? record.actor.id : "",
        action: "review.decided",
        subject: item.id,
        before: { status: "open" },
        after: { status: "blocked", verdict: "block", prompt_redacted: true }
      }
    ]
  })
})

/** Gives each decision an input, so that no table is so small that an index is not worth its while. */
const settle = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  yield* sql`
    INSERT INTO decision_inputs (tenant_id, mode, id, sealed) SELECT tenant_id, mode, id, '' FROM decisions
    ON CONFLICT DO NOTHING`
  yield* sql`ANALYZE review_items, decisions, decision_inputs`
})

const firstUuid = "00000000-0000-0000-0000-000000000000"

/** The plan of a page of 50, as it was carried out. */
const planOf = Effect.fnUntraced(function* (workspace: Workspace, status: ReviewStatus, after: string) {
  const sql = yield* PgClient.PgClient
  return nodesIn(
    yield* sql<Explained>`EXPLAIN (ANALYZE, FORMAT JSON) ${pageOf(workspace, status, after, 51)}`
  )
})

/** The items are read from the index by status, no more of them than the page has. */
const assertItemsAreRange = (nodes: ReadonlyArray<PlanNode>, rows: number) => {
  const scan = nodes.find((node) => node["Relation Name"] === "review_items")
  assert.isDefined(scan)
  assert.strictEqual(scan["Index Name"], "review_items_by_status")
  assert.match(scan["Index Cond"] ?? "", /status/)
  assert.strictEqual(scan["Actual Rows"], rows)
  assert.strictEqual(scan["Rows Removed by Filter"] ?? 0, 0)
}

/** No step of the plan handles more rows than the page has. */
const assertPageIsRange = (nodes: ReadonlyArray<PlanNode>, rows: number) => {
  assertItemsAreRange(nodes, rows)
  for (const node of nodes) {
    assert.isAtMost(node["Actual Rows"] * node["Actual Loops"], rows, JSON.stringify(node))
    assert.strictEqual(node["Rows Removed by Filter"] ?? 0, 0)
  }
}

layer(Postgres, { excludeTestServices: true })("ReviewQueuePostgres", (it) => {
  it.effect("tells of the verdict on its own item, where others were decided too", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace()
      const items = [yield* newOpenItem(workspace), yield* newOpenItem(workspace)]
      for (const item of items) {
        yield* decide(workspace, { ...(yield* eventfulVerdictOn(item)), note: item.id })
      }
      const room = { total: 100, perTenant: 100, perDestination: 100, tenants: [], destinations: [] }
      const { deliveries } = yield* (yield* DeliveryQueue).claim(room)
      const told = deliveries.flatMap(({ occasion, workspace: { tenantId } }) =>
        tenantId === workspace.tenantId ? [[occasion.review?.id, occasion.review?.note]] : []
      )
      const [one, other] = items.map(({ id }) => [id, id])
      assert.sameDeepMembers(told, [one, one, other, other])
    })
  )

  describe("a verdict", () => {
    it.effect("is written with its redaction, its deliveries and its entry in the audit log", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const record = yield* eventfulVerdictOn(yield* newOpenItem(workspace))
        yield* decide(workspace, record)
        yield* assertWholeVerdict(workspace, record)
      })
    )

    it.effect("is written once when it is sent again because its answer was lost", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const write = yield* makeWriteVerdict
        const record = yield* eventfulVerdictOn(yield* newOpenItem(workspace))
        const own = yield* nextDeliveryId
        assert.isTrue(yield* write(workspace, record, own))
        assert.isTrue(yield* write(workspace, record, own))
        assert.isFalse(yield* write(workspace, record, yield* nextDeliveryId))
        yield* assertWholeVerdict(workspace, record)
      })
    )

    it.effect("leaves nothing behind when a part of it cannot be written", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const record = yield* eventfulVerdictOn(yield* newOpenItem(workspace))
        const [delivery] = record.deliveries
        assert.isDefined(delivery)
        const exit = yield* Effect.exit(decide(workspace, { ...record, deliveries: [delivery, delivery] }))
        assert.isTrue(Exit.hasDies(exit))
        assert.deepStrictEqual(yield* writtenIn(workspace), {
          statuses: [{ status: "open", verdict: null, note: null }],
          redacted: [{ promptRedacted: false }],
          deliveries: [],
          audit: []
        })
        yield* decide(workspace, record)
        yield* assertWholeVerdict(workspace, record)
      })
    )

    it.effect("wakes those who deliver, when there is something to deliver", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const notifications = yield* sql.listen("prescreen_changes")
        const workspace = yield* newWorkspace("live")
        yield* decide(workspace, yield* verdictOn(yield* newOpenItem(workspace)))
        yield* decide(workspace, yield* eventfulVerdictOn(yield* newOpenItem(workspace)))
        yield* sql.unsafe("SELECT pg_notify('prescreen_changes', 'the end')")
        const heard = yield* Effect.repeat(Queue.take(notifications), {
          while: ({ payload }) => payload === workspace.tenantId
        })
        assert.strictEqual(heard.payload, "deliveries")
        assert.strictEqual((yield* Queue.take(notifications)).payload, "the end")
      }).pipe(Effect.scoped)
    )
  })

  describe("a page", () => {
    it.effect("is a range of one index that ends at the limit, however many items have another status", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const workspace = yield* newWorkspace("live")
        yield* sql.unsafe(seedReviewItems, [tenantUuidOf(workspace), "live", 11_000, 11])
        yield* settle
        for (const status of ["open", "allowed"] as const) {
          const middle = yield* sql<{ readonly id: string }>`
            SELECT id FROM review_items WHERE tenant_id = ${tenantUuidOf(workspace)}::text::uuid AND status = ${status}
            ORDER BY id OFFSET 500 LIMIT 1`
          for (const { id } of [{ id: firstUuid }, ...middle]) {
            assertPageIsRange(yield* planOf(workspace, status, id), 51)
          }
        }
      })
    )

    it.effect("is so too where the statistics say that nearly all items are open, and they are closed", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`TRUNCATE review_items`
        const [others, workspace] = [yield* newWorkspace("live"), yield* newWorkspace("live")]
        yield* sql.unsafe(seedReviewItems, [tenantUuidOf(others), "live", 20_000, 1])
        yield* sql.unsafe(seedReviewItems, [tenantUuidOf(workspace), "live", 1_000, 1_001])
        yield* sql.unsafe(seedReviewItems, [tenantUuidOf(workspace), "live", 60, 1])
        yield* settle
        assertPageIsRange(yield* planOf(workspace, "open", firstUuid), 51)
      })
    )

    it.effect("begins after the months that were detached, however many items they had", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const workspace = yield* newWorkspace("live")
        yield* sql.unsafe(seedReviewItems, [tenantUuidOf(workspace), "live", 2_000, 2])
        const [{ month } = { month: "" }] = yield* sql<{ readonly month: string }>`
          SELECT 'decisions_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM') AS month`
        yield* sql.unsafe(`ALTER TABLE decisions DETACH PARTITION ${month}`)
        for (const status of ["open", "allowed"] as const) {
          assertItemsAreRange(yield* planOf(workspace, status, firstUuid), 0)
        }
        yield* sql.unsafe(seedReviewItems, [tenantUuidOf(workspace), "live", 120, 2])
        yield* settle
        for (const status of ["open", "allowed"] as const) {
          assertItemsAreRange(yield* planOf(workspace, status, firstUuid), 51)
        }
      })
    )
  })
})
