import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Ref } from "effect"
import { EndUsers, UserChanged } from "../../../src/domain/screening/EndUsers.ts"
import type { UserDecision } from "../../../src/domain/screening/EndUsers.ts"
import { WorkspaceLocksLayer } from "../../../src/domain/screening/WorkspaceLocks.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import { startUntraced } from "../../../src/domain/shared/stopwatch.ts"
import { StorageUnavailable } from "../../../src/domain/shared/StorageUnavailable.ts"
import { EndUsersLayer } from "../../../src/domain/users/EndUsersLayer.ts"
import { Rules } from "../../../src/domain/users/Rules.ts"
import { UserStates } from "../../../src/domain/users/UserStates.ts"
import { InMemoryDecisionLog } from "../../fakes/InMemoryDecisionLog.ts"
import { InMemoryRules } from "../../fakes/InMemoryRules.ts"
import { InMemoryUserStates } from "../../fakes/InMemoryUserStates.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"
import { live, policyId, tenant } from "../../fixtures.ts"
import { reaching, terms } from "./someRules.ts"

const blocked: UserDecision = {
  workspace: live,
  user: "u",
  policyId,
  routing: { outcome: "block", tags: [], decidedBy: null, checks: reaching("adult") },
  dryRun: false,
  shadowMode: false
}

const reads = Ref.makeUnsafe(0)

const CountedReads = Layer.effect(
  UserStates,
  Effect.map(UserStates, (states) =>
    UserStates.of({
      ...states,
      standing: (...asked) =>
        Effect.andThen(
          Ref.update(reads, (count) => count + 1),
          states.standing(...asked)
        )
    })
  )
).pipe(Layer.provide(InMemoryUserStates))

const world = EndUsersLayer.pipe(
  Layer.provideMerge(Layer.mergeAll(InMemoryRules, CountedReads, WorkspaceLocksLayer)),
  Layer.provideMerge(InMemoryDecisionLog),
  Layer.provideMerge(SeededRandom)
)

const stopwatch = Effect.map(Clock.Clock, startUntraced)

const decide = Effect.fnUntraced(function* (some: Partial<UserDecision>) {
  return yield* (yield* EndUsers).withRuling(yield* stopwatch, { ...blocked, ...some }, Effect.succeed)
})

const addRule = Effect.fnUntraced(function* (some: Parameters<typeof terms>[0] = {}) {
  return yield* (yield* Rules).create(tenant.id, terms(some), null, operator)
})

/** How often users were looked up for these decisions. */
const readsFor = Effect.fnUntraced(function* (decisions: ReadonlyArray<Partial<UserDecision>>) {
  yield* Ref.set(reads, 0)
  yield* Effect.forEach(decisions, decide)
  return yield* Ref.get(reads)
})

describe("a decision", () => {
  it.effect("reads nothing without a user, without rules and without a paused user", () =>
    Effect.gen(function* () {
      const test = { ...live, mode: "test" as const }
      assert.strictEqual(yield* readsFor([{}, { user: null }]), 0)
      const { id } = yield* addRule({ enabled: false })
      assert.strictEqual(yield* readsFor([{}]), 0)
      yield* (yield* Rules).remove({ tenantId: tenant.id, ruleId: id, actor: operator })
      yield* (yield* UserStates).pause({ workspace: live, user: "u", actor: operator, note: null })
      assert.strictEqual(yield* readsFor([{ workspace: test }, { user: null }]), 0)
      assert.strictEqual(yield* readsFor([{ user: "v" }]), 1)
      yield* addRule()
      assert.strictEqual(yield* readsFor([{ user: null }]), 0)
      assert.strictEqual(yield* readsFor([{ workspace: test }]), 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("is ruled on anew when its user has changed meanwhile, as often as it takes", () =>
    Effect.gen(function* () {
      yield* addRule()
      const versions: Array<number | undefined> = []
      const users = yield* EndUsers
      const states = yield* UserStates
      const change = { workspace: live, user: "u", actor: operator, note: null }
      const { isPaused, update } = yield* users.withRuling(yield* stopwatch, blocked, (ruling) => {
        versions.push(ruling.update?.version)
        return versions.length < 4
          ? Effect.andThen(states.pause(change), Effect.fail(new UserChanged()))
          : Effect.succeed(ruling)
      })
      assert.deepStrictEqual(versions, [0, 1, 2, 3])
      assert.deepStrictEqual([isPaused, update?.version], [true, 3])
    }).pipe(Effect.provide(world))
  )

  it.effect("is given up when its user never stays the same", () =>
    Effect.gen(function* () {
      yield* addRule()
      const never = (yield* EndUsers).withRuling(yield* stopwatch, blocked, () =>
        Effect.fail(new UserChanged())
      )
      assert.strictEqual((yield* Effect.flip(never))._tag, "StorageUnavailable")
    }).pipe(Effect.provide(world))
  )

  it.effect("is not tried again when it fails for another reason", () =>
    Effect.gen(function* () {
      yield* addRule()
      let attempts = 0
      const failing = (yield* EndUsers).withRuling(yield* stopwatch, blocked, () => {
        attempts += 1
        return Effect.fail(new StorageUnavailable({ retryAfterSeconds: 7 }))
      })
      assert.deepInclude(yield* Effect.flip(failing), { _tag: "StorageUnavailable", retryAfterSeconds: 7 })
      assert.strictEqual(attempts, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("that may count waits for the one of its user before it, and for no other", () =>
    Effect.gen(function* () {
      yield* addRule()
      const users = yield* EndUsers
      const order: Array<string> = []
      const measuredBy = yield* stopwatch
      const slowly = (some: Partial<UserDecision>, name: string) =>
        users.withRuling(measuredBy, { ...blocked, ...some }, () =>
          Effect.sync(() => order.push(`${name} begins`)).pipe(
            Effect.andThen(Effect.yieldNow),
            Effect.andThen(Effect.yieldNow),
            Effect.andThen(Effect.sync(() => order.push(`${name} ends`)))
          )
        )
      yield* Effect.all([slowly({}, "first"), slowly({}, "second"), slowly({ user: "v" }, "other")], {
        concurrency: "unbounded"
      })
      assert.isBelow(order.indexOf("first ends"), order.indexOf("second begins"))
      assert.isBelow(order.indexOf("other begins"), order.indexOf("first ends"))
    }).pipe(Effect.provide(world))
  )
})
