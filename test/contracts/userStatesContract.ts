import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { Layer } from "effect"
import { operator } from "../../src/domain/shared/Actor.ts"
import { PolicyId } from "../../src/domain/shared/ids.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import { UserStates } from "../../src/domain/users/UserStates.ts"
import { ruleOf, when } from "../domain/users/someRules.ts"
import { decisionIdAt, idOf, newWorkspace, policyId } from "../fixtures.ts"
import { blocked, log, reached, standing } from "./userDecisions.ts"
import type { UserPorts } from "./userDecisions.ts"

/** The id of a decision that was made so many milliseconds before another moment. */
const idBefore = (now: DateTime.Utc, milliseconds: number) =>
  decisionIdAt(DateTime.toEpochMillis(now) - milliseconds)

const byPause = { check: "user_paused", policyLine: null, action: { type: "block" } } as const

const change = (workspace: Workspace, note: string | null = null) => ({
  workspace,
  user: "u",
  actor: operator,
  note
})

/** What every UserStates does, whatever keeps them. */
export const userStatesContract = <E>(name: string, implementation: Layer.Layer<UserPorts, E>) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("knows nothing of a user that was never seen", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const unknown = { version: 0, pause: null, counts: [0, 0] }
        assert.deepStrictEqual(yield* standing(workspace, [ruleOf("1"), ruleOf("2")]), unknown)
        const view = yield* (yield* UserStates).view(workspace, "u", yield* DateTime.now)
        const none = { allow: 0, review: 0, block: 0 }
        assert.deepStrictEqual(view, { pause: null, counts: [none, none, none], lastDecisions: [] })
      })
    )

    it.effect("counts for each rule what fulfils its condition, up to its count", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const otherPolicy = PolicyId.make(idOf("pol", "9"))
        yield* log(workspace, { ...blocked, tags: ["a", "b"], checks: [reached("adult")] })
        yield* log(workspace, { ...blocked, tags: ["b"], policy: { id: otherPolicy, version: 1 } })
        yield* log(workspace, {
          ...blocked,
          outcome: "review",
          checks: [reached("real_person"), reached("adult")]
        })
        yield* log(workspace, { ...blocked, outcome: "allow", tags: ["a,b", '"a"'] })
        const conditions = [
          {},
          { outcomes: ["allow", "review", "block"] },
          { outcomes: ["block", "review"], check: "adult" },
          { outcomes: ["allow", "review", "block"], check: "real_person" },
          { outcomes: ["allow", "review", "block"], check: "minors_sexual" },
          { outcomes: ["allow", "review", "block"], tag: "a" },
          { tag: "b" },
          { outcomes: ["allow"], tag: '"a"' },
          { tag: "" },
          { policyId },
          { policyId: otherPolicy, tag: "b" },
          { policyId: otherPolicy, check: "adult" }
        ] as const
        const rules = conditions.map((some) => ruleOf("1", { when: when(some) }))
        const { counts } = yield* standing(workspace, rules)
        assert.deepStrictEqual(
          counts.map((count) => Math.min(count, 3)),
          [2, 3, 2, 1, 0, 1, 2, 1, 0, 1, 1, 0]
        )
        const capped = yield* standing(workspace, [ruleOf("1", { count: 1 })])
        assert.isAtLeast(capped.counts[0] ?? 0, 1)
      })
    )

    it.effect("counts no dry run, no block of a pause, no other user, mode or workspace", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const mode: Workspace = { ...workspace, mode: "test" }
        yield* log(workspace, { ...blocked, dryRun: true })
        yield* log(workspace, { ...blocked, decidedBy: byPause })
        yield* log(workspace, { ...blocked, user: "U" })
        yield* log(workspace, { ...blocked, user: null })
        yield* log(mode)
        yield* log(yield* newWorkspace("live"))
        const rules = [ruleOf("1"), ruleOf("2", { when: when({ tag: null, policyId }) })]
        assert.deepStrictEqual((yield* standing(workspace, rules)).counts, [0, 0])
        yield* log(workspace)
        assert.deepStrictEqual((yield* standing(workspace, rules)).counts, [1, 1])
      })
    )

    it.effect("looks past the blocks of a pause, however many they are", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        yield* log(workspace)
        for (let count = 0; count < 5; count += 1) yield* log(workspace, { ...blocked, decidedBy: byPause })
        assert.deepStrictEqual((yield* standing(workspace, [ruleOf("1", { count: 2 })])).counts, [1])
      })
    )

    it.effect("counts within the window, to the millisecond", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const users = yield* UserStates
        const now = yield* DateTime.now
        for (const age of [59_999, 60_000, 3_599_999, 3_600_000]) {
          yield* log(workspace, { ...blocked, id: yield* idBefore(now, age) })
        }
        const rules = [60, 3_600, 2_592_000].map((windowSeconds) => ruleOf("1", { windowSeconds, count: 9 }))
        assert.deepStrictEqual((yield* users.standing(workspace, "u", rules, now)).counts, [1, 3, 4])
      })
    )

    it.effect("reads tags of any text, also beside those that no rule can name", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const tags = ["a", "C:\\users", "\\u0000", "\u0001", "\u2028\u007f", 'é"\n', "😀"]
        yield* log(workspace, { ...blocked, tags: ["\0", "\ud800", ...tags] })
        const rules = [...tags, "u", "users"].map((tag) => ruleOf("1", { when: when({ tag }) }))
        assert.deepStrictEqual((yield* standing(workspace, rules)).counts, [1, 1, 1, 1, 1, 1, 1, 0, 0])
      })
    )

    it.effect("pauses and resumes a user by hand, each of which a check in flight takes note of", () =>
      Effect.gen(function* () {
        const users = yield* UserStates
        const workspace = yield* newWorkspace("live")
        yield* users.pause(change(workspace, "why"))
        const { pause, version } = yield* standing(workspace)
        assert.deepStrictEqual(
          [pause?.until, pause?.by, version],
          [null, { type: "person", actor: "operator", note: "why" }, 1]
        )
        assert.isNull((yield* standing({ ...workspace, mode: "test" })).pause)
        assert.isNull((yield* standing(workspace, [], "v")).pause)
        yield* users.resume(change(workspace))
        const resumed = yield* standing(workspace)
        assert.isNull(resumed.pause)
        assert.isAbove(resumed.version, version)
      })
    )

    it.effect("puts a person's pause without an end in the place of a rule's", () =>
      Effect.gen(function* () {
        const users = yield* UserStates
        const workspace = yield* newWorkspace()
        const since = yield* DateTime.now
        const pause = { ruleId: ruleOf("1").id, since, until: DateTime.add(since, { seconds: 5 }) }
        yield* log(workspace, blocked, { userUpdate: { version: 0, pause } })
        yield* Effect.sleep(2)
        yield* users.pause(change(workspace, "why"))
        const standings = yield* standing(workspace)
        const by = { type: "person", actor: "operator", note: "why" } as const
        assert.deepInclude(standings.pause, { until: null, by })
        assert.isTrue(DateTime.isGreaterThan(standings.pause?.since ?? since, since))
        yield* users.pause(change(workspace))
        assert.deepInclude((yield* standing(workspace)).pause, { by: { ...by, note: null } })
      })
    )

    it.effect("resumes one user, whose decisions count from there for rules that pause", () =>
      Effect.gen(function* () {
        const users = yield* UserStates
        const workspace = yield* newWorkspace()
        const rules = [ruleOf("1"), ruleOf("2", { effect: { type: "pause", seconds: null } })]
        yield* log(workspace)
        yield* Effect.sleep(2)
        // Nobody is paused: nothing is forgiven.
        yield* users.resume(change(workspace))
        assert.deepStrictEqual((yield* standing(workspace, rules)).counts, [1, 1])
        const others = [
          [workspace, "v"],
          [{ ...workspace, mode: "live" }, "u"],
          [yield* newWorkspace(), "u"]
        ] as const
        for (const [where, user] of others) {
          yield* log(where, { ...blocked, user })
          yield* users.pause({ ...change(where), user })
        }
        yield* users.pause(change(workspace))
        yield* users.resume(change(workspace))
        assert.deepStrictEqual((yield* standing(workspace, rules)).counts, [1, 0])
        for (const [where, user] of others) {
          const { counts, pause } = yield* standing(where, rules, user)
          assert.isNotNull(pause)
          assert.deepStrictEqual(counts, [1, 1])
        }
        yield* Effect.sleep(2)
        yield* log(workspace)
        assert.deepStrictEqual((yield* standing(workspace, rules)).counts, [2, 1])
      })
    )

    it.effect("shows a user's counts by outcome over 1, 7 and 30 days, and its last ten decisions", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const now = yield* DateTime.now
        const day = 86_400_000
        const ids = []
        for (const [days, outcome] of [
          [40, "allow"],
          [29, "block"],
          [29, "review"],
          [6, "block"],
          [0.5, "allow"]
        ] as const) {
          const id = yield* idBefore(now, days * day)
          yield* log(workspace, { ...blocked, outcome, id, ...(days === 6 ? { decidedBy: byPause } : {}) })
          ids.unshift(id)
        }
        for (let age = 9; age > 0; age -= 1) {
          const id = yield* idBefore(now, age)
          yield* log(workspace, { ...blocked, outcome: "allow", id })
          ids.unshift(id)
        }
        yield* log(workspace, { ...blocked, dryRun: true })
        const users = yield* UserStates
        yield* log(workspace, { ...blocked, user: "v" })
        yield* users.pause({ ...change(workspace), user: "v" })
        const others: ReadonlyArray<Workspace> = [{ ...workspace, mode: "live" }, yield* newWorkspace()]
        for (const other of others) {
          yield* log(other)
          yield* users.pause(change(other))
        }
        const view = yield* users.view(workspace, "u", now)
        assert.deepStrictEqual(view, {
          pause: null,
          counts: [
            { allow: 10, review: 0, block: 0 },
            { allow: 10, review: 0, block: 1 },
            { allow: 10, review: 1, block: 2 }
          ],
          lastDecisions: ids.slice(0, 10)
        })
      })
    )
  })
