import { Context, DateTime, Effect, Layer } from "effect"
import type { Schema } from "effect"
import type { SqlError } from "effect/sql"
import { actorName } from "../../domain/shared/Actor.ts"
import type { Actor } from "../../domain/shared/Actor.ts"
import type { TenantId } from "../../domain/shared/ids.ts"
import { MasterKey } from "./encryption.ts"
import { assign, rowsOf, scopedSql, scopeOf } from "./scopedSql.ts"

export interface AuditEntry {
  readonly actor: Actor
  /** What happened, as `<thing>.<past tense>`: `policy.published`, `key.revoked`. */
  readonly action: string
  /** The id of what it happened to. */
  readonly subject: string
  /** What changed, without secrets and prompts; null where there was or is nothing. */
  readonly before: Schema.Json | null
  readonly after: Schema.Json | null
}

/** What a link of the chain is made of, beside the link before it. `at` is in milliseconds. */
export const linkText = (tenantId: TenantId, entry: number, at: number, written: WrittenEntry): string =>
  JSON.stringify([
    tenantId,
    entry,
    at,
    written.actor,
    written.action,
    written.subject,
    written.before,
    written.after
  ])

/** An entry as it is stored: the actor by name, `before` and `after` as JSON text. */
export interface WrittenEntry {
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly before: string | null
  readonly after: string | null
}

const toText = (value: Schema.Json | null) => (value === null ? null : JSON.stringify(value))

/** What the seal of a chain's end is made of, beside the last link. */
export const headText = (tenantId: TenantId, entries: number): string => JSON.stringify([tenantId, entries])

/** The link before a tenant's first entry. */
export const firstLink = new Uint8Array(32)

/** Appends to a tenant's audit log, in the transaction of the change that it tells of. */
export class AuditTrail extends Context.Service<
  AuditTrail,
  { readonly append: (tenantId: TenantId, entry: AuditEntry) => Effect.Effect<void, SqlError.SqlError> }
>()("prescreen/adapters/postgres/AuditTrail") {}

export const AuditTrailLayer = Layer.effect(
  AuditTrail,
  Effect.gen(function* () {
    const sql = yield* scopedSql
    const { chainAudit } = yield* MasterKey

    return {
      append: Effect.fnUntraced(function* (tenantId, { action, actor, after, before, subject }) {
        // Held until the transaction ends: the entries of one tenant are written one after the other.
        yield* sql`
          INSERT INTO audit_heads ${rowsOf(tenantId, {
            entries: 0,
            link: firstLink,
            seal: chainAudit(firstLink, headText(tenantId, 0))
          })} ON CONFLICT DO NOTHING`
        const [head = { entries: 0n, link: firstLink }] = yield* sql<{
          readonly entries: bigint
          readonly link: Uint8Array
        }>`SELECT entries, link FROM audit_heads WHERE ${scopeOf(tenantId)} FOR UPDATE`
        const at = yield* DateTime.now
        const entry = Number(head.entries) + 1
        const written = {
          actor: actorName(actor),
          action,
          subject,
          before: toText(before),
          after: toText(after)
        }
        const link = chainAudit(head.link, linkText(tenantId, entry, at.epochMilliseconds, written))
        yield* sql`
          INSERT INTO audit_log ${rowsOf(tenantId, { entry, at: DateTime.toDateUtc(at), ...written, link })}`
        const seal = chainAudit(link, headText(tenantId, entry))
        yield* sql`
          UPDATE audit_heads SET ${assign({ entries: entry, link, seal })} WHERE ${scopeOf(tenantId)}`
      })
    }
  })
)
