import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import { DecisionLog } from "../../../../src/domain/screening/DecisionLog.ts"
import { createdAtOf } from "../../../../src/domain/shared/ids.ts"
import { newEventfulRecord, newRecord, newWorkspace } from "../../../fixtures.ts"
import { commit } from "../../../support/decisionLog.ts"
import { ProcessOnNewDatabase } from "../process.ts"
import { rowsOf, usageOf, tenantUuidOf } from "../rows.ts"

const claim = { key: "order-1", request: 'enforced {"a":1}' }

const wholeRecord = {
  decisions: 1,
  decision_inputs: 1,
  idempotency_keys: 1,
  review_items: 1,
  webhook_deliveries: 2,
  usage_days: 1
}

layer(ProcessOnNewDatabase, { excludeTestServices: true })("DecisionLogPostgres", (it) => {
  it.effect("writes a decision with its input, key, review item, deliveries and usage", () =>
    Effect.gen(function* () {
      const record = yield* newEventfulRecord(yield* newWorkspace(), claim)
      yield* commit(record)
      assert.deepStrictEqual(yield* rowsOf(record.workspace), wholeRecord)
    })
  )

  it.effect("writes nothing at all of a record whose key is taken, then or at the same time", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace()
      const records = yield* Effect.replicateEffect(newEventfulRecord(workspace, claim), 6)
      yield* Effect.forEach(records, commit, { concurrency: "unbounded" })
      yield* commit(yield* newEventfulRecord(workspace, claim))
      const otherBody = { ...claim, request: "other" }
      yield* Effect.flip(commit(yield* newEventfulRecord(workspace, otherBody)))
      assert.deepStrictEqual(yield* rowsOf(workspace), wholeRecord)
      assert.deepInclude(yield* usageOf(workspace), { checks: 1, reviewed: 1, tokens: 7 })
    })
  )

  it.effect("adds up the usage of the day that the decisions' ids carry", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace("live")
      const outcomes = ["allow", "block", "review", "block"] as const
      const records = yield* Effect.forEach(outcomes, (outcome, index) =>
        newRecord(workspace, { decision: { outcome, inputTokens: index === 0 ? null : 10 ** index } })
      )
      yield* Effect.forEach(records, commit, { concurrency: "unbounded" })
      const [record] = records
      assert.isDefined(record)
      const day = new Date(createdAtOf(record.decision.id).epochMilliseconds).toISOString().slice(0, 10)
      assert.deepStrictEqual(yield* usageOf(workspace), {
        checks: 4,
        blocked: 2,
        reviewed: 1,
        tokens: 1_110,
        day
      })
    })
  )

  it.effect("keeps a decision in the partition of its month", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const record = yield* newRecord(yield* newWorkspace())
      yield* commit(record)
      const month = new Date(createdAtOf(record.decision.id).epochMilliseconds).toISOString().slice(0, 7)
      for (const table of ["decisions", "decision_inputs"]) {
        const rows = yield* sql.unsafe<{ readonly partition: string }>(
          `SELECT tableoid::regclass::text AS partition FROM ${table} WHERE tenant_id = $1::text::uuid`,
          [tenantUuidOf(record.workspace)]
        )
        assert.deepStrictEqual(rows, [{ partition: `${table}_${month.replace("-", "_")}` }])
      }
    })
  )

  const poisons: ReadonlyArray<readonly [string, Parameters<typeof newRecord>[1]]> = [
    ["a NUL in a text column", { decision: { user: "a\0b" } }],
    ["a NUL in a key", { claim: { key: "a\0b", request: "r" } }],
    ["a number that the column cannot hold", { decision: { latencyMs: 2 ** 31 } }],
    ["a number that cannot be sent", { decision: { inputTokens: 1.5 } }],
    ["a usage that would overflow", { decision: { inputTokens: Number.MAX_SAFE_INTEGER * 2048 } }]
  ]
  it.effect.each(poisons)("fails a record with %s alone, and writes those beside it", ([, poison]) =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace()
      const good = yield* Effect.forEach(["a", "b", "c", "d", "e"], (key) =>
        newRecord(workspace, { claim: { key, request: "r" } })
      )
      const [first, ...others] = good
      assert.isDefined(first)
      const bad = yield* newRecord(workspace, poison)
      const exits = yield* Effect.forEach(
        [first, ...others.slice(0, 2), bad, ...others.slice(2)],
        (record) => Effect.exit(commit(record)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        exits.map((exit) => (Exit.isSuccess(exit) ? "written" : Exit.hasDies(exit) ? "died" : "failed")),
        ["written", "written", "written", "died", "written", "written"]
      )
      assert.deepInclude(yield* rowsOf(workspace), { decisions: 5, decision_inputs: 5, idempotency_keys: 5 })
      assert.deepInclude(yield* usageOf(workspace), { checks: 5 })
    })
  )

  it.effect("is as it was after a statement of ours was mistaken", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const workspace = yield* newWorkspace()
      yield* Effect.exit(commit(yield* newRecord(workspace, { decision: { user: "a\0b" } })))
      yield* commit(yield* newRecord(workspace))
      assert.deepInclude(yield* rowsOf(workspace), { decisions: 1 })
      const stuck = yield* sql.unsafe(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
      )
      assert.deepStrictEqual(stuck, [])
    })
  )

  it.effect("keeps a decision whose input and metadata were purged", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const record = yield* newRecord(yield* newWorkspace(), { decision: { metadata: { a: 1 } } })
      yield* commit(record)
      const tenant = [tenantUuidOf(record.workspace)]
      yield* sql.unsafe(`DELETE FROM decision_inputs WHERE tenant_id = $1::text::uuid`, tenant)
      const found = yield* (yield* DecisionLog).find(record.workspace, record.decision.id)
      const { input, ...rest } = Option.getOrThrow(found)
      const { input: _, ...logged } = record.decision
      assert.deepStrictEqual(rest, { ...logged, promptPurged: true, metadata: null })
      assert.notInclude(JSON.stringify(input), record.decision.input.prompt)
    })
  )
})
