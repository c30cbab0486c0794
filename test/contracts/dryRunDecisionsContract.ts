import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { UsageLedger } from "../../src/domain/billing/UsageLedger.ts"
import type { Decision } from "../../src/domain/screening/Decision.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import type { IdempotencyClaim } from "../../src/domain/screening/idempotency.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { newDecision, newEventfulRecord, newWorkspace } from "../fixtures.ts"
import { commit, testChecks } from "../support/decisionLog.ts"

type Ports = DecisionLog | UsageLedger | Tenants | SecureRandom.SecureRandom

/** A decision with everything that can follow from one, and what a dry-run version came to beside it. */
const newPair = Effect.fnUntraced(function* (workspace: Workspace, claim: IdempotencyClaim | null = null) {
  const record = yield* newEventfulRecord(workspace, claim)
  const { decision: live } = record
  const tried = yield* newDecision(workspace, {
    outcome: "block",
    dryRun: true,
    policy: { id: live.policy.id, version: 2 },
    input: live.input,
    metadata: { order: 7 },
    counterpart: { id: live.id, version: 1 }
  })
  const decision: Decision = { ...live, counterpart: { id: tried.id, version: 2 } }
  return { ...record, decision, dryRunDecision: tried }
})

const find = Effect.fnUntraced(function* (workspace: Workspace, { id }: Decision) {
  return Option.getOrUndefined(yield* (yield* DecisionLog).find(workspace, id))
})

/** What every DecisionLog does with a decision that a dry-run version came to beside another. */
export const dryRunDecisionsContract = <E>(name: string, implementation: Layer.Layer<Ports, E>) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("logs a dry-run decision beside the live one, which alone is the answer and the usage", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const record = yield* newPair(workspace)
        assert.deepStrictEqual(yield* commit(record), { decision: record.decision, replayed: false })
        assert.deepStrictEqual(yield* find(workspace, record.decision), record.decision)
        assert.deepStrictEqual(yield* find(workspace, record.dryRunDecision), record.dryRunDecision)
        assert.strictEqual(yield* testChecks(workspace.tenantId), 1)
      })
    )

    it.effect("logs both once when they are committed again", () =>
      Effect.gen(function* () {
        for (const claim of [null, { key: "k", request: "r" }]) {
          const workspace = yield* newWorkspace()
          const record = yield* newPair(workspace, claim)
          yield* Effect.all([commit(record), commit(record)], { concurrency: "unbounded" })
          const { decision } = yield* commit(record)
          assert.strictEqual(decision.id, record.decision.id)
          assert.deepStrictEqual(yield* find(workspace, record.dryRunDecision), record.dryRunDecision)
          assert.strictEqual(yield* testChecks(workspace.tenantId), 1)
        }
      })
    )

    it.effect("logs neither when an earlier request made the key's decision", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const claim = { key: "k", request: "r" }
        const [first, late] = [yield* newPair(workspace, claim), yield* newPair(workspace, claim)]
        yield* commit(first)
        const standing = yield* commit(late)
        assert.deepStrictEqual([standing.decision.id, standing.replayed], [first.decision.id, true])
        assert.isUndefined(yield* find(workspace, late.decision))
        assert.isUndefined(yield* find(workspace, late.dryRunDecision))
        assert.isDefined(yield* find(workspace, first.dryRunDecision))
        assert.strictEqual(yield* testChecks(workspace.tenantId), 1)
      })
    )

    it.effect("gives the key to the decision that counts, and none to the other", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const claim = { key: "k", request: "r" }
        const record = yield* newPair(workspace, claim)
        yield* commit(record)
        assert.strictEqual((yield* find(workspace, record.decision))?.idempotencyKey, "k")
        assert.isNull((yield* find(workspace, record.dryRunDecision))?.idempotencyKey)
        const replayed = yield* (yield* DecisionLog).replay(workspace, claim)
        assert.strictEqual(Option.getOrUndefined(replayed)?.id, record.decision.id)
      })
    )
  })
