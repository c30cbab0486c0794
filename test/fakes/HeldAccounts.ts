import { Context, Layer, Ref } from "effect"
import type { LinkedAccount } from "../../src/domain/billing/PaymentAccounts.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"

type HeldByTenant = ReadonlyMap<TenantId, LinkedAccount>

/** The payment accounts that the fakes hold: InMemoryTenants links them, and InMemoryPaymentAccounts reads them. */
export class HeldAccounts extends Context.Service<HeldAccounts, Ref.Ref<HeldByTenant>>()(
  "prescreen/test/fakes/HeldAccounts"
) {}

export const HeldAccountsLayer = Layer.effect(HeldAccounts, Ref.make<HeldByTenant>(new Map()))
