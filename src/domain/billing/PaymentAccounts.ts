import { Context } from "effect"
import type { Effect } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { DayOverage } from "./overage.ts"
import type { OverageReport } from "./PaymentProvider.ts"

export interface PaymentAccount {
  readonly tenantId: TenantId
  readonly customer: string
}

export interface LinkedAccount extends PaymentAccount {
  /** The day in UTC, as `YYYY-MM-DD`, from which what is used is the customer's to pay. */
  readonly since: string
}

/** Who pays for which tenant, and what was reported of them. */
export class PaymentAccounts extends Context.Service<
  PaymentAccounts,
  {
    /** The tenant must exist. A tenant that has a customer gets another one. */
    readonly link: (account: PaymentAccount) => Effect.Effect<void, StorageUnavailable>
    readonly list: Effect.Effect<ReadonlyArray<LinkedAccount>, StorageUnavailable>
    /** Settles days that are over. What a day was settled with once stays as it was. */
    readonly settle: (
      tenantId: TenantId,
      days: ReadonlyArray<DayOverage>
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Sends a report of each day of the last weeks that was settled with more than nothing and not sent yet, one
     * process at a time each, and returns how many it sent. One that fails keeps no other from being sent; then this
     * fails, and what failed is sent the next time.
     */
    readonly sendReports: <E>(
      send: (report: OverageReport) => Effect.Effect<void, E>
    ) => Effect.Effect<number, E | StorageUnavailable>
  }
>()("prescreen/domain/billing/PaymentAccounts") {}
