import { Context, DateTime } from "effect"
import type { Effect } from "effect"
import type { Outcome } from "../policy/Action.ts"
import type { Actor } from "../shared/Actor.ts"
import type { DecisionId, RuleId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { Rule } from "./Rule.ts"

/** Who or what paused a user. */
export type PausedBy =
  | { readonly type: "rule"; readonly ruleId: RuleId; readonly decisionId: DecisionId }
  /** `actor` is a name, as `actorName` writes it. */
  | { readonly type: "person"; readonly actor: string; readonly note: string | null }

export interface Pause {
  readonly since: DateTime.Utc
  /** Null means until someone resumes the user. */
  readonly until: DateTime.Utc | null
  readonly by: PausedBy
}

/** Whether a pause is still in force. */
export const isInForce = ({ until }: Pick<Pause, "until">, now: DateTime.Utc): boolean =>
  until === null || DateTime.isGreaterThan(until, now)

/** What the rules need to know about a user, as of one moment. */
export interface UserStanding {
  /** 0 for a user about whom nothing was ever written. */
  readonly version: number
  /** The user's last pause, which may be over. */
  readonly pause: Pause | null
  /** For each of the given rules, in their order, how many decisions match it, counted up to the rule's own count. */
  readonly counts: ReadonlyArray<number>
}

/** Decisions by outcome, without dry runs; at most `mostCounted` of each. */
export type OutcomeCounts = Readonly<Record<Outcome, number>>

/** The periods, in days, over which a user's decisions are counted. The longest is last. */
export const countedDays = [1, 7, 30] as const

/** No count of a user's decisions goes beyond this. Some tenants send one user's id with all their checks. */
export const mostCounted = 10_000

/** What a workspace knows about one of its end users. */
export interface UserView {
  /** The user's last pause, which may be over. */
  readonly pause: Pause | null
  /** One entry for each of `countedDays`. */
  readonly counts: ReadonlyArray<OutcomeCounts>
  /** Newest first, without dry runs. */
  readonly lastDecisions: ReadonlyArray<DecisionId>
}

/** Which user is changed, and by whom. */
export interface UserChange {
  readonly workspace: Workspace
  readonly user: string
  readonly actor: Actor
  readonly note: string | null
}

/** What the service stores about end users. It has no list of them: any text is a valid user id, known or not. */
export class UserStates extends Context.Service<
  UserStates,
  {
    /**
     * The user's state at `now`, the end of the rules' time windows. For a rule that pauses, decisions from before
     * the user was last resumed do not count.
     */
    readonly standing: (
      workspace: Workspace,
      user: string,
      rules: ReadonlyArray<Rule>,
      now: DateTime.Utc
    ) => Effect.Effect<UserStanding, StorageUnavailable>
    readonly view: (
      workspace: Workspace,
      user: string,
      now: DateTime.Utc
    ) => Effect.Effect<UserView, StorageUnavailable>
    /** Pauses the user until someone resumes them. Replaces any other pause. */
    readonly pause: (change: UserChange) => Effect.Effect<void, StorageUnavailable>
    /** Ends the user's pause. Changes nothing if the user is not paused. */
    readonly resume: (change: UserChange) => Effect.Effect<void, StorageUnavailable>
  }
>()("prescreen/domain/users/UserStates") {}
