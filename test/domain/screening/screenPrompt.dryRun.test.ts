import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Policies } from "../../../src/domain/policy/Policies.ts"
import type { PolicyDocument } from "../../../src/domain/policy/PolicyDocument.ts"
import { explain } from "../../../src/domain/screening/explanation.ts"
import type { PromptToScreen } from "../../../src/domain/screening/PromptToScreen.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import { reportOf, scored, ScriptedEngine, ScriptedEngineWith } from "../../fakes/ScriptedEngine.ts"
import { document, live, newPolicy, tenant, webhook } from "../../fixtures.ts"
import { anyCommand, asked, logged, screenPrompt, world } from "../../support/screenPrompt.ts"
import { rule } from "../policy/fixtures.ts"

const command: PromptToScreen = {
  ...anyCommand,
  user: "u1",
  metadata: { order: 7 },
  claim: { key: "order-1", request: "enforced {}" }
}

const person = rule("real_person", { type: "block" }, { type: "review" })

/** A policy whose version 2 also looks at real people, and which live traffic is tried under. */
const tryVersion = Effect.fnUntraced(function* (some: Partial<PolicyDocument> = {}) {
  const policies = yield* Policies
  const webhooks = [webhook("https://a.example.com", "block", "allow")]
  const { id } = yield* policies.create(tenant.id, newPolicy({ document: { ...document, webhooks } }))
  const where = { tenantId: tenant.id, policyId: id, actor: operator }
  yield* policies.addVersion(where, {
    ...document,
    webhooks,
    checks: [...document.checks, person],
    ...some
  })
  yield* policies.setDryRun(where, 2)
})

describe("a policy with a dry-run version", () => {
  it.effect("decides under both from one answer of the engine, and acts on the current one alone", () =>
    Effect.gen(function* () {
      yield* tryVersion()
      const { decision } = yield* screenPrompt(command)
      assert.deepStrictEqual([decision.outcome, decision.policy.version], ["allow", 1])
      const [record, ...more] = yield* logged
      assert.deepStrictEqual(more, [])
      assert.isDefined(record)
      const tried = record.dryRunDecision
      assert.isDefined(tried)
      assert.deepStrictEqual(
        {
          outcome: tried.outcome,
          dryRun: tried.dryRun,
          mode: tried.mode,
          policy: tried.policy,
          actions: tried.actions,
          idempotencyKey: tried.idempotencyKey,
          user: tried.user,
          metadata: tried.metadata,
          input: tried.input
        },
        {
          outcome: "block",
          dryRun: true,
          mode: "live",
          policy: { id: decision.policy.id, version: 2 },
          actions: { reviewId: null, webhookEvents: [], webhooksSuppressed: "dry_run" },
          idempotencyKey: null,
          user: "u1",
          metadata: { order: 7 },
          input: command.input
        }
      )
      assert.deepStrictEqual(
        record.deliveries.map(({ event }) => event),
        ["allow"]
      )
      assert.deepStrictEqual(
        (yield* asked).map(({ checks }) => checks),
        [["adult", "minors_sexual", "real_person"]]
      )

      // Only what the current version asked for is part of the live decision.
      assert.deepStrictEqual(
        decision.checks.map(({ check }) => check),
        ["adult", "minors_sexual"]
      )
      assert.include(
        explain(record.decision).ran,
        `Version 2 of this policy was tried on the same scores: decision ${tried.id}, a dry run.`
      )
      assert.include(
        explain(tried).ran,
        `Made to try version 2 beside decision ${decision.id}, from the same scores.`
      )
    }).pipe(Effect.provide([world, ScriptedEngine({ real_person: scored(0.9) })]))
  )

  it.effect("is not tried in a dry run, nor by a replay", () =>
    Effect.gen(function* () {
      yield* tryVersion()
      yield* screenPrompt({ ...command, dryRun: true, claim: null })
      yield* screenPrompt(command)
      const { replayed } = yield* screenPrompt(command)
      assert.isTrue(replayed)
      const tried = (yield* logged).map(({ dryRunDecision }) => dryRunDecision !== undefined)
      assert.deepStrictEqual(tried, [false, true])
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("is tried with a test key too, in the key's mode", () =>
    Effect.gen(function* () {
      yield* tryVersion()
      yield* screenPrompt({ ...command, workspace: { ...live, mode: "test" } })
      const [record] = yield* logged
      assert.strictEqual(record?.dryRunDecision?.mode, "test")
      assert.strictEqual(record?.dryRunDecision?.actions.webhooksSuppressed, "test_mode")
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("decides the prompt even when the engine leaves out what only the dry run asks for", () =>
    Effect.gen(function* () {
      yield* tryVersion()
      const { decision } = yield* screenPrompt(command)
      assert.strictEqual(decision.outcome, "allow")
      const [record] = yield* logged
      assert.isUndefined(record?.dryRunDecision)
      assert.isUndefined(record?.decision.counterpart)
    }).pipe(
      Effect.provide([
        world,
        ScriptedEngineWith((request) =>
          Effect.sync(() => {
            const report = reportOf({})(request)
            const { real_person: _, ...checks } = report.checks
            return { ...report, checks }
          })
        )
      ])
    )
  )

  it.effect("decides the prompt even when the version cannot be routed", () =>
    Effect.gen(function* () {
      // A store that holds what no validation let through.
      const broken = { ...person, onAct: undefined } as unknown as typeof person
      yield* tryVersion({ checks: [...document.checks, broken] })
      const { decision } = yield* screenPrompt(command)
      assert.strictEqual(decision.outcome, "allow")
      const [record] = yield* logged
      assert.isUndefined(record?.dryRunDecision)
    }).pipe(Effect.provide([world, ScriptedEngine({ real_person: scored(0.9) })]))
  )

  it.effect(
    "lets no signal that only the dry run asked for sway the floors of the decision that counts",
    () =>
      Effect.gen(function* () {
        yield* tryVersion()
        const input = { prompt: "a portrait of a 12 year old girl" }
        const { decision } = yield* screenPrompt({ ...command, input })
        assert.strictEqual(decision.outcome, "allow")
        const [record] = yield* logged
        assert.strictEqual(record?.dryRunDecision?.outcome, "block")
      }).pipe(
        Effect.provide([
          world,
          ScriptedEngine({
            real_person: scored(0.1, {
              signals: [{ signal: "sexual_pose", probability: 0.9, line: 0.5, text: "Scripted." }]
            })
          })
        ])
      )
  )
})
