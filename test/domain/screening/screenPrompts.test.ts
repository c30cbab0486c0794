import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Ref } from "effect"
import { noSubscription } from "../../../src/domain/billing/Subscription.ts"
import { DecisionLog } from "../../../src/domain/screening/DecisionLog.ts"
import type { LoggedDecision } from "../../../src/domain/screening/DecisionLog.ts"
import { claimOfPart } from "../../../src/domain/screening/idempotency.ts"
import { ScreeningUnavailable } from "../../../src/domain/screening/ScreeningEngine.ts"
import { makeCheckIds } from "../../../src/domain/shared/ids.ts"
import { StorageUnavailable } from "../../../src/domain/shared/StorageUnavailable.ts"
import { reportOf, ScriptedEngine, ScriptedEngineWith } from "../../fakes/ScriptedEngine.ts"
import { live, tenant } from "../../fixtures.ts"
import {
  anyCommand,
  asked,
  logged,
  screenPrompts,
  worldWithPolicy as world
} from "../../support/screenPrompt.ts"

const commands = (prompts: ReadonlyArray<string>, key?: string) =>
  prompts.map((prompt, part) => ({
    ...anyCommand,
    input: { prompt },
    claim: key === undefined ? null : claimOfPart(key, { prompts }, false, part)
  }))

const loggedPrompts = Effect.map(logged, (records) => records.map(({ decision }) => decision.input.prompt))

/** The logged prompts of the decisions that were returned. */
const promptsOf = Effect.fnUntraced(function* (answers: ReadonlyArray<LoggedDecision>) {
  const records = yield* logged
  return answers.map(
    ({ decision: { id } }) => records.find(({ decision }) => decision.id === id)?.decision.input.prompt
  )
})

/** An engine to which the prompt "ill" is too much. */
const engine = ScriptedEngineWith((request) =>
  request.prompt === "ill"
    ? Effect.fail(new ScreeningUnavailable({ retryAfterSeconds: 1, reason: "busy" }))
    : Effect.succeed(reportOf({})(request))
)

/** A log that fails the first commit of the prompt "late". */
const unsteadyLog = Layer.effect(
  DecisionLog,
  Effect.gen(function* () {
    const log = yield* DecisionLog
    const failed = yield* Ref.make(false)
    return DecisionLog.of({
      ...log,
      commit: Effect.fnUntraced(function* (record) {
        if (record.decision.input.prompt === "late" && !(yield* Ref.getAndSet(failed, true))) {
          return yield* new StorageUnavailable({ retryAfterSeconds: 1 })
        }
        return yield* log.commit(record)
      })
    })
  })
)

/** A log to which another process commits a decision like that of the prompt "contended" just before it. */
const contendedLog = Layer.effect(
  DecisionLog,
  Effect.gen(function* () {
    const log = yield* DecisionLog
    const ids = yield* makeCheckIds
    return DecisionLog.of({
      ...log,
      commit: Effect.fnUntraced(function* (record) {
        if (record.decision.input.prompt === "contended") {
          const decision = { ...record.decision, id: yield* ids.nextDecisionId() }
          yield* log.commit({ ...record, decision, claim: null })
        }
        return yield* log.commit(record)
      })
    })
  })
)

const limited = (prompts: ReadonlyArray<string>) =>
  commands(prompts, prompts.join(" ")).map((command) => ({
    ...command,
    tenant: { ...tenant, subscription: noSubscription, limitOverrides: { testChecksPerMonth: 5 } },
    workspace: { ...live, mode: "test" as const }
  }))

/** A log that takes its time, and notes when each commit begins and ends. */
const slowLog = (notes: Array<string>) =>
  Layer.effect(
    DecisionLog,
    Effect.map(DecisionLog, (log) =>
      DecisionLog.of({
        ...log,
        commit: Effect.fnUntraced(function* (record) {
          notes.push(`${record.decision.input.prompt} begins`)
          yield* Effect.yieldNow
          const answer = yield* log.commit(record)
          notes.push(`${record.decision.input.prompt} ends`)
          return answer
        })
      })
    )
  )

describe("screenPrompts", () => {
  it.effect("logs the first prompt before it begins with the others", () =>
    Effect.gen(function* () {
      const notes: Array<string> = []
      yield* Effect.provide(screenPrompts(commands(["a", "b", "c"], "key")), slowLog(notes))
      assert.deepStrictEqual(notes.slice(0, 4), ["a begins", "a ends", "b begins", "c begins"])
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect.each([0, 1, 3, 32])("answers and logs every prompt, in order", (length) =>
    Effect.gen(function* () {
      const prompts = Array.from({ length }, (_, number) => `${number % 20}`)
      for (const key of [undefined, "key"]) {
        const answers = yield* screenPrompts(commands(prompts, key))
        assert.deepStrictEqual(yield* promptsOf(answers), prompts)
        assert.isTrue(answers.every(({ replayed }) => !replayed))
      }
      const again = yield* screenPrompts(commands(prompts, "key"))
      assert.deepStrictEqual(yield* promptsOf(again), prompts)
      assert.isTrue(again.every(({ replayed }) => replayed))
      assert.lengthOf(yield* asked, 2 * length)
      assert.lengthOf(yield* logged, 2 * length)
    }).pipe(Effect.provide([world, engine]))
  )

  it.effect.each([undefined, "key"])("logs nothing if one of them cannot be screened", (key) =>
    Effect.gen(function* () {
      for (const prompts of [
        ["ill", "a", "b"],
        ["a", "b", "ill"],
        [...Array.from({ length: 31 }, () => "a"), "ill"]
      ]) {
        const error = yield* Effect.flip(screenPrompts(commands(prompts, key)))
        assert.strictEqual(error._tag, "ScreeningUnavailable")
      }
      assert.deepStrictEqual(yield* logged, [])
      assert.lengthOf(yield* screenPrompts(commands(["a", "b"], key)), 2)
    }).pipe(Effect.provide([world, engine]))
  )

  it.effect("asks and logs nothing if the month's allowance is too small for all", () =>
    Effect.gen(function* () {
      yield* screenPrompts(limited(["a", "b"]))
      const error = yield* Effect.flip(screenPrompts(limited(["c", "d", "e", "f"])))
      assert.deepInclude(error, { _tag: "PlanRequired", limit: "test_checks_per_month", allowed: 5, used: 2 })
      assert.lengthOf(yield* asked, 2)
      yield* screenPrompts(limited(["c", "d", "e"]))
      assert.lengthOf(yield* logged, 5)
      assert.isTrue((yield* screenPrompts(limited(["a", "b"]))).every(({ replayed }) => replayed))
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("logs nothing if another process leaves too little of the month's allowance meanwhile", () =>
    Effect.gen(function* () {
      yield* screenPrompts(limited(["a"]))
      const error = yield* Effect.flip(screenPrompts(limited(["contended", "b", "c", "d"])))
      assert.deepInclude(error, { _tag: "PlanRequired", limit: "test_checks_per_month", allowed: 5, used: 2 })
      assert.lengthOf(yield* logged, 2)
      yield* screenPrompts(limited(["b", "c", "d"]))
      assert.lengthOf(yield* logged, 5)
    }).pipe(Effect.provide([Layer.provideMerge(contendedLog, world), engine]))
  )

  it.effect("decides only what is missing after the storage has failed between them", () =>
    Effect.gen(function* () {
      const request = commands(["a", "b", "late", "c"], "key")
      const error = yield* Effect.flip(screenPrompts(request))
      assert.strictEqual(error._tag, "StorageUnavailable")
      const before = yield* loggedPrompts
      assert.include(before, "a")
      assert.notInclude(before, "late")

      const answers = yield* screenPrompts(request)
      assert.deepStrictEqual(yield* promptsOf(answers), ["a", "b", "late", "c"])
      assert.lengthOf(yield* logged, 4)
      assert.lengthOf(yield* asked, 4 + 4 - before.length)
      const other = yield* Effect.flip(screenPrompts(commands(["a", "c"], "key")))
      assert.strictEqual(other._tag, "IdempotencyKeyReused")
    }).pipe(Effect.provide([Layer.provideMerge(unsteadyLog, world), engine]))
  )
})
