import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { DecisionLog } from "../../../../src/domain/screening/DecisionLog.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import { newEventfulRecord, newRecord, newWorkspace } from "../../../fixtures.ts"
import { commit } from "../../../support/decisionLog.ts"
import { ProcessOnNewDatabase } from "../process.ts"
import { rowsOf, usageOf } from "../rows.ts"

const claim = { key: "order-1", request: "r" }

/** Takes away every month that has a partition, as for colder storage. What is new goes to the default partition. */
const detachMonths = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  for (const table of ["decisions", "decision_inputs"]) {
    const months = yield* sql.unsafe<{ readonly name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits
       WHERE inhparent = '${table}'::regclass AND inhrelid::regclass::text !~ 'default$'`
    )
    for (const { name } of months) yield* sql.unsafe(`ALTER TABLE ${table} DETACH PARTITION ${name}`)
  }
})

/** Deletes the decisions of a workspace, which is what a detached partition is to it. */
const loseDecisions = Effect.fnUntraced(function* ({ tenantId }: Workspace) {
  const sql = yield* PgClient.PgClient
  yield* sql.unsafe(`DELETE FROM decisions WHERE tenant_id = '${toUuid(tenantId)}'`)
})

layer(ProcessOnNewDatabase, { excludeTestServices: true })("a key that outlived its decision", (it) => {
  it.effect("is forgotten: the next request with it, whatever its body, is the first", () =>
    Effect.gen(function* () {
      const log = yield* DecisionLog
      for (const lose of [() => detachMonths, loseDecisions]) {
        const workspace = yield* newWorkspace()
        yield* commit(yield* newRecord(workspace, { claim }))
        yield* lose(workspace)
        const other = { ...claim, request: "another body" }
        assert.deepStrictEqual(yield* log.replay(workspace, other), Option.none())
        const record = yield* newEventfulRecord(workspace, other)
        const { decision, replayed } = yield* log.commit(record)
        assert.deepStrictEqual([decision.id, replayed], [record.decision.id, false])
        assert.isTrue(Option.isSome(yield* log.find(workspace, decision.id)))
        const again = yield* log.commit(yield* newEventfulRecord(workspace, other))
        assert.deepStrictEqual([again.decision.id, again.replayed], [record.decision.id, true])
        assert.deepInclude(yield* rowsOf(workspace), { decisions: 1, idempotency_keys: 1, review_items: 1 })
        assert.deepInclude(yield* usageOf(workspace), { checks: 2 })
      }
    })
  )

  it.effect("makes one decision when several come with it at the same time", () =>
    Effect.gen(function* () {
      const log = yield* DecisionLog
      const workspace = yield* newWorkspace()
      yield* commit(yield* newRecord(workspace, { claim }))
      yield* loseDecisions(workspace)
      const records = yield* Effect.replicateEffect(newRecord(workspace, { claim }), 12)
      const logged = yield* Effect.forEach(records, log.commit, { concurrency: "unbounded" })
      assert.lengthOf(new Set(logged.map(({ decision }) => decision.id)), 1)
      assert.lengthOf(
        logged.filter(({ replayed }) => !replayed),
        1
      )
      assert.deepInclude(yield* rowsOf(workspace), { decisions: 1, idempotency_keys: 1 })
    })
  )

  it.effect("counts against the allowance again, and is refused when that is spent", () =>
    Effect.gen(function* () {
      const log = yield* DecisionLog
      const workspace = yield* newWorkspace()
      yield* commit(yield* newRecord(workspace, { claim, testAllowance: 2 }))
      yield* loseDecisions(workspace)
      yield* log.commit(yield* newRecord(workspace, { claim, testAllowance: 2 }))
      yield* loseDecisions(workspace)
      const exit = yield* Effect.exit(log.commit(yield* newRecord(workspace, { claim, testAllowance: 2 })))
      assert.isTrue(Exit.isFailure(exit))
      const failure = Option.getOrThrow(Exit.findErrorOption(exit))
      assert.strictEqual(failure._tag, "AllowanceSpent")
    })
  )
})
