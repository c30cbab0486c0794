import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Ref } from "effect"
import { TestClock } from "effect/testing"
import { Policies } from "../../../src/domain/policy/Policies.ts"
import type { PolicyDocument } from "../../../src/domain/policy/PolicyDocument.ts"
import type { PromptToScreen } from "../../../src/domain/screening/PromptToScreen.ts"
import { createdAtOf } from "../../../src/domain/shared/ids.ts"
import { startStopwatch } from "../../../src/domain/shared/stopwatch.ts"
import { LoggedRecords } from "../../fakes/InMemoryDecisionLog.ts"
import { ResolvedQuestions } from "../../fakes/InMemoryPolicies.ts"
import {
  reportOf,
  scored,
  ScriptedEngine,
  ScriptedEngineWith,
  UnreachableEngine
} from "../../fakes/ScriptedEngine.ts"
import { active, document, idOf, live, newPolicy, newRecord, tenant, webhook } from "../../fixtures.ts"
import { anyCommand as command, asked, logged, screenPrompt, world } from "../../support/screenPrompt.ts"

const claim = { key: "order-1", request: "enforced {}" }

const withPolicy = Effect.fnUntraced(function* (some: Partial<PolicyDocument> = {}) {
  const policy = newPolicy({ document: { ...document, ...some }, makeDefault: true })
  return yield* (yield* Policies).create(tenant.id, policy)
})

const resolved = Effect.flatMap(ResolvedQuestions, Ref.get)

/** What a refused command leaves behind: nothing logged, nothing asked. */
const leavesNothing = Effect.gen(function* () {
  assert.deepStrictEqual(yield* logged, [])
  assert.deepStrictEqual(yield* asked, [])
})

describe("screenPrompt", () => {
  it.effect("logs the decision that it returns, with what follows from it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 20))
      const { id } = yield* withPolicy({ webhooks: [webhook("https://a.example.com", "block", "tag")] })
      const metadata = { order: 7 }
      const { decision, replayed } = yield* screenPrompt({ ...command, metadata, user: "u1", claim })

      assert.isFalse(replayed)
      assert.strictEqual(decision.outcome, "block")
      assert.deepStrictEqual(decision.tags, ["adult"])
      assert.deepStrictEqual(decision.policy, { id, version: 1 })
      assert.strictEqual(DateTime.formatIso(createdAtOf(decision.id)), "2026-11-20T00:00:00.000Z")
      const [record, ...more] = yield* logged
      assert.deepStrictEqual(more, [])
      assert.isDefined(record)
      assert.strictEqual(record.decision, decision)
      assert.deepStrictEqual([record.workspace, record.claim], [live, claim])
      assert.deepStrictEqual(
        record.deliveries.map(({ event }) => event),
        ["block", "tag"]
      )
      assert.strictEqual(new Set(record.deliveries.map(({ id }) => id)).size, 2)
      assert.deepStrictEqual(record.decision.actions.webhookEvents, ["block", "tag"])
      assert.deepStrictEqual(record.decision.decidedBy?.check, "minors_sexual")
      assert.deepStrictEqual([record.decision.user, record.decision.metadata], ["u1", metadata])
      assert.strictEqual(record.decision.idempotencyKey, "order-1")
      assert.isTrue(record.decision.promptRedacted)
    }).pipe(Effect.provide([world, ScriptedEngine({ minors_sexual: scored(0.9), adult: scored(0.8) })]))
  )

  it.effect("asks the engine once, for all enabled checks and adult, with both prompts", () =>
    Effect.gen(function* () {
      yield* withPolicy({
        checks: document.checks.map((rule) => ({ ...rule, enabled: rule.check !== "adult" }))
      })
      yield* screenPrompt({ ...command, input: { prompt: "a", negativePrompt: "b", context: ["c"] } })
      assert.deepStrictEqual(yield* asked, [
        { prompt: "a", negativePrompt: "b", checks: ["minors_sexual", "adult"] }
      ])
      const [record] = yield* logged
      assert.deepStrictEqual(
        record?.decision.checks.map(({ check }) => check),
        ["minors_sexual"]
      )
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("opens a review item for a review and names it", () =>
    Effect.gen(function* () {
      yield* withPolicy()
      yield* screenPrompt(command)
      yield* screenPrompt({ ...command, dryRun: true })
      const reviews = (yield* logged).map(({ decision }) => decision.actions.reviewId)
      assert.match(String(reviews[0]), /^rev_[0-9a-f]{32}$/)
      assert.isNull(reviews[1])
    }).pipe(Effect.provide([world, ScriptedEngine({ minors_sexual: scored(0.4) })]))
  )

  it.effect("enforces a block by the minors check in shadow mode, and nothing else", () =>
    Effect.gen(function* () {
      yield* withPolicy({ webhooks: [webhook("https://a.example.com", "block", "tag")] })
      const shadow = { ...command, tenant: { ...tenant, shadowMode: true } }
      const { decision } = yield* screenPrompt(shadow)
      assert.deepStrictEqual([decision.outcome, decision.shadowMode], ["block", false])
      const [record] = yield* logged
      assert.lengthOf(record?.deliveries ?? [], 2)
    }).pipe(Effect.provide([world, ScriptedEngine({ minors_sexual: scored(0.5), adult: scored(0.8) })]))
  )

  it.effect("tells how long it took since the request arrived, and what the time was made of", () =>
    Effect.gen(function* () {
      yield* withPolicy()
      const stopwatch = yield* Effect.withFiber((fiber) => Effect.succeed(startStopwatch(fiber)))
      yield* TestClock.setTime(20)
      const { decision } = yield* screenPrompt({ ...command, claim }, stopwatch)
      assert.strictEqual(decision.latencyMs, 50)
      assert.deepStrictEqual(
        stopwatch.parts.map(({ name, nanoseconds }) => [name, Number(nanoseconds) / 1e6]),
        [
          ["replay", 0],
          ["policy", 0],
          ["engine", 30],
          ["floors", 0],
          ["routing", 0],
          ["commit", 0]
        ]
      )
    }).pipe(
      Effect.provide([
        world,
        ScriptedEngineWith((request) => Effect.as(TestClock.adjust(30), reportOf({})(request)))
      ])
    )
  )
})

describe("the gates", () => {
  const none = { ...tenant, subscription: { ...active, plan: "none", state: "none" } as const }
  const refused = Effect.fnUntraced(function* (some: Partial<PromptToScreen>) {
    return yield* Effect.flip(screenPrompt({ ...command, ...some }))
  })

  it.effect("refuse a plan before they look for a policy", () =>
    Effect.gen(function* () {
      const error = yield* refused({ tenant: none, policy: "pol_unknown" })
      assert.strictEqual(error._tag, "PlanRequired")
      assert.deepStrictEqual(yield* resolved, [])
      yield* leavesNothing
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("refuse a policy before they ask the engine", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* refused({}))._tag, "NoDefaultPolicy")
      assert.strictEqual((yield* refused({ policy: idOf("pol", "9") }))._tag, "PolicyNotFound")
      yield* leavesNothing
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("answer a replay even to a tenant whose plan has ended and whose policies are gone", () =>
    Effect.gen(function* () {
      const log = yield* LoggedRecords
      const first = yield* newRecord(live, { claim })
      yield* Ref.set(log, [first])
      const ended = { ...tenant, subscription: { ...active, state: "inactive" } as const }
      const standing = yield* screenPrompt({ ...command, tenant: ended, claim })
      assert.deepStrictEqual(standing, { decision: first.decision, replayed: true })
      assert.deepStrictEqual([yield* resolved, yield* asked, yield* logged], [[], [], [first]])
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("let nothing but a policy's id reach the policies", () =>
    Effect.gen(function* () {
      const digits = "0123456789abcdef0123456789abcdef"
      const texts = [
        "nonsense",
        "",
        "pol_1",
        `pol_${digits.toUpperCase()}`,
        `ten_${digits}`,
        `pol_${digits}\n`
      ]
      for (const policy of texts) {
        const error = yield* refused({ policy })
        assert.strictEqual(error._tag, "PolicyNotFound")
      }
      assert.deepStrictEqual(yield* resolved, [])
      yield* leavesNothing
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("count the month's test checks against the free allowance, dry runs too", () =>
    Effect.gen(function* () {
      yield* withPolicy()
      const test = { tenant: { ...none, limitOverrides: { testChecksPerMonth: 2 } } } as const
      const workspace = { ...live, mode: "test" as const }
      yield* screenPrompt({ ...command, ...test, workspace })
      yield* screenPrompt({ ...command, ...test, workspace, dryRun: true })
      const error = yield* refused({ ...test, workspace })
      assert.deepInclude(error, { _tag: "PlanRequired", limit: "test_checks_per_month", allowed: 2, used: 2 })
      assert.lengthOf(yield* logged, 2)
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("log nothing when the engine cannot be reached", () =>
    Effect.gen(function* () {
      yield* withPolicy()
      assert.strictEqual((yield* refused({ claim }))._tag, "ScreeningUnavailable")
      assert.deepStrictEqual(yield* logged, [])
    }).pipe(Effect.provide([world, UnreachableEngine]))
  )

  it.effect.each([scored(Number.NaN), scored(1.5), scored(0.5, { reviewScore: -1 })])(
    "log nothing when the engine's answer cannot be trusted",
    (answer) =>
      Effect.gen(function* () {
        yield* withPolicy()
        assert.strictEqual((yield* refused({}))._tag, "ScreeningUnavailable")
        assert.deepStrictEqual(yield* logged, [])
      }).pipe(Effect.provide([world, ScriptedEngine({ adult: answer })]))
  )
})
