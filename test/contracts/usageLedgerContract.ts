import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Result } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { UsageLedger } from "../../src/domain/billing/UsageLedger.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { newRecord, newWorkspace } from "../fixtures.ts"

/** What every UsageLedger counts, and every DecisionLog with it, whatever keeps them. */
export const usageLedgerContract = <E>(
  name: string,
  implementation: Layer.Layer<UsageLedger | DecisionLog | Tenants | SecureRandom.SecureRandom, E>
) =>
  layer(implementation, { excludeTestServices: true })(`${name}, usage`, (it) => {
    it.effect("counts what was committed, by day and mode, and nothing of another workspace", () =>
      Effect.gen(function* () {
        const log = yield* DecisionLog
        const ledger = yield* UsageLedger
        const live = yield* newWorkspace("live")
        const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
        const range = { from: today, to: today }
        assert.deepStrictEqual(yield* ledger.days(live, range), [])
        yield* log.commit(yield* newRecord(live, { decision: { outcome: "block", inputTokens: 3 } }))
        yield* log.commit(yield* newRecord(live, { decision: { outcome: "review", inputTokens: null } }))
        yield* log.commit(yield* newRecord(live, { decision: { dryRun: true } }))
        yield* log.commit(yield* newRecord({ ...live, mode: "test" }))
        yield* log.commit(yield* newRecord(yield* newWorkspace("live")))
        assert.deepStrictEqual(yield* ledger.days(live, range), [
          { day: today, checks: 3, blocked: 1, reviewed: 1, inputTokens: 10 }
        ])
        assert.strictEqual(yield* ledger.testChecksThisMonth(live.tenantId), 1)
        assert.deepStrictEqual(yield* ledger.days(live, { from: "2020-01-01", to: "2020-12-31" }), [])
      })
    )

    it.effect("commits exactly as many as the allowance has room for, of many at once", () =>
      Effect.gen(function* () {
        const log = yield* DecisionLog
        const ledger = yield* UsageLedger
        const workspace = yield* newWorkspace()
        yield* log.commit(yield* newRecord(workspace))
        const results = yield* Effect.forEach(
          Array.from({ length: 30 }),
          () =>
            Effect.flatMap(newRecord(workspace, { testAllowance: 11 }), (record) =>
              Effect.result(log.commit(record))
            ),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(results.filter(Result.isSuccess), 10)
        for (const result of results.filter(Result.isFailure)) {
          assert.deepInclude(result.failure, { _tag: "AllowanceSpent", used: 11 })
        }
        assert.strictEqual(yield* ledger.testChecksThisMonth(workspace.tenantId), 11)
      })
    )

    it.effect("takes nothing of the allowance for a key that made a decision before", () =>
      Effect.gen(function* () {
        const log = yield* DecisionLog
        const workspace = yield* newWorkspace()
        const claim = { key: "k", request: "r" }
        const first = yield* newRecord(workspace, { claim, testAllowance: 1 })
        assert.isFalse((yield* log.commit(first)).replayed)
        const { decision, replayed } = yield* log.commit(
          yield* newRecord(workspace, { claim, testAllowance: 1 })
        )
        assert.deepStrictEqual([decision.id, replayed], [first.decision.id, true])
        const other = { key: "k", request: "other" }
        const error = yield* Effect.flip(
          log.commit(yield* newRecord(workspace, { claim: other, testAllowance: 1 }))
        )
        assert.strictEqual(error._tag, "IdempotencyKeyReused")
      })
    )
  })
