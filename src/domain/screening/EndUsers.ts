import { Context, Schema } from "effect"
import type { DateTime, Effect } from "effect"
import type { Routing } from "../policy/routing.ts"
import type { PolicyId, RuleId } from "../shared/ids.ts"
import type { Stopwatch } from "../shared/stopwatch.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"

/** Of the caller's id of an end user, in characters. */
export const longestUserId = 128

/**
 * What a rule does to an end user whose decisions fulfil it. If `seconds` is null, the pause lasts until someone
 * resumes the user.
 */
export type RuleEffect =
  | { readonly type: "tag"; readonly tag: string }
  | { readonly type: "pause"; readonly seconds: number | null }

/** A rule that a decision fulfilled, as the rule was then. */
export interface AppliedRule {
  readonly id: RuleId
  readonly name: string
  /** How many decisions within the window it takes to fulfil the rule. */
  readonly count: number
  readonly windowSeconds: number
  readonly effect: RuleEffect
}

/** The tags of the policy, then those of the rules, each once. */
export const withRuleTags = (
  tags: ReadonlyArray<string>,
  applied: ReadonlyArray<AppliedRule>
): ReadonlyArray<string> =>
  applied.length === 0
    ? tags
    : Array.from(
        new Set([...tags, ...applied.flatMap(({ effect }) => (effect.type === "tag" ? [effect.tag] : []))])
      )

/** What a decision changes about its end user. */
export interface UserUpdate {
  /** The end user's version when the rules looked. Every change that matters to a rule raises it. */
  readonly version: number
  /** The pause to set; null sets none. A null `until` means until someone resumes the user. */
  readonly pause: {
    readonly ruleId: RuleId
    readonly since: DateTime.Utc
    readonly until: DateTime.Utc | null
  } | null
}

/** What the workspace's rules say about a decision. */
export interface UserRuling {
  readonly isPaused: boolean
  /** The rules that tag the decision or pause its end user. */
  readonly applied: ReadonlyArray<AppliedRule>
  /** The same for a decision that rules do not count, such as a dry run beside this one. */
  readonly appliedUncounted: ReadonlyArray<AppliedRule>
  /** Null if no rule counts the decision. */
  readonly update: UserUpdate | null
}

/** The parts of a decision that rules look at. */
export interface UserDecision {
  readonly workspace: Workspace
  readonly user: string | null
  readonly policyId: PolicyId
  /** The policy's result, before any rule. */
  readonly routing: Routing
  readonly dryRun: boolean
  /** The tenant's setting. */
  readonly shadowMode: boolean
}

/** The end user changed after the rules had looked. Nothing was written. */
export class UserChanged extends Schema.TaggedError<UserChanged>()("UserChanged", {}) {}

/** What screening needs to know about end users. */
export class EndUsers extends Context.Service<
  EndUsers,
  {
    /**
     * Applies the workspace's rules to a decision and passes the ruling to `use`, which logs the decision. If the end
     * user has changed in the meantime, it starts again. So each decision is ruled on by exactly what was logged
     * about its user before it, however many processes make decisions at once. Reads nothing if there are no rules
     * and no paused users.
     */
    readonly withRuling: <A, E, R>(
      stopwatch: Stopwatch,
      decision: UserDecision,
      use: (ruling: UserRuling) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, Exclude<E, UserChanged> | StorageUnavailable, R>
  }
>()("prescreen/domain/screening/EndUsers") {}
