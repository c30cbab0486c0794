import { Context, DateTime, Effect, Layer, Ref, Struct } from "effect"
import { SecureRandom } from "effect/crypto"
import type { FormerAllowance } from "../../src/domain/billing/overage.ts"
import {
  momentAfter,
  payerAfter,
  subscriptionAfter,
  withPlace
} from "../../src/domain/billing/subscriptionEvents.ts"
import type { SubscriptionEvent } from "../../src/domain/billing/subscriptionEvents.ts"
import { createdAtOf, nextTenantId } from "../../src/domain/shared/ids.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"
import { TenantNotFound } from "../../src/domain/tenancy/errors.ts"
import { monthlyAllowanceOf } from "../../src/domain/tenancy/Tenant.ts"
import type { Tenant } from "../../src/domain/tenancy/Tenant.ts"
import { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { HeldAccounts, HeldAccountsLayer } from "./HeldAccounts.ts"

type HeldById = ReadonlyMap<TenantId, Tenant>

/** The tenants that the fake holds, in the order they were made in. */
export class HeldTenants extends Context.Service<HeldTenants, Ref.Ref<HeldById>>()(
  "prescreen/test/fakes/HeldTenants"
) {}

export const InMemoryTenants = Layer.effectContext(
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const accounts = yield* HeldAccounts
    const held = yield* Ref.make<HeldById>(new Map())
    const histories = yield* Ref.make<ReadonlyMap<TenantId, ReadonlyArray<SubscriptionEvent>>>(new Map())

    const allowances = yield* Ref.make<ReadonlyArray<FormerAllowance & { readonly tenantId: TenantId }>>([])

    const put = (tenant: Tenant) =>
      Effect.as(
        Ref.update(held, (tenants) => new Map([...tenants, [tenant.id, tenant]])),
        tenant
      )

    const find = Effect.fnUntraced(function* (tenantId: TenantId) {
      const tenant = (yield* Ref.get(held)).get(tenantId)
      return tenant ?? (yield* new TenantNotFound({ tenantId }))
    })

    const change = Effect.fnUntraced(function* (tenantId: TenantId, changed: (tenant: Tenant) => Tenant) {
      const tenant = yield* find(tenantId)
      const after = changed(tenant)
      const includedDecisions = monthlyAllowanceOf(tenant)
      if (includedDecisions !== monthlyAllowanceOf(after)) {
        const until = yield* DateTime.now
        yield* Ref.update(allowances, (all) => [...all, { tenantId, until, includedDecisions }])
      }
      return yield* put(after)
    })

    const link = Effect.fnUntraced(function* (tenantId: TenantId, customer: string) {
      const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
      yield* Ref.update(accounts, (all) => {
        const since = all.get(tenantId)?.since ?? today
        return new Map([...all, [tenantId, { tenantId, customer, since }]])
      })
    })

    const tenants = Tenants.of({
      get: (tenantId) => Effect.orDie(find(tenantId)),
      find,
      create: Effect.fnUntraced(
        function* ({ name, subscription }) {
          const id = yield* nextTenantId
          return yield* put({
            id,
            name,
            subscription,
            shadowMode: false,
            defaultPolicyId: null,
            weeklyDigest: false,
            createdAt: createdAtOf(id),
            limitOverrides: {}
          })
        },
        Effect.provideService(SecureRandom.SecureRandom, random)
      ),
      list: Effect.map(Ref.get(held), (tenants) => [...tenants.values()]),
      changeSettings: (tenantId, changed) => change(tenantId, (tenant) => ({ ...tenant, ...changed })),
      setShadowMode: (tenantId, on) => change(tenantId, (tenant) => ({ ...tenant, shadowMode: on })),
      setSubscription: Effect.fnUntraced(function* (tenantId, changed) {
        const tenant = yield* change(tenantId, (tenant) => ({
          ...tenant,
          subscription: { ...tenant.subscription, ...changed }
        }))
        const set: SubscriptionEvent = {
          id: crypto.randomUUID(),
          at: momentAfter((yield* Ref.get(histories)).get(tenantId) ?? [], yield* DateTime.now),
          change: { type: "set", subscription: tenant.subscription }
        }
        yield* Ref.update(
          histories,
          (all) => new Map([...all, [tenantId, [...(all.get(tenantId) ?? []), set]]])
        )
        return tenant
      }),
      recordEvent: Effect.fnUntraced(function* (tenantId, event) {
        const { subscription } = yield* change(tenantId, (tenant) => tenant)
        const created: SubscriptionEvent = {
          id: "created",
          at: DateTime.makeUnsafe(0),
          change: { type: "set", subscription }
        }
        const earlier = (yield* Ref.get(histories)).get(tenantId) ?? [created]
        const isKnown = earlier.some(({ id }) => id === event.id)
        const history = isKnown ? earlier : [...earlier, withPlace(event, earlier)]
        yield* Ref.update(histories, (all) => new Map([...all, [tenantId, history]]))
        const payer = payerAfter(subscription, history)
        if (payer !== null) yield* link(tenantId, payer)
        return yield* change(tenantId, (tenant) => ({
          ...tenant,
          subscription: subscriptionAfter(subscription, history)
        }))
      }),
      setLimits: (tenantId, changed, asInPlan = []) =>
        change(tenantId, (tenant) => ({
          ...tenant,
          limitOverrides: Struct.omit({ ...tenant.limitOverrides, ...changed }, asInPlan)
        })),
      formerAllowances: (tenantId, after) =>
        Effect.map(Ref.get(allowances), (all) =>
          all
            .filter((former) => former.tenantId === tenantId && DateTime.isGreaterThan(former.until, after))
            .map(({ includedDecisions, until }) => ({ until, includedDecisions }))
        )
    })
    return Context.make(Tenants, tenants).pipe(Context.add(HeldTenants, held))
  })
).pipe(Layer.provide(HeldAccountsLayer))
