import { Context } from "effect"
import type { Effect } from "effect"
import type { Actor } from "../shared/Actor.ts"
import type { RuleId, TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Mode } from "../shared/Workspace.ts"
import type { RuleNotFound, TooManyRules } from "./errors.ts"
import type { Rule } from "./Rule.ts"

/** A rule without its id. */
export type RuleTerms = Omit<Rule, "id">

/** Which rule is changed, and by whom. */
export interface RuleChange {
  readonly tenantId: TenantId
  readonly ruleId: RuleId
  readonly actor: Actor
}

/** What tells a check whether it must look at its end user. */
export interface Watch {
  /** The enabled rules, oldest first. */
  readonly rules: ReadonlyArray<Rule>
  /** The modes in which at least one user is paused. */
  readonly pausedModes: ReadonlySet<Mode>
}

/** The rules on end users of each tenant. Each process sees a change once its cache has been notified. */
export class Rules extends Context.Service<
  Rules,
  {
    /** Cached, so that a check reads nothing if there are no rules and no paused users. */
    readonly watch: (tenantId: TenantId) => Effect.Effect<Watch, StorageUnavailable>
    /** Counts all rules, enabled or not. */
    readonly count: (tenantId: TenantId) => Effect.Effect<number, StorageUnavailable>
    /** Newest first. */
    readonly list: (tenantId: TenantId) => Effect.Effect<ReadonlyArray<Rule>, StorageUnavailable>
    readonly find: (
      tenantId: TenantId,
      ruleId: RuleId
    ) => Effect.Effect<Rule, RuleNotFound | StorageUnavailable>
    /** Concurrent calls never exceed `allowed`; null allows any number. */
    readonly create: (
      tenantId: TenantId,
      terms: RuleTerms,
      allowed: number | null,
      actor: Actor
    ) => Effect.Effect<Rule, TooManyRules | StorageUnavailable>
    /** Changes the given fields and leaves the others as they are. */
    readonly change: (
      where: RuleChange,
      terms: Partial<RuleTerms>
    ) => Effect.Effect<Rule, RuleNotFound | StorageUnavailable>
    /** Returns the removed rule. */
    readonly remove: (where: RuleChange) => Effect.Effect<Rule, RuleNotFound | StorageUnavailable>
  }
>()("prescreen/domain/users/Rules") {}
