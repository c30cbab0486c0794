import { DateTime, Effect, Layer, Ref } from "effect"
import type { Decision } from "../../src/domain/screening/Decision.ts"
import { actorName } from "../../src/domain/shared/Actor.ts"
import { createdAtOf } from "../../src/domain/shared/ids.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import type { Rule } from "../../src/domain/users/Rule.ts"
import { matches } from "../../src/domain/users/ruling.ts"
import { countedDays, isInForce, mostCounted, UserStates } from "../../src/domain/users/UserStates.ts"
import type { UserChange } from "../../src/domain/users/UserStates.ts"
import { HeldUsers, nobody, userKey } from "./HeldUsers.ts"
import type { HeldUser } from "./HeldUsers.ts"
import { LoggedRecords } from "./InMemoryDecisionLog.ts"

const isAfter = (decision: Decision, moment: DateTime.Utc) =>
  DateTime.isGreaterThan(createdAtOf(decision.id), moment)

const countOf = (
  rule: Rule,
  { resumedAt }: HeldUser,
  decisions: ReadonlyArray<Decision>,
  now: DateTime.Utc
) => {
  const counted = decisions.filter(
    (decision) =>
      isAfter(decision, DateTime.subtract(now, { seconds: rule.windowSeconds })) &&
      (rule.effect.type === "tag" || resumedAt === null || isAfter(decision, resumedAt)) &&
      decision.decidedBy?.check !== "user_paused" &&
      matches(rule.when, { ...decision, policyId: decision.policy.id })
  )
  return Math.min(counted.length, rule.count)
}

/** What the fake log tells of the users. */
export const InMemoryUserStates = Layer.effect(
  UserStates,
  Effect.gen(function* () {
    const { lock, states } = yield* HeldUsers
    const records = yield* LoggedRecords

    const heldOf = (workspace: Workspace, user: string) =>
      Effect.map(Ref.get(states), (held) => held.get(userKey(workspace, user)) ?? nobody)

    /** Newest first, dry runs left out. */
    const decisionsOf = ({ mode, tenantId }: Workspace, user: string) =>
      Effect.map(Ref.get(records), (all) =>
        all
          .filter(({ workspace }) => workspace.tenantId === tenantId && workspace.mode === mode)
          .map(({ decision }) => decision)
          .filter((decision) => decision.user === user && !decision.dryRun)
          .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      )

    const change = (
      { user, workspace }: UserChange,
      apply: (held: HeldUser, now: DateTime.Utc) => Partial<HeldUser>
    ) =>
      Effect.flatMap(DateTime.now, (now) =>
        Ref.update(states, (all) => {
          const held = all.get(userKey(workspace, user)) ?? nobody
          const changed = { ...held, version: held.version + 1, ...apply(held, now) }
          return new Map(all).set(userKey(workspace, user), changed)
        })
      ).pipe((changing) => lock.withPermit(changing))

    return UserStates.of({
      standing: Effect.fnUntraced(
        function* (workspace, user, rules, now) {
          const held = yield* heldOf(workspace, user)
          const decisions = yield* decisionsOf(workspace, user)
          const { pause, version } = held
          return { version, pause, counts: rules.map((rule) => countOf(rule, held, decisions, now)) }
        },
        (read) => lock.withPermit(read)
      ),
      view: Effect.fnUntraced(function* (workspace, user, now) {
        const decisions = yield* decisionsOf(workspace, user)
        const { pause } = yield* heldOf(workspace, user)
        return {
          pause,
          counts: countedDays.map((days) => {
            const start = DateTime.subtract(now, { days })
            const within = decisions.filter(
              (decision) => !DateTime.isLessThan(createdAtOf(decision.id), start)
            )
            const of = (outcome: Decision["outcome"]) =>
              Math.min(within.filter((decision) => decision.outcome === outcome).length, mostCounted)
            return { allow: of("allow"), review: of("review"), block: of("block") }
          }),
          lastDecisions: decisions.slice(0, 10).map(({ id }) => id)
        }
      }),
      pause: (asked) =>
        change(asked, (_, since) => ({
          pause: {
            since,
            until: null,
            by: { type: "person", actor: actorName(asked.actor), note: asked.note }
          }
        })),
      resume: (asked) =>
        change(asked, ({ pause }, now) =>
          pause !== null && isInForce(pause, now) ? { pause: null, resumedAt: now } : {}
        )
    })
  })
)
