import { Context, DateTime, Effect, Layer } from "effect"
import type { Schema } from "effect"
import type { SqlError } from "effect/sql"
import { actorName } from "../../../domain/shared/Actor.ts"
import type { Actor } from "../../../domain/shared/Actor.ts"
import type { TenantId } from "../../../domain/shared/ids.ts"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { makeBoundedTurns } from "../../../domain/shared/turns.ts"
import { MasterKey } from "../encryption/encryption.ts"
import { assign, rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"

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
  {
    readonly append: (tenantId: TenantId, entry: AuditEntry) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Chains what commits of decisions have left for a tenant's log, as much as fits a transaction of its own, and
     * tells whether there is more.
     */
    readonly chainPending: (tenantId: TenantId) => Effect.Effect<boolean, SqlError.SqlError>
    /**
     * Runs a transaction that appends, after the tenant's others in this process: inside of it each would wait for the
     * one before with a connection in hand, and few of them would leave none to checks. Fails when too many wait.
     */
    readonly inTurn: (
      tenantId: TenantId
    ) => <A, E, R>(transaction: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>
  }
>()("prescreen/adapters/postgres/tenancy/AuditTrail") {}

/** The end of a chain. */
interface Head {
  readonly entries: number
  readonly link: Uint8Array
}

/** The end of a tenant's chain, read and moved on in one transaction. */
const makeHeads = Effect.gen(function* () {
  const sql = yield* scopedSql
  const { chainAudit } = yield* MasterKey

  return {
    /** Held until the transaction ends: the entries of one tenant are written one after the other. */
    lock: Effect.fnUntraced(function* (tenantId: TenantId) {
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
      return { entries: Number(head.entries), link: head.link } satisfies Head
    }),

    /** The end after one more entry. */
    add: Effect.fnUntraced(function* (tenantId: TenantId, head: Head, at: number, written: WrittenEntry) {
      const { action, actor, after, before, subject } = written
      const entry = head.entries + 1
      const link = chainAudit(head.link, linkText(tenantId, entry, at, written))
      const moment = DateTime.toDateUtc(DateTime.makeUnsafe(at))
      yield* sql`
        INSERT INTO audit_log ${rowsOf(tenantId, { entry, at: moment, actor, action, subject, before, after, link })}`
      return { entries: entry, link } satisfies Head
    }),

    keep: (tenantId: TenantId, { entries, link }: Head) => {
      const seal = chainAudit(link, headText(tenantId, entries))
      return sql`UPDATE audit_heads SET ${assign({ entries, link, seal })} WHERE ${scopeOf(tenantId)}`
    }
  }
})

interface PendingRow extends WrittenEntry {
  readonly id: bigint
  readonly milliseconds: number
}

/** Transactions of one tenant that may be asked for at a time: two fifths of what a process works on by default. */
const mostAsked = 200

/** Entries that are chained in one transaction, so that nobody waits long for it. */
const takenAtOnce = 500

export const AuditTrailLayer = Layer.effect(
  AuditTrail,
  Effect.gen(function* () {
    const sql = yield* scopedSql
    const heads = yield* makeHeads
    const inTurn = makeBoundedTurns(1, mostAsked)

    /** The end of the chain after what waits for it. */
    const addPending = Effect.fnUntraced(function* (tenantId: TenantId, head: Head) {
      const pending = yield* sql<PendingRow>`
        DELETE FROM audit_pending WHERE ${scopeOf(tenantId)} AND id IN (
          SELECT id FROM audit_pending WHERE ${scopeOf(tenantId)} ORDER BY id LIMIT ${takenAtOnce})
        RETURNING id, (extract(epoch FROM at) * 1000)::float8 AS milliseconds, actor, action, subject,
          before::text AS before, after::text AS after`
      let end = head
      for (const row of pending.toSorted((a, b) => Number(a.id - b.id))) {
        end = yield* heads.add(tenantId, end, row.milliseconds, row)
      }
      return end
    })

    return {
      inTurn: (tenantId) => inTurn(tenantId, { cost: 1, size: 1 }),

      append: Effect.fnUntraced(function* (tenantId, { action, actor, after, before, subject }) {
        const head = yield* addPending(tenantId, yield* heads.lock(tenantId))
        const at = yield* DateTime.now
        const written = {
          actor: actorName(actor),
          action,
          subject,
          before: toText(before),
          after: toText(after)
        }
        yield* heads.keep(tenantId, yield* heads.add(tenantId, head, at.epochMilliseconds, written))
      }),

      chainPending: Effect.fnUntraced(function* (tenantId) {
        const waiting = yield* sql`
          SELECT 1 FROM audit_pending WHERE ${scopeOf(tenantId)} LIMIT 1`
        if (waiting.length === 0) return false
        const head = yield* heads.lock(tenantId)
        const end = yield* addPending(tenantId, head)
        yield* heads.keep(tenantId, end)
        return end.entries - head.entries === takenAtOnce
      }, sql.withTransaction)
    }
  })
)
