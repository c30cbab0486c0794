import { Context, DateTime, Effect, Layer } from "effect"
import type { Schema } from "effect"
import type { SqlError } from "effect/sql"
import { actorName } from "../../../domain/shared/Actor.ts"
import type { Actor } from "../../../domain/shared/Actor.ts"
import type { TenantId } from "../../../domain/shared/ids.ts"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { makeBoundedTurns } from "../../../domain/shared/turns.ts"
import { MasterKey } from "../encryption/encryption.ts"
import { assign, rawSql, rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"
import { unnestOf } from "../unnest.ts"
import type { Column } from "../unnest.ts"
import { isPauseByRule } from "./isPauseByRule.ts"

export interface AuditEntry {
  readonly actor: Actor
  /** What happened, as `<thing>.<past tense>`: `policy.published`, `key.revoked`. */
  readonly action: string
  /** The id of the thing that it happened to. */
  readonly subject: string
  /** What changed, without secrets and prompts; null if there was nothing before or is nothing after. */
  readonly before: Schema.Json | null
  readonly after: Schema.Json | null
}

/**
 * The text that a link of the chain authenticates, together with the link before it. `at` is in milliseconds since
 * 1970.
 */
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

/** The text that the seal of a chain's end authenticates, together with the last link. */
export const headText = (tenantId: TenantId, entries: number): string => JSON.stringify([tenantId, entries])

/** The action of a tenant's first entry. */
export const tenantCreated = "tenant.created"

/** The link before a tenant's first entry. */
export const firstLink = new Uint8Array(32)

/** Appends to a tenant's audit log, in the transaction of the change that an entry describes. */
export class AuditTrail extends Context.Service<
  AuditTrail,
  {
    readonly append: (tenantId: TenantId, entry: AuditEntry) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Chains the entries that commits of decisions have left for a tenant's log, as many as fit a transaction of its
     * own. Returns whether there are more.
     */
    readonly chainPending: (tenantId: TenantId) => Effect.Effect<boolean, SqlError.SqlError>
    /**
     * Runs a transaction that appends, after the tenant's others in this process. Otherwise each would wait inside its
     * transaction for the one before, holding a connection, and a few of them would leave none for checks. Fails if too
     * many wait.
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

/** An entry with its moment, in milliseconds since 1970. */
interface TimedEntry extends WrittenEntry {
  readonly at: number
}

/** An entry with its place in the chain. */
interface ChainedEntry extends TimedEntry {
  readonly entry: number
  readonly link: Uint8Array
}

const entryColumns: ReadonlyArray<Column<ChainedEntry>> = [
  ["entry", "int8", ({ entry }) => BigInt(entry)],
  ["at", "timestamptz", ({ at }) => DateTime.toDateUtc(DateTime.makeUnsafe(at))],
  ["actor", "text", ({ actor }) => actor],
  ["action", "text", ({ action }) => action],
  ["subject", "text", ({ subject }) => subject],
  ["before", "text", ({ before }) => before],
  ["after", "text", ({ after }) => after],
  ["link", "bytea", ({ link }) => link]
]

/** Reads the end of a tenant's chain and moves it on, in one transaction. */
const makeHeads = Effect.gen(function* () {
  const sql = yield* scopedSql
  const { chainAudit } = yield* MasterKey

  const read = Effect.fnUntraced(function* (tenantId: TenantId) {
    const [head] = yield* sql<{ readonly entries: bigint; readonly link: Uint8Array }>`
      SELECT entries, link FROM audit_heads WHERE ${scopeOf(tenantId)} FOR UPDATE`
    return head === undefined ? undefined : { entries: Number(head.entries), link: head.link }
  })

  return {
    /**
     * Locks the end of the chain until the transaction ends, so that the entries of one tenant are written one after
     * the other.
     */
    lock: Effect.fnUntraced(function* (tenantId: TenantId) {
      const head = yield* read(tenantId)
      if (head !== undefined) return head
      const first: Head = { entries: 0, link: firstLink }
      yield* sql`
        INSERT INTO audit_heads ${rowsOf(tenantId, {
          ...first,
          seal: chainAudit(first.link, headText(tenantId, first.entries))
        })} ON CONFLICT DO NOTHING`
      return (yield* read(tenantId)) ?? first
    }),

    /** The same for a chain that must have begun; undefined if there is none. */
    lockKnown: read,

    /** Adds any number of entries in one statement, because the tenant's other changes wait meanwhile. */
    add: (tenantId: TenantId, head: Head, added: ReadonlyArray<TimedEntry>) => {
      let { entries, link } = head
      const chained = added.map((entry): ChainedEntry => {
        entries += 1
        link = chainAudit(link, linkText(tenantId, entries, entry.at, entry))
        return { ...entry, entry: entries, link }
      })
      const seal = chainAudit(link, headText(tenantId, entries))
      return sql`
        WITH head AS (
          UPDATE audit_heads SET ${assign({ entries, link, seal })} WHERE ${scopeOf(tenantId)} RETURNING tenant_id
        )
        INSERT INTO audit_log (tenant_id, entry, at, actor, action, subject, before, after, link)
        SELECT tenant_id, entry, at, actor, action, subject, before::json, after::json, added.link
        FROM head, ${unnestOf("added", entryColumns, chained)}
        WHERE ${scopeOf(tenantId)}`
    }
  }
})

interface PendingRow extends TimedEntry {
  readonly id: bigint
}

/**
 * How many transactions of one tenant may run or wait: two fifths of the requests that a process handles at a time by
 * default.
 */
const mostAsked = 200

/** How many entries are chained in one transaction: few enough that nobody waits long for it. */
const takenAtOnce = 500

export const AuditTrailLayer = Layer.effect(
  AuditTrail,
  Effect.gen(function* () {
    const sql = yield* scopedSql
    const heads = yield* makeHeads
    const inTurn = makeBoundedTurns(1, mostAsked)

    /**
     * Takes the entries that wait to be chained out of their table, in their order.
     */
    const takePending = Effect.fnUntraced(function* (tenantId: TenantId) {
      const pending = yield* sql<PendingRow>`
        DELETE FROM audit_pending WHERE ${scopeOf(tenantId)} AND id IN (
          SELECT id FROM audit_pending WHERE ${scopeOf(tenantId)} AND ${rawSql(isPauseByRule)}
          ORDER BY id LIMIT ${takenAtOnce})
        RETURNING id, (extract(epoch FROM at) * 1000)::float8 AS at, actor, action, subject,
          before::text AS before, after::text AS after`
      return pending.toSorted((a, b) => Number(a.id - b.id))
    })

    return {
      inTurn: (tenantId) => inTurn(tenantId, { cost: 1, size: 1 }),

      append: Effect.fnUntraced(function* (tenantId, { action, actor, after, before, subject }) {
        const head = yield* heads.lock(tenantId)
        const pending = yield* takePending(tenantId)
        const entry = {
          at: (yield* DateTime.now).epochMilliseconds,
          actor: actorName(actor),
          action,
          subject,
          before: toText(before),
          after: toText(after)
        }
        yield* heads.add(tenantId, head, [...pending, entry])
      }),

      chainPending: Effect.fnUntraced(function* (tenantId) {
        const waiting = yield* sql`
          SELECT 1 FROM audit_pending WHERE ${scopeOf(tenantId)} AND ${rawSql(isPauseByRule)} LIMIT 1`
        if (waiting.length === 0) return false
        const head = yield* heads.lockKnown(tenantId)
        // Each log begins with the creation of its tenant. One that has gone must not be begun again by a pause.
        if (head === undefined) return false
        const pending = yield* takePending(tenantId)
        yield* heads.add(tenantId, head, pending)
        return pending.length === takenAtOnce
      }, sql.withTransaction)
    }
  })
)
