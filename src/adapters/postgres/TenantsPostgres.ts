import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Layer, Schema } from "effect"
import type { Duration } from "effect"
import { SecureRandom } from "effect/crypto"
import type { SqlError } from "effect/sql"
import { LimitOverrides, PlanName } from "../../domain/billing/plans.ts"
import type { Subscription } from "../../domain/billing/Subscription.ts"
import { SubscriptionState } from "../../domain/billing/Subscription.ts"
import { createdAtOf, nextTenantId, PolicyId, TenantId } from "../../domain/shared/ids.ts"
import { TenantNotFound } from "../../domain/tenancy/errors.ts"
import type { Tenant } from "../../domain/tenancy/Tenant.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import type { NewTenant } from "../../domain/tenancy/Tenants.ts"
import { Changes } from "./Changes.ts"
import { MasterKey } from "./encryption.ts"
import { remember } from "./remembered.ts"
import { resilient } from "./resilience.ts"
import { hexOf, toUuid } from "./uuid.ts"

const Moment = Schema.NullOr(Schema.DateTimeUtcFromDate)

const TenantRow = Schema.Struct({
  tenantId: Schema.String,
  name: Schema.String,
  plan: PlanName,
  state: SubscriptionState,
  trialEndsAt: Moment,
  pausesAt: Moment,
  endedAt: Moment,
  cancelsAt: Moment,
  limitOverrides: LimitOverrides,
  shadowMode: Schema.Boolean,
  weeklyDigest: Schema.Boolean,
  defaultPolicyId: Schema.NullOr(Schema.String)
})

const decodeRow = Schema.decodeUnknownEffect(TenantRow)

const columns = `tenant_id, name, plan, state, trial_ends_at, pauses_at, ended_at, cancels_at, limit_overrides,
  shadow_mode, weekly_digest, default_policy_id`

const toTenant = (row: typeof TenantRow.Type): Tenant => {
  const id = TenantId.make(`ten_${hexOf(row.tenantId)}`)
  return {
    id,
    name: row.name,
    shadowMode: row.shadowMode,
    weeklyDigest: row.weeklyDigest,
    defaultPolicyId: row.defaultPolicyId === null ? null : PolicyId.make(`pol_${hexOf(row.defaultPolicyId)}`),
    createdAt: createdAtOf(id),
    subscription: {
      plan: row.plan,
      state: row.state,
      trialEndsAt: row.trialEndsAt,
      pausesAt: row.pausesAt,
      endedAt: row.endedAt,
      cancelsAt: row.cancelsAt
    },
    limitOverrides: row.limitOverrides
  }
}

const momentColumns = ["trialEndsAt", "pausesAt", "endedAt", "cancelsAt"] as const

/** The columns of what is named; a moment that is null is named. */
const subscriptionColumns = (subscription: Partial<Subscription>): Record<string, unknown> => {
  const columns: Record<string, unknown> = {}
  if (subscription.plan !== undefined) columns["plan"] = subscription.plan
  if (subscription.state !== undefined) columns["state"] = subscription.state
  for (const name of momentColumns) {
    const moment = subscription[name]
    if (moment !== undefined) columns[name] = moment === null ? null : DateTime.toDateUtc(moment)
  }
  return columns
}

const readTenant = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  return Effect.fnUntraced(function* (tenantId: TenantId) {
    const [row] = yield* sql.unsafe(`SELECT ${columns} FROM tenants WHERE tenant_id = $1`, [toUuid(tenantId)])
    return row === undefined ? undefined : toTenant(yield* Effect.orDie(decodeRow(row)))
  })
})

/** Runs a change of one tenant and returns the tenant as it then is. */
const changeTenant = Effect.gen(function* () {
  const changes = yield* Changes
  const read = yield* readTenant
  return (tenantId: TenantId, change: Effect.Effect<unknown, SqlError.SqlError>) =>
    changes
      .announce(tenantId)(Effect.andThen(change, read(tenantId)))
      .pipe(
        Effect.orDie,
        Effect.filterOrFail(
          (tenant) => tenant !== undefined,
          () => new TenantNotFound({ tenantId })
        )
      )
})

const createTenant = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const masterKey = yield* MasterKey
  const random = yield* SecureRandom.SecureRandom
  const change = yield* changeTenant
  return Effect.fn("TenantsPostgres.create")(
    function* ({ name, subscription }: NewTenant) {
      const tenantId = yield* nextTenantId
      return yield* change(
        tenantId,
        sql`INSERT INTO tenants ${sql.insert({
          tenantId: toUuid(tenantId),
          name,
          ...subscriptionColumns(subscription),
          limitOverrides: "{}",
          dataKey: masterKey.wrapNewDataKey(tenantId)
        })}`
      )
    },
    Effect.provideService(SecureRandom.SecureRandom, random),
    Effect.orDie
  )
})

/** `timeToLive` bounds how old a remembered tenant may be when a notification was lost. */
export const TenantsPostgres = (timeToLive: Duration.Duration) =>
  Layer.effect(
    Tenants,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const read = yield* readTenant
      const change = yield* changeTenant

      const get = yield* remember({
        name: "tenants",
        lookup: (tenantId) =>
          resilient(read(TenantId.make(tenantId))).pipe(
            Effect.filterOrElse(
              (tenant) => tenant !== undefined,
              () => Effect.die(new Error("the tenant is not there"))
            )
          ),
        timeToLive,
        capacity: 10_000,
        isAbout: (tenantId, key) => tenantId === key
      })

      const update = (tenantId: TenantId, values: Record<string, unknown>) =>
        Object.keys(values).length === 0
          ? Effect.void
          : sql`UPDATE tenants SET ${sql.update(values)} WHERE tenant_id = ${toUuid(tenantId)}::uuid`

      return Tenants.of({
        get,
        list: sql.unsafe(`SELECT ${columns} FROM tenants ORDER BY tenant_id`).pipe(
          Effect.flatMap(Effect.forEach((row) => decodeRow(row))),
          Effect.map((rows) => rows.map(toTenant)),
          Effect.orDie
        ),
        create: yield* createTenant,
        setShadowMode: (tenantId, on) => change(tenantId, update(tenantId, { shadowMode: on })),
        setSubscription: (tenantId, changed) =>
          change(tenantId, update(tenantId, subscriptionColumns(changed))),
        setLimits: (tenantId, changed) =>
          change(
            tenantId,
            sql`
              UPDATE tenants
              SET limit_overrides = (limit_overrides::jsonb || ${JSON.stringify(changed)}::text::jsonb)::json
              WHERE tenant_id = ${toUuid(tenantId)}::uuid`
          )
      })
    })
  )
