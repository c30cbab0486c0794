import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { Layer } from "effect"
import { operator } from "../../src/domain/shared/Actor.ts"
import { PolicyId } from "../../src/domain/shared/ids.ts"
import { UserStates } from "../../src/domain/users/UserStates.ts"
import { ruleOf, when } from "../domain/users/someRules.ts"
import { idOf, newWorkspace, policyId } from "../fixtures.ts"
import { blocked, log, reached, standing } from "./userDecisions.ts"
import type { UserPorts } from "./userDecisions.ts"

/** What every UserStates leaves out of its counts, and what not. */
export const userCountsContract = <E>(name: string, implementation: Layer.Layer<UserPorts, E>) =>
  layer(implementation, { excludeTestServices: true })(`${name}, counts`, (it) => {
    it.effect("counts what fulfils a condition, however many came later that do not", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const other = { id: PolicyId.make(idOf("pol", "9")), version: 1 }
        for (let count = 0; count < 2; count += 1) {
          yield* log(workspace, { ...blocked, tags: ["a"], checks: [reached("adult")] })
        }
        for (let count = 0; count < 5; count += 1) {
          yield* log(workspace, { ...blocked, tags: ["b"], checks: [reached("real_person")], policy: other })
        }
        const rules = [{ policyId }, { tag: "a" }, { check: "adult" } as const].map((some) =>
          ruleOf("1", { when: when({ tag: null, ...some }), count: 2 })
        )
        assert.deepStrictEqual((yield* standing(workspace, rules)).counts, [2, 2, 2])
      })
    )

    it.effect("forgives nothing when a user is resumed whose pause is over", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const since = yield* DateTime.now
        const pause = { ruleId: ruleOf("1").id, since, until: DateTime.subtract(since, { seconds: 1 }) }
        yield* log(workspace, blocked, { userUpdate: { version: 0, pause } })
        yield* Effect.sleep(2)
        yield* (yield* UserStates).resume({ workspace, user: "u", actor: operator, note: null })
        const pausing = ruleOf("2", { effect: { type: "pause", seconds: null } })
        assert.deepStrictEqual((yield* standing(workspace, [pausing])).counts, [1])
      })
    )
  })
