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
  /** `actor` is its name. */
  | { readonly type: "person"; readonly actor: string; readonly note: string | null }

export interface Pause {
  readonly since: DateTime.Utc
  /** Null is until someone resumes the user. */
  readonly until: DateTime.Utc | null
  readonly by: PausedBy
}

/** Whether a pause is still on. */
export const lasts = ({ until }: Pick<Pause, "until">, now: DateTime.Utc): boolean =>
  until === null || DateTime.isGreaterThan(until, now)

/** What is known of a user at one moment. */
export interface UserStanding {
  /** 0 for a user that nothing was ever written of. */
  readonly version: number
  /** Over or not. */
  readonly pause: Pause | null
  /** For each rule that was asked about, in that order, the decisions that it counts, up to its count. */
  readonly counts: ReadonlyArray<number>
}

/** Decisions by outcome, dry runs left out. */
export type OutcomeCounts = Readonly<Record<Outcome, number>>

/** The spans, in days, that a user's decisions are counted over, the longest last. */
export const countedDays = [1, 7, 30] as const

/** What is known of an end user in one workspace. */
export interface UserView {
  /** Over or not. */
  readonly pause: Pause | null
  /** One for each of `countedDays`. */
  readonly counts: ReadonlyArray<OutcomeCounts>
  /** Newest first, dry runs left out. */
  readonly lastDecisions: ReadonlyArray<DecisionId>
}

/** Which user is changed, and by whom. */
export interface UserChange {
  readonly workspace: Workspace
  readonly user: string
  readonly actor: Actor
  readonly note: string | null
}

/** What the service keeps of the end users. There is no list of them: any text names one, known or not. */
export class UserStates extends Context.Service<
  UserStates,
  {
    /**
     * The user at one moment, `now`, which the windows of the rules end with. A rule that pauses counts nothing
     * from before the user was last resumed.
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
    /** Pauses the user until someone resumes them, in place of any other pause. */
    readonly pause: (change: UserChange) => Effect.Effect<void, StorageUnavailable>
    /** Ends the user's pause. Nothing changes for a user who is not paused. */
    readonly resume: (change: UserChange) => Effect.Effect<void, StorageUnavailable>
  }
>()("prescreen/domain/users/UserStates") {}
