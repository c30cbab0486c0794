import { Effect, Semaphore } from "effect"
import type { SqlError } from "effect/sql"
import type { TenantId } from "../../domain/shared/ids.ts"
import { Changes } from "./Changes.ts"
import { resilient, resilientOnce } from "./resilience.ts"
import { scopedSql, scopeOf } from "./scopedSql.ts"
import { AuditTrail } from "./tenancy/AuditTrail.ts"

/**
 * How many connections the changes of one kind, and the reads before them, may hold at once. Otherwise changes that
 * wait for each other would take the connections that checks need.
 */
const changesAtOnce = 2

/** How changes of one kind are made: each in a transaction that announces it. */
export const makeChangesInTurn = Effect.gen(function* () {
  const sql = yield* scopedSql
  const changes = yield* Changes
  const audit = yield* AuditTrail
  const turn = yield* Semaphore.make(changesAtOnce)

  /** Reads what a change needs to know before its transaction begins. Waits for its turn as changes do. */
  const beforehand = <A, E>(tenantId: TenantId, read: Effect.Effect<A, E | SqlError.SqlError>) =>
    resilient(audit.inTurn(tenantId)(turn.withPermit(read)))

  /**
   * Runs a tenant's change in a transaction and announces it, so that every process forgets what it remembers of the
   * tenant.
   */
  const announced = <A, E>(tenantId: TenantId, change: Effect.Effect<A, E | SqlError.SqlError>) =>
    resilientOnce(audit.inTurn(tenantId)(turn.withPermit(changes.announce(tenantId)(change))))

  /**
   * The same, but with one change of the tenant at a time across all processes: the transaction first locks the
   * tenant's row.
   */
  const inTurn = <A, E>(tenantId: TenantId, change: Effect.Effect<A, E | SqlError.SqlError>) => {
    // Not FOR UPDATE, so that rows which refer to the tenant can be written meanwhile.
    const lock = sql`SELECT 1 FROM tenants WHERE ${scopeOf(tenantId)} FOR NO KEY UPDATE`
    return announced(tenantId, Effect.andThen(lock, change))
  }

  return { announced, beforehand, inTurn }
})
export type InTurn = Effect.Success<typeof makeChangesInTurn>["inTurn"]
