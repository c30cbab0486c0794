import { Context } from "effect"
import type { Effect } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { DayOverage } from "./overage.ts"
import type { OverageReport } from "./PaymentProvider.ts"

export interface LinkedAccount {
  readonly tenantId: TenantId
  /** The payment provider's id of the customer. */
  readonly customer: string
  /** The first day, in UTC as `YYYY-MM-DD`, whose overage the customer pays. */
  readonly since: string
}

/**
 * Which customer of the payment provider pays for which tenant, and what was reported for them. `Tenants.recordEvent`
 * links them.
 */
export class PaymentAccounts extends Context.Service<
  PaymentAccounts,
  {
    readonly list: Effect.Effect<ReadonlyArray<LinkedAccount>, StorageUnavailable>
    /** Settles days that are over. A day that is already settled stays as it is. */
    readonly settle: (
      tenantId: TenantId,
      days: ReadonlyArray<DayOverage>
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Sends a report for each day of the last weeks that was settled with overage and is not reported yet, and
     * returns how many it sent. Only one process at a time sends a given report. A report that fails does not keep
     * the others from being sent; then this fails, and the next call sends that report again.
     */
    readonly sendReports: <E>(
      send: (report: OverageReport) => Effect.Effect<void, E>
    ) => Effect.Effect<number, E | StorageUnavailable>
  }
>()("prescreen/domain/billing/PaymentAccounts") {}
