import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Policies } from "../../../src/domain/policy/Policies.ts"
import { explain } from "../../../src/domain/screening/explanation.ts"
import { marginsOf } from "../../../src/domain/screening/margins.ts"
import type { PromptToScreen } from "../../../src/domain/screening/PromptToScreen.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import { Rules } from "../../../src/domain/users/Rules.ts"
import { UserStates } from "../../../src/domain/users/UserStates.ts"
import { scored, ScriptedEngine } from "../../fakes/ScriptedEngine.ts"
import { document, live, newPolicy, tenant, webhook } from "../../fixtures.ts"
import { anyCommand, logged, screenPrompt, world } from "../../support/screenPrompt.ts"
import { terms, when } from "../users/someRules.ts"

const command: PromptToScreen = { ...anyCommand, user: "u" }

/** A policy whose version 2 is tried on live traffic. */
const policyWithDryRun = Effect.gen(function* () {
  const policies = yield* Policies
  const webhooks = [webhook("https://a.example.com", "block", "tag")]
  const made = newPolicy({ document: { ...document, webhooks }, makeDefault: true })
  const { id: policyId } = yield* policies.create(tenant.id, made)
  const where = { tenantId: tenant.id, policyId, actor: operator }
  yield* policies.addVersion(where, document)
  yield* policies.setDryRun(where, 2)
})

const pauseUser = Effect.flatMap(UserStates, (users) =>
  users.pause({ workspace: live, user: "u", actor: operator, note: null })
)

const last = Effect.map(logged, (records) => {
  const record = records.at(-1)
  assert.isDefined(record)
  return record
})

describe("a paused user's check", () => {
  it.effect("is a block whatever the checks say, acted on as such, under the version that is tried too", () =>
    Effect.gen(function* () {
      yield* policyWithDryRun
      yield* pauseUser
      const { decision } = yield* screenPrompt(command)
      assert.deepStrictEqual([decision.outcome, decision.shadowMode], ["block", false])
      const record = yield* last
      assert.deepStrictEqual(record.decision.actions, {
        reviewId: null,
        webhookEvents: ["block"],
        webhooksSuppressed: null,
        userPaused: true
      })
      assert.deepStrictEqual(
        record.deliveries.map(({ event }) => event),
        ["block"]
      )
      for (const { decidedBy, actions } of [record.decision, record.dryRunDecision ?? record.decision]) {
        assert.deepStrictEqual(decidedBy, {
          check: "user_paused",
          policyLine: null,
          action: { type: "block" }
        })
        assert.isTrue(actions.userPaused)
      }
      assert.isTrue(record.dryRunDecision?.dryRun)
      const { checks, ran, summary } = explain(record.decision)
      assert.strictEqual(summary, "Blocked: the end user is paused.")
      assert.include(ran, "The end user is paused, so the outcome is a block whatever the checks said.")
      // No score would have let it through.
      for (const check of checks) {
        const { act, review } = marginsOf(record.decision, check)
        assert.deepStrictEqual([act.otherwise, review.otherwise], ["block", "block"])
      }
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("is decided by the check that blocks it anyway", () =>
    Effect.gen(function* () {
      yield* policyWithDryRun
      yield* pauseUser
      yield* screenPrompt(command)
      const { decision } = yield* last
      assert.deepStrictEqual(
        [decision.decidedBy?.check, decision.actions.userPaused],
        ["minors_sexual", true]
      )
      const minors = decision.checks.find(({ check }) => check === "minors_sexual")
      assert.strictEqual(minors && marginsOf(decision, minors).act.otherwise, "block")
    }).pipe(Effect.provide([world, ScriptedEngine({ minors_sexual: scored(0.9) })]))
  )

  it.effect.each([
    [0, true],
    [0.9, false]
  ] as const)("is acted on in shadow mode only where the minors check blocks: %s", ([minors, shadow]) =>
    Effect.gen(function* () {
      yield* policyWithDryRun
      yield* pauseUser
      yield* screenPrompt({ ...command, tenant: { ...tenant, shadowMode: true } })
      const { decision, deliveries } = yield* last
      assert.deepStrictEqual([decision.outcome, decision.shadowMode], ["block", shadow])
      assert.lengthOf(deliveries, shadow ? 0 : 1)
    }).pipe(Effect.provide([world, ScriptedEngine({ minors_sexual: scored(minors) })]))
  )
})

describe("a rule's tag", () => {
  it.effect("comes after the policy's, on the dry run beside only from the next decision on", () =>
    Effect.gen(function* () {
      yield* policyWithDryRun
      const counting = terms({ when: when({ outcomes: ["allow"] }), count: 2 })
      yield* (yield* Rules).create(tenant.id, counting, null, operator)
      const tags = []
      for (let check = 0; check < 3; check += 1) {
        yield* screenPrompt(command)
        const { decision, dryRunDecision } = yield* last
        tags.push([decision.tags, dryRunDecision?.tags])
      }
      assert.deepStrictEqual(tags, [
        [["adult"], ["adult"]],
        [["adult", "watch"], ["adult"]],
        [
          ["adult", "watch"],
          ["adult", "watch"]
        ]
      ])
      const { decision } = yield* last
      assert.deepStrictEqual(decision.actions.webhookEvents, ["tag"])
    }).pipe(Effect.provide([world, ScriptedEngine({ adult: scored(0.8) })]))
  )
})
