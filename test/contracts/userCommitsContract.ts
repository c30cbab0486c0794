import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option, Result } from "effect"
import type { Layer } from "effect"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { UserChanged } from "../../src/domain/screening/EndUsers.ts"
import { ruleOf } from "../domain/users/someRules.ts"
import { newDecision, newRecord, newWorkspace } from "../fixtures.ts"
import { blocked, log, standing } from "./userDecisions.ts"
import type { UserPorts } from "./userDecisions.ts"

/** What every DecisionLog does with a decision that counts for a rule on its user, whatever keeps them. */
export const userCommitsContract = <E>(name: string, implementation: Layer.Layer<UserPorts, E>) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("writes a decision only on the version of its user that it was ruled on", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const decisions = yield* DecisionLog
        const userUpdate = { version: 0, pause: null }
        const first = yield* log(workspace, blocked, { userUpdate })
        assert.strictEqual((yield* standing(workspace)).version, 1)

        const late = { ...(yield* newRecord(workspace, { decision: blocked })), userUpdate }
        assert.instanceOf(yield* Effect.flip(decisions.commit(late)), UserChanged)
        assert.isTrue(Option.isNone(yield* decisions.find(workspace, late.decision.id)))

        // Sent again, as when the answer was lost.
        assert.deepStrictEqual(yield* decisions.commit(first), { decision: first.decision, replayed: false })
        const { counts, version } = yield* standing(workspace, [ruleOf("1")])
        assert.deepStrictEqual([version, counts], [1, [1]])
      })
    )

    it.effect("leaves the key of a decision free that was not written, and counts no replay", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const decisions = yield* DecisionLog
        const claim = { key: "k", request: "enforced {}" }
        yield* log(workspace, blocked, { userUpdate: { version: 0, pause: null } })
        const record = yield* newRecord(workspace, { claim, decision: blocked })
        const late = { ...record, userUpdate: { version: 0, pause: null } }
        assert.instanceOf(yield* Effect.flip(decisions.commit(late)), UserChanged)
        assert.isTrue(Option.isNone(yield* decisions.replay(workspace, claim)))
        const now = { ...record, userUpdate: { version: 1, pause: null } }
        assert.isFalse((yield* decisions.commit(now)).replayed)

        const pause = { ruleId: ruleOf("1").id, since: yield* DateTime.now, until: null }
        const repeat = yield* newRecord(workspace, { claim, decision: blocked })
        const standingDecision = yield* decisions.commit({ ...repeat, userUpdate: { version: 2, pause } })
        assert.deepStrictEqual(
          [standingDecision.replayed, standingDecision.decision.id],
          [true, record.decision.id]
        )
        const after = yield* standing(workspace, [ruleOf("1")])
        assert.deepStrictEqual([after.counts, after.pause], [[2], null])
      })
    )

    it.effect("writes exactly one of many that were ruled on the same version", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const results = yield* Effect.all(
          Array.from({ length: 20 }, () =>
            Effect.result(log(workspace, blocked, { userUpdate: { version: 0, pause: null } }))
          ),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(results.filter(Result.isSuccess), 1)
        const { counts, version } = yield* standing(workspace, [ruleOf("1")])
        assert.deepStrictEqual([version, counts], [1, [1]])
      })
    )

    it.effect("writes the dry run beside a decision with it or not at all", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const decisions = yield* DecisionLog
        const pair = Effect.gen(function* () {
          const record = yield* newRecord(workspace, { decision: blocked })
          const dryRunDecision = yield* newDecision(workspace, { ...blocked, dryRun: true })
          return { ...record, dryRunDecision, userUpdate: { version: 0, pause: null } }
        })
        const [first, second] = [yield* pair, yield* pair]
        yield* decisions.commit(first)
        yield* Effect.flip(decisions.commit(second))
        const found = yield* Effect.forEach([first, second], ({ dryRunDecision }) =>
          decisions.find(workspace, dryRunDecision.id)
        )
        assert.deepStrictEqual(found.map(Option.isSome), [true, false])
        assert.strictEqual((yield* standing(workspace)).version, 1)
      })
    )

    it.effect("keeps what a decision was ruled on, and the pause that it made", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const { count, effect, id, name, windowSeconds } = ruleOf("1", {
          effect: { type: "pause", seconds: 5 }
        })
        const since = yield* DateTime.now
        const until = DateTime.add(since, { seconds: 5 })
        const record = yield* log(
          workspace,
          {
            ...blocked,
            appliedRules: [{ id, name, count, windowSeconds, effect }],
            actions: { reviewId: null, webhookEvents: [], webhooksSuppressed: null, userPaused: true }
          },
          { userUpdate: { version: 0, pause: { ruleId: id, since, until } } }
        )
        const found = yield* (yield* DecisionLog).find(workspace, record.decision.id)
        assert.deepStrictEqual(Option.getOrThrow(found), record.decision)
        const by = { type: "rule", ruleId: id, decisionId: record.decision.id } as const
        assert.deepStrictEqual((yield* standing(workspace)).pause, { since, until, by })
      })
    )
  })
