import { DateTime, Effect, Layer } from "effect"
import { EndUsers, UserChanged } from "../screening/EndUsers.ts"
import type { UserDecision, UserRuling } from "../screening/EndUsers.ts"
import { WorkspaceLocks } from "../screening/WorkspaceLocks.ts"
import { measure } from "../shared/stopwatch.ts"
import type { Stopwatch } from "../shared/stopwatch.ts"
import { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Rule } from "./Rule.ts"
import { Rules } from "./Rules.ts"
import { ruleOn, someMayMatch } from "./ruling.ts"
import { UserStates } from "./UserStates.ts"

const unwatched: UserRuling = { isPaused: false, applied: [], appliedUncounted: [], update: null }

const isUserChanged = (error: unknown): error is UserChanged => error instanceof UserChanged

/** How often a decision is ruled on again before its caller is told to try again later. */
const mostRetries = 100

const mayCount = ({ dryRun, policyId, routing }: UserDecision, rules: ReadonlyArray<Rule>): boolean =>
  !dryRun && someMayMatch(rules, { ...routing, policyId })

/**
 * Applies the rules to a decision, using what is logged about its user. The commit refuses a decision if its user has
 * changed since the rules looked, which makes the rules exact over any number of processes. Within a process, the
 * decisions of one user that rules may count take turns, so that such refusals are rare.
 */
export const EndUsersLayer = Layer.effect(
  EndUsers,
  Effect.gen(function* () {
    const rules = yield* Rules
    const states = yield* UserStates
    const locks = yield* WorkspaceLocks

    const rulingOn = (
      stopwatch: Stopwatch,
      decision: UserDecision,
      user: string,
      watched: ReadonlyArray<Rule>
    ) =>
      Effect.suspend(() =>
        measure(stopwatch, "rules", () => {
          const now = DateTime.makeUnsafe(stopwatch.clock.currentTimeMillisUnsafe())
          return Effect.map(states.standing(decision.workspace, user, watched, now), (standing) =>
            ruleOn(decision, watched, standing, now)
          )
        })
      )

    return EndUsers.of({
      withRuling: <A, E, R>(
        stopwatch: Stopwatch,
        decision: UserDecision,
        use: (ruling: UserRuling) => Effect.Effect<A, E, R>
      ) => {
        const { user, workspace } = decision
        const settled = (attempt: Effect.Effect<A, E | UserChanged | StorageUnavailable, R>) =>
          Effect.catchIf(attempt, isUserChanged, () =>
            Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 }))
          )
        // No user is updated here, so the commit cannot fail with `UserChanged` and there is nothing to retry.
        if (user === null) return settled(use(unwatched))
        return Effect.flatMapEager(rules.watch(workspace.tenantId), ({ pausedModes, rules: watched }) => {
          if (watched.length === 0 && !pausedModes.has(workspace.mode)) return settled(use(unwatched))
          const attempt = Effect.flatMap(rulingOn(stopwatch, decision, user, watched), use)
          const ruled = settled(Effect.retry(attempt, { times: mostRetries, while: isUserChanged }))
          return mayCount(decision, watched) ? locks.withUserLock(workspace, user)(ruled) : ruled
        })
      }
    })
  })
)
