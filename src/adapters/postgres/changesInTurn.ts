import { Effect, Semaphore } from "effect"
import type { SqlError } from "effect/sql"
import type { TenantId } from "../../domain/shared/ids.ts"
import { Changes } from "./Changes.ts"
import { resilient, resilientOnce } from "./resilience.ts"
import { scopedSql, scopeOf } from "./scopedSql.ts"
import { AuditTrail } from "./tenancy/AuditTrail.ts"

/**
 * Connections that changes of one kind, and what they read before, hold at once: those that wait for one tenant leave
 * the rest to checks.
 */
const changesAtOnce = 2

/** How changes of one kind are made: each in a transaction, and announced. */
export const makeChangesInTurn = Effect.gen(function* () {
  const sql = yield* scopedSql
  const changes = yield* Changes
  const audit = yield* AuditTrail
  const turn = yield* Semaphore.make(changesAtOnce)

  /** Reads what a change needs to know before it begins, in turn with changes. */
  const beforehand = <A, E>(tenantId: TenantId, read: Effect.Effect<A, E | SqlError.SqlError>) =>
    resilient(audit.inTurn(tenantId)(turn.withPermit(read)))

  /** Runs a change of what is a tenant's. */
  const announced = <A, E>(tenantId: TenantId, change: Effect.Effect<A, E | SqlError.SqlError>) =>
    resilientOnce(audit.inTurn(tenantId)(turn.withPermit(changes.announce(tenantId)(change))))

  /** The same after every other change in turn, of whatever kind, that the tenant has begun. */
  const inTurn = <A, E>(tenantId: TenantId, change: Effect.Effect<A, E | SqlError.SqlError>) => {
    // Not FOR UPDATE: rows that refer to the tenant may be written meanwhile.
    const lock = sql`SELECT 1 FROM tenants WHERE ${scopeOf(tenantId)} FOR NO KEY UPDATE`
    return announced(tenantId, Effect.andThen(lock, change))
  }

  return { announced, beforehand, inTurn }
})
export type InTurn = Effect.Success<typeof makeChangesInTurn>["inTurn"]
