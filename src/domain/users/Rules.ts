import { Context } from "effect"
import type { Effect } from "effect"
import type { Actor } from "../shared/Actor.ts"
import type { RuleId, TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Mode } from "../shared/Workspace.ts"
import type { RuleNotFound, TooManyRules } from "./errors.ts"
import type { Rule } from "./Rule.ts"

/** A rule, but for its id. */
export type RuleTerms = Omit<Rule, "id">

/** Where a change is made, and by whom. */
export interface RuleChange {
  readonly tenantId: TenantId
  readonly ruleId: RuleId
  readonly actor: Actor
}

/** Why a check has to look at its end user. */
export interface Watch {
  /** The enabled ones, oldest first. */
  readonly rules: ReadonlyArray<Rule>
  /** The modes in which some user is paused. */
  readonly pausedModes: ReadonlySet<Mode>
}

/** The rules of each tenant. A change is seen by every process once its cache is told. */
export class Rules extends Context.Service<
  Rules,
  {
    /** Remembered, so that a check without rules and paused users reads nothing. */
    readonly watch: (tenantId: TenantId) => Effect.Effect<Watch, StorageUnavailable>
    /** Enabled or not. */
    readonly count: (tenantId: TenantId) => Effect.Effect<number, StorageUnavailable>
    /** Newest first. */
    readonly list: (tenantId: TenantId) => Effect.Effect<ReadonlyArray<Rule>, StorageUnavailable>
    readonly find: (
      tenantId: TenantId,
      ruleId: RuleId
    ) => Effect.Effect<Rule, RuleNotFound | StorageUnavailable>
    /**
     * Of many at once no more succeed than are allowed; null allows any number.
     */
    readonly create: (
      tenantId: TenantId,
      terms: RuleTerms,
      allowed: number | null,
      actor: Actor
    ) => Effect.Effect<Rule, TooManyRules | StorageUnavailable>
    /** Changes what is given and leaves the rest. */
    readonly change: (
      where: RuleChange,
      terms: Partial<RuleTerms>
    ) => Effect.Effect<Rule, RuleNotFound | StorageUnavailable>
    /** Returns the rule that is gone. */
    readonly remove: (where: RuleChange) => Effect.Effect<Rule, RuleNotFound | StorageUnavailable>
  }
>()("prescreen/domain/users/Rules") {}
