import { Context, Schema } from "effect"
import type { Effect, Option } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { SubscriptionEvent } from "./subscriptionEvents.ts"

/** What the provider reported about one tenant's subscription. */
export interface ProviderNotice {
  readonly tenantId: TenantId
  readonly events: ReadonlyArray<SubscriptionEvent>
}

/** The overage of one day: decisions beyond those that the plan includes. */
export interface OverageReport {
  /** A report that is sent again with the same id is counted once. */
  readonly id: string
  readonly customer: string
  /** The day in UTC, as `YYYY-MM-DD`. */
  readonly day: string
  readonly quantity: number
}

/** The notice does not have the provider's valid signature. */
export class NoticeRefused extends Schema.TaggedError<NoticeRefused>()("NoticeRefused", {
  reason: Schema.String
}) {}

/** The provider did not accept a report. It may be sent again. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()("ProviderUnavailable", {
  reason: Schema.String
}) {}

interface Provider {
  /** Verifies and reads a call from the provider; none if it is about something else. `body` is the raw body. */
  readonly readNotice: (
    body: string,
    headers: { readonly [name: string]: string | undefined }
  ) => Effect.Effect<Option.Option<ProviderNotice>, NoticeRefused>
  readonly report: (report: OverageReport) => Effect.Effect<void, ProviderUnavailable>
}

/** Collects the tenants' payments; undefined unless a provider is configured. */
export const PaymentProvider = Context.Reference<Provider | undefined>(
  "prescreen/domain/billing/PaymentProvider",
  { defaultValue: () => undefined }
)
