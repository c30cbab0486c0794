import { Context, Schema } from "effect"
import type { DateTime, Effect } from "effect"
import type { Routing } from "../policy/routing.ts"
import type { PolicyId, RuleId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"

/** What a rule does to the end user whose decisions fulfil it. Null seconds last until someone resumes the user. */
export type RuleEffect =
  | { readonly type: "tag"; readonly tag: string }
  | { readonly type: "pause"; readonly seconds: number | null }

/** A rule that a decision fulfilled, as it was then. */
export interface AppliedRule {
  readonly id: RuleId
  readonly name: string
  readonly count: number
  readonly windowSeconds: number
  readonly effect: RuleEffect
}

/** The tags of a policy and then those of the rules, each once. */
export const withRuleTags = (
  tags: ReadonlyArray<string>,
  applied: ReadonlyArray<AppliedRule>
): ReadonlyArray<string> =>
  applied.length === 0
    ? tags
    : Array.from(
        new Set([...tags, ...applied.flatMap(({ effect }) => (effect.type === "tag" ? [effect.tag] : []))])
      )

/** What a decision changes of its end user. */
export interface UserUpdate {
  /** Of the end user, as the rules saw it. Every change that matters to a rule raises it. */
  readonly version: number
  /** With `until` null it lasts until someone resumes the user. */
  readonly pause: {
    readonly ruleId: RuleId
    readonly since: DateTime.Utc
    readonly until: DateTime.Utc | null
  } | null
}

/** What the workspace's rules make of a decision. */
export interface UserRuling {
  readonly isPaused: boolean
  readonly applied: ReadonlyArray<AppliedRule>
  /** The same for a decision that counts for nothing, such as a dry run beside this one. */
  readonly appliedUncounted: ReadonlyArray<AppliedRule>
  /** Null for a decision that counts for no rule. */
  readonly update: UserUpdate | null
}

/** As much of a decision as rules look at. */
export interface UserDecision {
  readonly workspace: Workspace
  readonly user: string | null
  readonly policyId: PolicyId
  /** What the policy came to, before any rule. */
  readonly routing: Routing
  readonly dryRun: boolean
  /** The tenant's setting. */
  readonly shadowMode: boolean
}

/** Something else changed the end user after the rules had looked. Nothing was written. */
export class UserChanged extends Schema.TaggedError<UserChanged>()("UserChanged", {}) {}

/** The end users of the workspaces, as far as screening has to know of them. */
export class EndUsers extends Context.Service<
  EndUsers,
  {
    /**
     * Has `use` log a decision under what the workspace's rules make of it, and asks it again when the user has
     * changed meanwhile. So every decision is ruled on exactly what was logged of its user before it, however
     * many are made at once by however many processes. Without rules and paused users nothing is read.
     */
    readonly withRuling: <A, E, R>(
      decision: UserDecision,
      use: (ruling: UserRuling) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, Exclude<E, UserChanged> | StorageUnavailable, R>
  }
>()("prescreen/domain/screening/EndUsers") {}
