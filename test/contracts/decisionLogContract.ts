import { assert, describe, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { UsageLedger } from "../../src/domain/billing/UsageLedger.ts"
import type { Decision } from "../../src/domain/screening/Decision.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { nextDecisionId } from "../../src/domain/shared/ids.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { decidedCheck, newEventfulRecord, newRecord, newWorkspace, policyId } from "../fixtures.ts"
import { commit, find, testChecks } from "../support/decisionLog.ts"

type Ports = DecisionLog | UsageLedger | Tenants | SecureRandom.SecureRandom

const orderOfKeys = (value: unknown) => JSON.stringify(value)

const deep = (levels: number): Record<string, never> =>
  JSON.parse(`${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}`)

/** Parts of a decision that a store could lose, change or confuse. */
const awkward: Readonly<Record<string, Partial<Decision>>> = {
  "NUL and lone surrogates": {
    input: { prompt: "a\0b\ud800c\udc00", negativePrompt: "\0", context: ["\ud83e", "\udd8a"] },
    metadata: { "k\0": "\ud800", "\udc00": ["\0"] }
  },
  emoji: { input: { prompt: "\u{1f98a} \u{1f9d1}\u200d\u{1f9d1}\u200d\u2640 🇩🇪 é e\u0301 \ufeff" } },
  "ten thousand characters of four bytes": { input: { prompt: "\u{1f98a}".repeat(10_000) } },
  "empty texts": { input: { prompt: "x", negativePrompt: "", context: [] }, metadata: {} },
  "empty texts in a list": { input: { prompt: "x", context: ["", ""] }, metadata: { "": "" } },
  "the order of metadata's fields": { metadata: { z: 1, a: { y: 1, b: [{ d: 1, c: 2 }] }, m: null } },
  "names that look like numbers": { metadata: { b: 0, "10": 1, "9": 2, "-1": 3, "01": 4 } },
  "names that JavaScript knows": {
    metadata: { constructor: 1, toString: "x", hasOwnProperty: {}, length: 0 }
  },
  "numbers of every size": { metadata: { a: [1e308, 5e-324, 0.1, -7, 2 ** 53, 123_456_789.125] } },
  "JSON that is 62 levels deep": { metadata: deep(61) },
  "quotes and backslashes": { input: { prompt: `"\\" {"a": '$1'} %s {{x}} \r\n\t` }, user: `u"'\\,{}()` },
  "a user and a key with every printable character": {
    user: String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index)),
    idempotencyKey: null
  },
  "nothing counted": { inputTokens: null, latencyMs: 0 },
  "a great many tokens": { inputTokens: Number.MAX_SAFE_INTEGER, latencyMs: 2_147_483_647 },
  "tags of every kind": { tags: ["", "b", "a", "\0", "\ud800", `"`, "{,}"] },
  "checks in the policy's order, with all that they rest on": {
    outcome: "block",
    checks: [
      {
        ...decidedCheck,
        check: "real_person",
        routed: "review",
        action: { type: "tag", tag: "real-person" },
        policyLine: "checks.real_person.on_review"
      },
      {
        ...decidedCheck,
        routed: "act",
        action: { type: "block" },
        policyLine: "checks.minors_sexual.on_act",
        score: 0.1 + 0.2,
        reviewScore: 1 / 3,
        fired: ["adult_claim", "floor:age"],
        signals: [
          { signal: "adult_claim", probability: null, line: null, text: "It is claimed." },
          { signal: "youth", probability: 1e-9, line: 0.5, text: 'A "quoted" \\ sentence.' }
        ],
        floors: [
          { floor: "age", field: "prompt", start: 2, end: 9, counted: true, text: "A rule matched." },
          { floor: "canon", field: "negative_prompt", start: 0, end: 1, counted: false, text: "Another." }
        ]
      },
      { ...decidedCheck, check: "adult", adultLevel: 5 }
    ],
    decidedBy: { check: "minors_sexual", policyLine: null, action: { type: "tag", tag: "x" } },
    policySettings: { youthCodedAdult: "block", adultMaxLevel: 1 },
    promptRedacted: true,
    dryRun: true,
    shadowMode: true,
    actions: { reviewId: null, webhookEvents: ["allow", "tag"], webhooksSuppressed: "shadow_mode" }
  },
  "no check at all": { checks: [], policy: { id: policyId, version: 2_147_483_647 } }
}

/** What every DecisionLog does, whatever keeps it. */
export const decisionLogContract = <E>(name: string, implementation: Layer.Layer<Ports, E>) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    describe("find", () => {
      it.effect.each(Object.entries(awkward))(
        "returns what was committed, to the last bit: %s",
        ([, decision]) =>
          Effect.gen(function* () {
            const record = yield* newRecord(yield* newWorkspace(), { decision })
            assert.deepStrictEqual(yield* commit(record), { decision: record.decision, replayed: false })
            const found = Option.getOrThrow(yield* find(record))
            assert.deepStrictEqual(found, record.decision)
            const { input, metadata } = record.decision
            assert.strictEqual(orderOfKeys([found.input, found.metadata]), orderOfKeys([input, metadata]))
          })
      )

      it.effect("returns a decision with everything that follows from it", () =>
        Effect.gen(function* () {
          const record = yield* newEventfulRecord(yield* newWorkspace(), { key: "k", request: "r" })
          yield* commit(record)
          assert.deepStrictEqual(yield* find(record), Option.some(record.decision))
        })
      )

      it.effect("hides a decision from the other mode and from other tenants", () =>
        Effect.gen(function* () {
          const record = yield* newRecord(yield* newWorkspace("live"))
          yield* commit(record)
          const { tenantId } = record.workspace
          for (const workspace of [{ tenantId, mode: "test" as const }, yield* newWorkspace("live")]) {
            assert.deepStrictEqual(yield* find({ ...record, workspace }), Option.none())
          }
        })
      )

      it.effect("finds nothing under an id that was never given", () =>
        Effect.gen(function* () {
          const { workspace } = yield* newRecord(yield* newWorkspace())
          const id = yield* nextDecisionId
          assert.deepStrictEqual(yield* (yield* DecisionLog).find(workspace, id), Option.none())
        })
      )
    })

    describe("commit", () => {
      it.effect("of one record again, before or meanwhile, logs and counts it once", () =>
        Effect.gen(function* () {
          for (const claim of [null, { key: "k", request: "r" }]) {
            const record = yield* newEventfulRecord(yield* newWorkspace(), claim)
            const standings = yield* Effect.all([commit(record), commit(record), commit(record)], {
              concurrency: "unbounded"
            })
            const all = [...standings, yield* commit(record)]
            for (const standing of all) assert.strictEqual(standing.decision.id, record.decision.id)
            assert.isFalse(all.some(({ replayed }) => replayed))
            assert.strictEqual(yield* testChecks(record.workspace.tenantId), 1)
          }
        })
      )

      it.effect("logs each of five hundred records at once", () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace()
          const records = yield* Effect.replicateEffect(newRecord(workspace), 500)
          yield* Effect.forEach(records, commit, { concurrency: "unbounded" })
          const found = yield* Effect.forEach(records, find, { concurrency: 10 })
          assert.deepStrictEqual(
            found.map(Option.getOrUndefined),
            records.map(({ decision }) => decision)
          )
        })
      )

      it.effect("counts test checks of this month, dry runs and shadow mode too, and live ones never", () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace("test")
          const records = yield* Effect.all([
            newRecord(workspace),
            newRecord(workspace, { decision: { dryRun: true } }),
            newRecord(workspace, { decision: { shadowMode: true, outcome: "block" } }),
            newRecord({ ...workspace, mode: "live" })
          ])
          yield* Effect.forEach(records, commit)
          assert.strictEqual(yield* testChecks(workspace.tenantId), 3)
          const other = yield* newWorkspace("test")
          assert.strictEqual(yield* testChecks(other.tenantId), 0)
        })
      )
    })
  })
