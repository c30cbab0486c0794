import { assert, describe, layer } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { UsageLedger } from "../../src/domain/billing/UsageLedger.ts"
import type { DecisionSummary } from "../../src/domain/screening/Decision.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../src/domain/screening/DecisionLog.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { newEventfulRecord, newRecord, newWorkspace } from "../fixtures.ts"
import { commit, testChecks } from "../support/decisionLog.ts"

type Ports = DecisionLog | UsageLedger | Tenants | SecureRandom.SecureRandom

const claim = { key: "order-1", request: 'enforced {"a":1}' }
const otherBody = { ...claim, request: 'enforced {"a":2}' }

const isLogged = Effect.fnUntraced(function* ({ decision, workspace }: DecisionRecord) {
  return Option.isSome(yield* (yield* DecisionLog).find(workspace, decision.id))
})

/** The part of a decision that a replay returns. */
const summaryOf = (decision: DecisionSummary): DecisionSummary => ({
  id: decision.id,
  outcome: decision.outcome,
  tags: decision.tags,
  checks: decision.checks,
  policy: decision.policy,
  engineVersion: decision.engineVersion,
  latencyMs: decision.latencyMs,
  dryRun: decision.dryRun,
  mode: decision.mode,
  shadowMode: decision.shadowMode
})

/** What every DecisionLog makes of idempotency keys. */
export const idempotencyContract = <E>(name: string, implementation: Layer.Layer<Ports, E>) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    describe("replay", () => {
      it.effect("finds nothing for a key that made nothing", () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace()
          yield* commit(yield* newRecord(workspace))
          assert.deepStrictEqual(yield* (yield* DecisionLog).replay(workspace, claim), Option.none())
        })
      )

      it.effect("returns the decision that the key made, unchanged", () =>
        Effect.gen(function* () {
          const log = yield* DecisionLog
          const first = yield* newEventfulRecord(yield* newWorkspace(), claim)
          yield* commit(first)
          for (let again = 0; again < 2; again += 1) {
            const replayed = Option.getOrThrow(yield* log.replay(first.workspace, claim))
            assert.deepStrictEqual(summaryOf(replayed), summaryOf(first.decision))
          }
          assert.strictEqual(yield* testChecks(first.workspace.tenantId), 1)
        })
      )

      it.effect("refuses another body", () =>
        Effect.gen(function* () {
          const first = yield* newRecord(yield* newWorkspace(), { claim })
          yield* commit(first)
          const error = yield* Effect.flip((yield* DecisionLog).replay(first.workspace, otherBody))
          assert.strictEqual(error._tag, "IdempotencyKeyReused")
        })
      )

      it.effect("answers many keys at once, each with its own decision", () =>
        Effect.gen(function* () {
          const log = yield* DecisionLog
          const workspace = yield* newWorkspace()
          const records = yield* Effect.forEach(
            Array.from({ length: 60 }, (_, index) => index),
            (index) => newRecord(workspace, { claim: { key: `key ${index}`, request: `${index}` } })
          )
          yield* Effect.forEach(records, commit, { concurrency: "unbounded" })
          const replays = yield* Effect.forEach(
            records.flatMap(({ claim }) =>
              claim === null ? [] : [claim, { ...claim, key: `no ${claim.key}` }]
            ),
            (claim) => log.replay(workspace, claim),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            replays.map(Option.map(({ id }) => id)),
            records.flatMap(({ decision }) => [Option.some(decision.id), Option.none()])
          )
        })
      )

      it.effect.each([" ", "~", "a b", `"'\\,{}%$1`, "x".repeat(255), "NULL"])(
        "takes the key %j as it is",
        (key) =>
          Effect.gen(function* () {
            const first = yield* newRecord(yield* newWorkspace(), { claim: { ...claim, key } })
            yield* commit(first)
            const log = yield* DecisionLog
            assert.isTrue(Option.isSome(yield* log.replay(first.workspace, { ...claim, key })))
            for (const other of [`${key} `, key.toUpperCase() === key ? `${key}x` : key.toUpperCase()]) {
              assert.isTrue(Option.isNone(yield* log.replay(first.workspace, { ...claim, key: other })))
            }
          })
      )
    })

    describe("commit with a key", () => {
      it.effect("that already made a decision writes nothing and answers with that decision", () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace()
          const [first, second] = [
            yield* newEventfulRecord(workspace, claim),
            yield* newEventfulRecord(workspace, claim)
          ]
          assert.isFalse((yield* commit(first)).replayed)
          const { decision, replayed } = yield* commit(second)
          assert.isTrue(replayed)
          assert.deepStrictEqual(summaryOf(decision), summaryOf(first.decision))
          assert.isFalse(yield* isLogged(second))
          assert.strictEqual(yield* testChecks(first.workspace.tenantId), 1)
        })
      )

      it.effect("lets exactly one of many win when they come at once", () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace()
          const records = yield* Effect.replicateEffect(newEventfulRecord(workspace, claim), 20)
          const standings = yield* Effect.forEach(records, commit, { concurrency: "unbounded" })
          const ids = new Set(standings.map(({ decision }) => decision.id))
          assert.strictEqual(ids.size, 1)
          assert.lengthOf(
            standings.filter(({ replayed }) => !replayed),
            1
          )
          const logged = yield* Effect.filter(records, isLogged)
          assert.deepStrictEqual(
            logged.map(({ decision }) => decision.id),
            [...ids]
          )
          const [record] = records
          assert.isDefined(record)
          assert.strictEqual(yield* testChecks(record.workspace.tenantId), 1)
        })
      )

      it.effect("refuses another body, and writes nothing of it", () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace()
          yield* commit(yield* newRecord(workspace, { claim }))
          const second = yield* newEventfulRecord(workspace, otherBody)
          const error = yield* Effect.flip(commit(second))
          assert.strictEqual(error._tag, "IdempotencyKeyReused")
          assert.isFalse(yield* isLogged(second))
          assert.strictEqual(yield* testChecks(second.workspace.tenantId), 1)
        })
      )

      it.effect("lets one of two bodies win when they come at once", () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace()
          const records = [
            yield* newRecord(workspace, { claim }),
            yield* newRecord(workspace, { claim: otherBody })
          ]
          const results = yield* Effect.forEach(records, (record) => Effect.result(commit(record)), {
            concurrency: "unbounded"
          })
          assert.sameMembers(
            results.map((result) => (Result.isSuccess(result) ? "won" : result.failure._tag)),
            ["won", "IdempotencyKeyReused"]
          )
        })
      )

      it.effect("never meets the same key of the other mode or of another tenant", () =>
        Effect.gen(function* () {
          const test = yield* newWorkspace("test")
          const workspaces = [test, { ...test, mode: "live" as const }, yield* newWorkspace("test")]
          const records = yield* Effect.forEach(workspaces, (workspace, index) =>
            newRecord(workspace, { claim: { ...claim, request: `${index}` } })
          )
          const standings = yield* Effect.forEach(records, commit, { concurrency: "unbounded" })
          assert.deepStrictEqual(
            standings.map(({ decision, replayed }) => [decision.id, replayed]),
            records.map(({ decision }) => [decision.id, false])
          )
        })
      )
    })
  })
