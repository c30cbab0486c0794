import { Context, Schema } from "effect"
import type { Effect, Option } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { SubscriptionEvent } from "./subscriptionEvents.ts"

/** What the provider tells of one tenant's subscription. */
export interface ProviderNotice {
  readonly tenantId: TenantId
  /** The provider's name for who pays. */
  readonly customer: string
  readonly events: ReadonlyArray<SubscriptionEvent>
}

/** Decisions of one day past those that the plan includes. */
export interface OverageReport {
  /** A report that is sent again under its id is counted once. */
  readonly id: string
  readonly customer: string
  /** The day in UTC, as `YYYY-MM-DD`. */
  readonly day: string
  readonly quantity: number
}

/** Nobody but the provider can have signed a notice, and nobody did. */
export class NoticeRefused extends Schema.TaggedError<NoticeRefused>()("NoticeRefused", {
  reason: Schema.String
}) {}

/** The provider did not take a report, which may be sent again. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()("ProviderUnavailable", {
  reason: Schema.String
}) {}

interface Provider {
  /** What a call of the provider tells; none when it is nothing of ours. `body` is as it was sent. */
  readonly readNotice: (
    body: string,
    headers: { readonly [name: string]: string | undefined }
  ) => Effect.Effect<Option.Option<ProviderNotice>, NoticeRefused>
  readonly report: (report: OverageReport) => Effect.Effect<void, ProviderUnavailable>
}

/** Who takes the tenants' money; nobody unless one is configured. */
export const PaymentProvider = Context.Reference<Provider | undefined>(
  "prescreen/domain/billing/PaymentProvider",
  { defaultValue: () => undefined }
)
