import { Context } from "effect"
import type { DateTime, Effect, Schema } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"

/** What reading a tenant's whole log found. */
export type AuditFinding =
  | { readonly ok: true; readonly entries: number }
  /** The first entry, from 1, that is not as it was written, or is missing. */
  | { readonly ok: false; readonly entry: number; readonly reason: AuditFault }

/** How an entry differs from what was written: it is gone, altered, or was never written by the service. */
export type AuditFault = "missing" | "changed" | "inserted"

/** What was changed, by whom, from what to what. */
export interface AuditedChange {
  /** Its number in the tenant's log, from 1. */
  readonly entry: number
  readonly at: DateTime.Utc
  /** The id of a key, or the name of who else did it. */
  readonly actor: string
  readonly action: string
  /** The id of what it happened to. */
  readonly subject: string
  /** Null where there was or is nothing. */
  readonly before: Schema.Json
  readonly after: Schema.Json
}

/**
 * Everything that ever changed a tenant's settings, keys, policies, rules, users or plan, and every verdict, each entry
 * chained to the one before it.
 */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** The latest entries, the newest last. */
    readonly list: (
      tenantId: TenantId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<AuditedChange>, StorageUnavailable>
    readonly verify: (tenantId: TenantId) => Effect.Effect<AuditFinding, StorageUnavailable>
    /** Puts into the logs what commits of decisions have left for them: the pauses that rules make. */
    readonly chainPending: Effect.Effect<void, StorageUnavailable>
  }
>()("prescreen/domain/tenancy/AuditLog") {}
