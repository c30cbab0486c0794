import { Context } from "effect"
import type { DateTime, Effect, Schema } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"

/** The result of verifying a tenant's whole log. */
export type AuditFinding =
  | { readonly ok: true; readonly entries: number }
  /** `entry` is the number, from 1, of the first entry that is not as it was written. */
  | { readonly ok: false; readonly entry: number; readonly reason: AuditFault }

/** How an entry differs from what was written: it is missing, was altered, or was never written by the service. */
export type AuditFault = "missing" | "changed" | "inserted"

/** Who changed what, with the values before and after. */
export interface AuditedChange {
  /** Its number in the tenant's log, from 1. */
  readonly entry: number
  readonly at: DateTime.Utc
  /** The id of an API key, or the name of any other actor. */
  readonly actor: string
  readonly action: string
  /** The id of the thing that was changed. */
  readonly subject: string
  /** Null if there was nothing before; `after` is null if there is nothing left. */
  readonly before: Schema.Json
  readonly after: Schema.Json
}

/**
 * Every change to a tenant's settings, keys, policies, rules, users or plan, and every verdict. Each entry is chained
 * to the previous one.
 */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** The latest entries, oldest of them first. */
    readonly list: (
      tenantId: TenantId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<AuditedChange>, StorageUnavailable>
    /** Reads the tenant's whole log and checks the chain. */
    readonly verify: (tenantId: TenantId) => Effect.Effect<AuditFinding, StorageUnavailable>
    /** Appends the changes that commits of decisions have left pending: the pauses made by rules. */
    readonly chainPending: Effect.Effect<void, StorageUnavailable>
  }
>()("prescreen/domain/tenancy/AuditLog") {}
