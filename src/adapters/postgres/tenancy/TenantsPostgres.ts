import { Effect, Layer, Struct } from "effect"
import type { Duration, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { SqlError } from "effect/sql"
import { operator } from "../../../domain/shared/Actor.ts"
import type { Actor } from "../../../domain/shared/Actor.ts"
import { nextTenantId, TenantId } from "../../../domain/shared/ids.ts"
import { TenantNotFound } from "../../../domain/tenancy/errors.ts"
import type { Tenant } from "../../../domain/tenancy/Tenant.ts"
import { Tenants } from "../../../domain/tenancy/Tenants.ts"
import type { NewTenant } from "../../../domain/tenancy/Tenants.ts"
import { acrossTenants } from "../acrossTenants.ts"
import { makeSubscriptionHistory } from "../billing/subscriptionHistory.ts"
import { makeCachedLookup } from "../cachedLookup.ts"
import { Changes } from "../Changes.ts"
import { MasterKey } from "../encryption/encryption.ts"
import { resilient, resilientOnce } from "../resilience.ts"
import { assign, rawSql, rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"
import { AuditTrail, tenantCreated } from "./AuditTrail.ts"
import { makeFormerAllowances } from "./formerAllowances.ts"
import { auditedFields, decodeTenantRow, subscriptionColumns, tenantColumns, toTenant } from "./tenantRow.ts"

const readTenant = Effect.gen(function* () {
  const sql = yield* scopedSql
  return Effect.fnUntraced(function* (tenantId: TenantId, lock: "" | "FOR NO KEY UPDATE" = "") {
    const [row] = yield* sql`
      SELECT ${rawSql(tenantColumns)} FROM tenants WHERE ${scopeOf(tenantId)} ${rawSql(lock)}`
    return row === undefined ? undefined : toTenant(yield* Effect.orDie(decodeTenantRow(row)))
  })
})

type Fields = ReturnType<typeof auditedFields>

/** The fields that differ, before and after. */
const differences = (before: Fields, after: Fields) => {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  )
  const only = (fields: Fields): Record<string, Schema.Json> =>
    Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]))
  return changed.length === 0 ? undefined : { before: only(before), after: only(after) }
}

const orNotFound =
  (tenantId: TenantId) =>
  <E, R>(self: Effect.Effect<Tenant | undefined, E, R>) =>
    Effect.filterOrFail(
      self,
      (tenant) => tenant !== undefined,
      () => new TenantNotFound({ tenantId })
    )

/** Changes one tenant, records in the audit log what changed, and returns the tenant as it is then. */
const changeTenant = Effect.gen(function* () {
  const changes = yield* Changes
  const audit = yield* AuditTrail
  const allowances = yield* makeFormerAllowances
  const read = yield* readTenant
  return (
    tenantId: TenantId,
    action: string,
    actor: Actor,
    change: (tenant: Tenant) => Effect.Effect<unknown, SqlError.SqlError>
  ) =>
    Effect.gen(function* () {
      const before = yield* read(tenantId, "FOR NO KEY UPDATE")
      if (before === undefined) return undefined
      yield* change(before)
      const after = yield* read(tenantId)
      if (after === undefined) return undefined
      yield* allowances.keep(before, after)
      const changed = differences(auditedFields(before), auditedFields(after))
      if (changed !== undefined) {
        yield* audit.append(tenantId, { actor, action, subject: tenantId, ...changed })
      }
      return after
    }).pipe(changes.announce(tenantId), audit.inTurn(tenantId), resilient, orNotFound(tenantId))
})

const createTenant = Effect.gen(function* () {
  const sql = yield* scopedSql
  const masterKey = yield* MasterKey
  const random = yield* SecureRandom.SecureRandom
  const changes = yield* Changes
  const audit = yield* AuditTrail
  const read = yield* readTenant

  const insert = Effect.fnUntraced(function* (tenantId: TenantId, { name, subscription }: NewTenant) {
    yield* sql`INSERT INTO tenants ${rowsOf(tenantId, {
      name,
      ...subscriptionColumns(subscription),
      limitOverrides: "{}",
      dataKey: masterKey.wrapNewDataKey(tenantId)
    })}`
    const created = yield* Effect.flatMap(read(tenantId), (tenant) =>
      Effect.orDie(Effect.fromNullishOr(tenant))
    )
    const after = auditedFields(created)
    yield* audit.append(tenantId, {
      actor: operator,
      action: tenantCreated,
      subject: tenantId,
      before: null,
      after
    })
    return created
  })

  return Effect.fn("TenantsPostgres.create")(
    function* (tenant: NewTenant) {
      const tenantId = yield* nextTenantId
      return yield* resilientOnce(changes.announce(tenantId)(insert(tenantId, tenant)))
    },
    Effect.provideService(SecureRandom.SecureRandom, random)
  )
})

const makeChanges = Effect.gen(function* () {
  const sql = yield* scopedSql
  const change = yield* changeTenant
  const history = yield* makeSubscriptionHistory

  const update = (
    tenantId: TenantId,
    values: Record<string, unknown>
  ): Effect.Effect<unknown, SqlError.SqlError> =>
    Object.keys(values).length === 0
      ? Effect.void
      : sql`UPDATE tenants SET ${assign(values)} WHERE ${scopeOf(tenantId)}`

  const byOperator = (
    tenantId: TenantId,
    action: string,
    run: (tenant: Tenant) => Effect.Effect<unknown, SqlError.SqlError>
  ) => change(tenantId, action, operator, run)

  return {
    changeSettings: (tenantId, { name, weeklyDigest }, actor) => {
      const values = {
        ...(name === undefined ? {} : { name }),
        ...(weeklyDigest === undefined ? {} : { weeklyDigest })
      }
      return change(tenantId, "settings.changed", actor, () => update(tenantId, values))
    },
    setShadowMode: (tenantId, on) =>
      byOperator(tenantId, "shadow_mode.changed", () => update(tenantId, { shadowMode: on })),
    setSubscription: (tenantId, changed) =>
      byOperator(tenantId, "plan.changed", ({ subscription }) =>
        Object.keys(changed).length === 0
          ? Effect.void
          : Effect.andThen(
              update(tenantId, subscriptionColumns(changed)),
              history.set(tenantId, { ...subscription, ...changed })
            )
      ),
    recordEvent: (tenantId, event) =>
      change(tenantId, "plan.changed", { type: "payment_provider" }, (tenant) =>
        Effect.flatMap(history.record(tenant, event), (subscription) =>
          update(tenantId, subscriptionColumns(subscription))
        )
      ),
    setLimits: (tenantId, changed, asInPlan = []) =>
      byOperator(tenantId, "limits.changed", ({ limitOverrides }) =>
        update(tenantId, {
          limitOverrides: JSON.stringify(Struct.omit({ ...limitOverrides, ...changed }, asInPlan))
        })
      )
  } satisfies Partial<Tenants["Service"]>
})

/** `timeToLive` is the longest that a remembered tenant may be out of date if a notification was lost. */
export const TenantsPostgres = (timeToLive: Duration.Duration) =>
  Layer.effect(
    Tenants,
    Effect.gen(function* () {
      const { tenants } = yield* acrossTenants
      const read = yield* readTenant
      const allowances = yield* makeFormerAllowances

      const get = yield* makeCachedLookup({
        name: "tenants",
        lookup: (tenantId) =>
          resilient(read(TenantId.make(tenantId))).pipe(
            Effect.filterOrElse(
              (tenant) => tenant !== undefined,
              () => Effect.die(new Error("the tenant is not there"))
            )
          ),
        timeToLive,
        capacity: 10_000
      })

      return Tenants.of({
        get,
        find: (tenantId) => resilient(read(tenantId)).pipe(orNotFound(tenantId)),
        list: resilient(tenants).pipe(
          Effect.flatMap(Effect.forEach((row) => Effect.orDie(decodeTenantRow(row)))),
          Effect.map((rows) => rows.map(toTenant))
        ),
        create: yield* createTenant,
        formerAllowances: (tenantId, after) => resilient(allowances.read(tenantId, after)),
        ...(yield* makeChanges)
      })
    })
  )
