import { Cause, DateTime, Duration, Effect, Layer } from "effect"
import type { TenantId } from "../../../domain/shared/ids.ts"
import { logDefect } from "../../../domain/shared/logDefect.ts"
import { AuditLog } from "../../../domain/tenancy/AuditLog.ts"
import type { AuditedChange, AuditFinding } from "../../../domain/tenancy/AuditLog.ts"
import { acrossTenants } from "../acrossTenants.ts"
import { MasterKey } from "../encryption/encryption.ts"
import { resilient, resilientOnce } from "../resilience.ts"
import { scopedSql, scopeOf } from "../scopedSql.ts"
import { tenantIdOf } from "../uuid.ts"
import { AuditTrail, firstLink, headText, linkText, tenantCreated } from "./AuditTrail.ts"
import type { WrittenEntry } from "./AuditTrail.ts"

interface EntryRow extends WrittenEntry {
  readonly entry: bigint
  /** Milliseconds since 1970, with any decimals that the stored moment has. */
  readonly milliseconds: string
  readonly link: Uint8Array
}

interface HeadRow {
  readonly entries: bigint
  readonly link: Uint8Array
  readonly seal: Uint8Array
}

/** How many logs are handled at a time. */
const tenantsAtOnce = 1_000

/** How many entries are read at a time. */
const pageSize = 1_000

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** How far the chain has been verified. */
interface Verified {
  readonly entry: number
  readonly link: Uint8Array
}

type Step = { readonly verified: Verified } | { readonly finding: AuditFinding }

/** The check of each step along a chain, and of its end. */
const chainChecks = (chainAudit: MasterKey["Service"]["chainAudit"]) => {
  const check = (tenantId: TenantId, { entry, link }: Verified, row: EntryRow): Step => {
    const expected = entry + 1
    if (row.entry !== BigInt(expected)) {
      const reason = row.entry < 1n ? "inserted" : "missing"
      return { finding: { ok: false, entry: reason === "missing" ? expected : Number(row.entry), reason } }
    }
    const text = linkText(tenantId, expected, Number(row.milliseconds), row)
    if (!isSame(row.link, chainAudit(link, text))) {
      return { finding: { ok: false, entry: expected, reason: "changed" } }
    }
    // A log that was dropped whole may have begun again since.
    return expected === 1 && row.action !== tenantCreated
      ? { finding: { ok: false, entry: 1, reason: "missing" } }
      : { verified: { entry: expected, link: row.link } }
  }

  /** Whether the chain ends as its head says. */
  const checkEnd = (
    tenantId: TenantId,
    { entry, link }: Verified,
    head: HeadRow | undefined
  ): AuditFinding => {
    if (head === undefined) {
      return { ok: false, entry: 1, reason: entry === 0 ? "missing" : "inserted" }
    }
    const entries = Number(head.entries)
    if (!isSame(head.seal, chainAudit(head.link, headText(tenantId, entries)))) {
      return { ok: false, entry: entry + 1, reason: "missing" }
    }
    if (entry < entries) return { ok: false, entry: entry + 1, reason: "missing" }
    if (entry > entries) return { ok: false, entry: entries + 1, reason: "inserted" }
    return isSame(head.link, link) ? { ok: true, entries } : { ok: false, entry, reason: "changed" }
  }

  return { check, checkEnd }
}

interface ChangeRow extends Omit<AuditedChange, "at" | "entry"> {
  readonly entry: bigint
  readonly milliseconds: number
}

const makeList = Effect.map(
  scopedSql,
  (sql) => (tenantId: TenantId, limit: number) =>
    sql<ChangeRow>`
      SELECT entry, extract(epoch FROM at)::float8 * 1000 AS milliseconds, actor, action, subject, before, after
      FROM audit_log WHERE ${scopeOf(tenantId)} ORDER BY entry DESC LIMIT ${limit}`.pipe(
      Effect.map((rows) =>
        rows.toReversed().map(({ entry, milliseconds, ...change }): AuditedChange =>
          Object.assign(change, {
            entry: Number(entry),
            at: DateTime.makeUnsafe(Math.round(milliseconds))
          })
        )
      )
    )
)

export const AuditLogPostgres = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const sql = yield* scopedSql
    const { tenantsToAudit } = yield* acrossTenants
    const { chainAudit } = yield* MasterKey
    const { chainPending } = yield* AuditTrail

    const readPage = (tenantId: TenantId, after: bigint) =>
      sql<EntryRow>`
        SELECT entry, trim_scale(extract(epoch FROM at) * 1000)::text AS milliseconds, actor, action, subject,
          before::text AS before, after::text AS after, link
        FROM audit_log WHERE ${scopeOf(tenantId)} AND entry > ${after}
        ORDER BY entry LIMIT ${pageSize}`

    const readHead = (tenantId: TenantId) =>
      sql<HeadRow>`SELECT entries, link, seal FROM audit_heads WHERE ${scopeOf(tenantId)}`

    const { check, checkEnd } = chainChecks(chainAudit)

    const verify = Effect.fnUntraced(function* (tenantId: TenantId) {
      const [head] = yield* readHead(tenantId)
      let verified: Verified = { entry: 0, link: firstLink }
      let after = -(2n ** 63n)
      for (;;) {
        const page = yield* readPage(tenantId, after)
        for (const row of page) {
          const step = check(tenantId, verified, row)
          if ("finding" in step) return step.finding
          verified = step.verified
          after = row.entry
        }
        if (page.length < pageSize) return checkEnd(tenantId, verified, head)
      }
    })

    const list = yield* makeList
    const chainAllPending = (tenantId: TenantId) =>
      Effect.repeat(chainPending(tenantId), { while: (isMore) => isMore })

    /** What is wrong with one tenant's log must not keep the others' waiting. */
    const chainSomePending = (tenantId: TenantId) =>
      resilient(chainPending(tenantId)).pipe(
        Effect.catchCauseIf(Cause.hasDies, (cause) =>
          logDefect("What waits for an audit log could not be taken up")(cause).pipe(
            Effect.annotateLogs({ tenantId })
          )
        )
      )

    return AuditLog.of({
      chainPending: Effect.flatMap(
        resilient(tenantsToAudit(tenantsAtOnce)),
        Effect.forEach(({ tenantId }) => chainSomePending(tenantIdOf(tenantId)), { discard: true })
      ),
      list: (tenantId, limit) => resilient(Effect.andThen(chainAllPending(tenantId), list(tenantId, limit))),
      // A long log takes longer to read than a request may wait, so there is no time limit. It is read as of one
      // moment, so that an entry which is written meanwhile is neither in the log nor in its head.
      verify: (tenantId) =>
        resilientOnce(
          Effect.andThen(chainAllPending(tenantId), sql.withSnapshot(verify(tenantId))),
          Duration.infinity
        )
    })
  })
)
