import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../src/domain/screening/DecisionLog.ts"
import { visibleInput } from "../../src/domain/screening/redaction.ts"
import { purgeExpired } from "../../src/domain/screening/Retention.ts"
import type { Retention } from "../../src/domain/screening/Retention.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { decisionIdAt, newRecord, newWorkspace } from "../fixtures.ts"

type Ports = DecisionLog | Retention | Tenants | SecureRandom.SecureRandom

const day = 86_400_000

/** Commits a decision with all that is purged, made some milliseconds ago. */
const commitAged = Effect.fnUntraced(function* (workspace: Workspace, age: number) {
  const now = (yield* DateTime.now).epochMilliseconds
  const record = yield* newRecord(workspace, {
    claim: { key: `key of ${age}`, request: "r" },
    decision: {
      id: yield* decisionIdAt(now - age),
      outcome: "block",
      tags: ["adult"],
      user: "anna",
      promptRedacted: true,
      input: { prompt: "p", negativePrompt: "n", context: ["c"] },
      metadata: { order: 1 }
    }
  })
  yield* (yield* DecisionLog).commit(record)
  return record
})

const find = Effect.fnUntraced(function* ({ decision, workspace }: DecisionRecord) {
  return Option.getOrThrow(yield* (yield* DecisionLog).find(workspace, decision.id))
})

/** What every Retention forgets, whatever keeps it. */
export const retentionContract = <E>(name: string, implementation: Layer.Layer<Ports, E>) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect(
      "forgets input and metadata of what is older than the tenant's plan keeps, and nothing else",
      () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace("live")
          const old = yield* commitAged(workspace, 31 * day)
          const oldTest = yield* commitAged({ ...workspace, mode: "test" }, 400 * day)
          const kept = yield* commitAged(workspace, 29 * day)
          assert.strictEqual(yield* purgeExpired(), 2)

          assert.deepStrictEqual(yield* find(kept), kept.decision)
          for (const record of [old, oldTest]) {
            const found = yield* find(record)
            const { input: _, ...decision } = record.decision
            const { input, ...rest } = found
            assert.deepStrictEqual(rest, { ...decision, promptPurged: true, metadata: null })
            assert.notInclude(JSON.stringify(input), record.decision.input.context?.join() ?? "")
            assert.deepStrictEqual(visibleInput(found), { prompt: "[purged]" })
          }
          assert.strictEqual(yield* purgeExpired(), 0)
        })
    )

    it.effect("goes by the plan and its overrides as they are at the time of the purge", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const [one, two] = [yield* newWorkspace(), yield* newWorkspace()]
        const records = yield* Effect.forEach([one, two], (workspace) => commitAged(workspace, 9.5 * day))
        assert.strictEqual(yield* purgeExpired(), 0)
        yield* tenants.setSubscription(one.tenantId, { plan: "starter" })
        assert.strictEqual(yield* purgeExpired(), 1)
        yield* tenants.setLimits(two.tenantId, { retentionDays: 9 })
        assert.strictEqual(yield* purgeExpired(), 1)
        for (const record of records) assert.isTrue((yield* find(record)).promptPurged)
        yield* tenants.setLimits(two.tenantId, { retentionDays: 365 })
        assert.strictEqual(yield* purgeExpired(), 0)
      })
    )

    it.effect("leaves a purged decision to its idempotency key, and in the lists", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const { claim, decision } = yield* commitAged(workspace, 60 * day)
        yield* purgeExpired()
        const log = yield* DecisionLog
        const replayed = claim === null ? Option.none() : yield* log.replay(workspace, claim)
        assert.strictEqual(Option.getOrThrow(replayed).id, decision.id)
        const again = yield* log.commit(yield* newRecord(workspace, { claim }))
        assert.isTrue(again.replayed)
        const { items } = yield* log.list(
          workspace,
          { outcome: "block", user: "anna" },
          { limit: 9, after: null }
        )
        assert.deepStrictEqual(
          items.map(({ id, tags }) => [id, tags]),
          [[decision.id, ["adult"]]]
        )
      })
    )

    it.effect("reports its progress", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        for (const age of [40, 41, 42]) yield* commitAged(workspace, age * day)
        let reported = 0
        const purged = yield* purgeExpired((count) => Effect.sync(() => (reported += count)))
        assert.deepStrictEqual([purged, reported], [3, 3])
      })
    )
  })
