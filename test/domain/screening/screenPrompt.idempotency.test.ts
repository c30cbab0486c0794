import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref } from "effect"
import type { PromptToScreen } from "../../../src/domain/screening/PromptToScreen.ts"
import { ScreeningUnavailable } from "../../../src/domain/screening/ScreeningEngine.ts"
import { reportOf, ScriptedEngine, ScriptedEngineWith } from "../../fakes/ScriptedEngine.ts"
import { live, tenant } from "../../fixtures.ts"
import {
  anyCommand,
  asked,
  logged,
  screenPrompt,
  worldWithPolicy as world
} from "../../support/screenPrompt.ts"

const claim = { key: "order-1", request: 'enforced {"a":1}' }

const command: PromptToScreen = { ...anyCommand, claim }

/** Answers when told to, and tells when it is asked. */
const latchedEngine = (asked: Deferred.Deferred<void>, answer: Deferred.Deferred<void>) =>
  ScriptedEngineWith((request) =>
    Deferred.succeed(asked, undefined).pipe(
      Effect.andThen(Deferred.await(answer)),
      Effect.as(reportOf({})(request))
    )
  )

const startAll = (commands: ReadonlyArray<PromptToScreen>) =>
  Effect.forEach(commands, (command) => Effect.forkChild(screenPrompt(command), { startImmediately: true }))

describe("an idempotency key, in one process", () => {
  it.effect("makes one decision of any number of requests at once, and gives it to all", () =>
    Effect.gen(function* () {
      const [isAsked, mayAnswer] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      yield* Effect.gen(function* () {
        const fibers = yield* startAll(Array.from({ length: 50 }, () => command))
        yield* Deferred.await(isAsked)
        yield* Deferred.succeed(mayAnswer, undefined)
        const standings = yield* Fiber.joinAll(fibers)

        const [record, ...more] = yield* logged
        assert.deepStrictEqual(more, [])
        assert.lengthOf(yield* asked, 1)
        for (const { decision } of standings) assert.deepStrictEqual(decision, record?.decision)
        assert.lengthOf(
          standings.filter(({ replayed }) => replayed),
          49
        )
      }).pipe(Effect.provide(latchedEngine(isAsked, mayAnswer)))
    }).pipe(Effect.provide(world))
  )

  it.effect("is not used up by a failed request: the next one tries", () =>
    Effect.gen(function* () {
      const calls = yield* Ref.make(0)
      const failsFirst = ScriptedEngineWith((request) =>
        Effect.flatMap(
          Ref.getAndUpdate(calls, (count) => count + 1),
          (earlier) =>
            earlier === 0
              ? Effect.fail(new ScreeningUnavailable({ retryAfterSeconds: 1, reason: "busy" }))
              : Effect.succeed(reportOf({})(request))
        )
      )
      yield* Effect.gen(function* () {
        const fibers = yield* startAll([command, command, command])
        const exits = yield* Effect.forEach(fibers, (fiber) => Effect.result(Fiber.join(fiber)))
        assert.deepStrictEqual(
          exits.map((exit) => (exit._tag === "Success" ? exit.success.replayed : exit.failure._tag)),
          ["ScreeningUnavailable", false, true]
        )
        assert.lengthOf(yield* logged, 1)
      }).pipe(Effect.provide(failsFirst))
    }).pipe(Effect.provide(world))
  )

  it.effect("is free again when the request that held it is given up", () =>
    Effect.gen(function* () {
      const [isAsked, never] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      yield* Effect.gen(function* () {
        const [first, second] = yield* startAll([command, command])
        assert.isDefined(first)
        assert.isDefined(second)
        yield* Deferred.await(isAsked)
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(never, undefined)
        assert.isFalse((yield* Fiber.join(second)).replayed)
        assert.lengthOf(yield* logged, 1)
      }).pipe(Effect.provide(latchedEngine(isAsked, never)))
    }).pipe(Effect.provide(world))
  )

  it.effect("refuses another body, and asks nobody about it", () =>
    Effect.gen(function* () {
      yield* screenPrompt(command)
      for (const request of ['enforced {"a":2}', 'dry-run {"a":1}']) {
        const error = yield* Effect.flip(screenPrompt({ ...command, claim: { ...claim, request } }))
        assert.strictEqual(error._tag, "IdempotencyKeyReused")
      }
      assert.lengthOf(yield* asked, 1)
      assert.lengthOf(yield* logged, 1)
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("refuses another body only after the plan and the policy have had their say", () =>
    Effect.gen(function* () {
      yield* screenPrompt(command)
      const other = { ...command, claim: { ...claim, request: "other" } }
      const ended = { ...tenant, subscription: { ...tenant.subscription, state: "inactive" } as const }
      const refusals = [
        { ...other, tenant: ended },
        { ...other, policy: "pol_unknown" },
        other
      ] satisfies ReadonlyArray<PromptToScreen>
      const tags = yield* Effect.forEach(refusals, (refused) =>
        Effect.map(Effect.flip(screenPrompt(refused)), ({ _tag }) => _tag)
      )
      assert.deepStrictEqual(tags, ["SubscriptionInactive", "PolicyNotFound", "IdempotencyKeyReused"])
      const replay = yield* screenPrompt({ ...command, tenant: ended })
      assert.isTrue(replay.replayed)
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("belongs to one tenant and one mode", () =>
    Effect.gen(function* () {
      const other = { ...live, mode: "test" as const }
      const first = yield* screenPrompt(command)
      const second = yield* screenPrompt({
        ...command,
        workspace: other,
        claim: { ...claim, request: "other" }
      })
      assert.isFalse(second.replayed)
      assert.notStrictEqual(first.decision.id, second.decision.id)
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )

  it.effect("that is not sent makes a decision of every request", () =>
    Effect.gen(function* () {
      const plain = { ...command, claim: null }
      const standings = yield* Fiber.joinAll(yield* startAll([plain, plain, plain]))
      assert.strictEqual(new Set(standings.map(({ decision }) => decision.id)).size, 3)
      assert.isFalse(standings.some(({ replayed }) => replayed))
    }).pipe(Effect.provide([world, ScriptedEngine()]))
  )
})
