import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { NoticeRefused, PaymentProvider, ProviderUnavailable } from "../../domain/billing/PaymentProvider.ts"
import { toNotice, unlistedPrices } from "./stripeNotices.ts"
import type { PlanByPrice } from "./stripeNotices.ts"

export interface StripeOptions {
  readonly secretKey: Redacted.Redacted
  /** The signing secret of the endpoint that Stripe calls. */
  readonly webhookSecret: Redacted.Redacted
  readonly plans: PlanByPrice
  /** The event name of the meter to which overage is reported. */
  readonly meterEvent: string
  /** Undefined for Stripe's own address. */
  readonly api: URL | undefined
}

const addressOf = (api: URL | undefined) => {
  if (api === undefined) return {}
  const protocol = api.protocol === "http:" ? ("http" as const) : ("https" as const)
  return { protocol, host: api.hostname, ...(api.port === "" ? {} : { port: api.port }) }
}

/** The class of an error, without its message: those of Stripe's package could quote what was sent. */
const kindOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : "unknown")

/** Otherwise the tenant would stay on its present plan, and nobody would know why. */
const warnOfUnlisted = (event: unknown, plans: PlanByPrice) =>
  Option.match(unlistedPrices(event, plans), {
    onNone: () => Effect.void,
    onSome: ({ prices, tenantId }) =>
      Effect.logWarning("No price of a subscription is in STRIPE_PRICES, so it makes no plan").pipe(
        Effect.annotateLogs({ tenantId, prices })
      )
  })

/** Loads Stripe's package only if payments are used. */
export const StripePayments = ({ api, meterEvent, plans, secretKey, webhookSecret }: StripeOptions) =>
  Layer.effect(
    PaymentProvider,
    Effect.gen(function* () {
      const { default: Stripe } = yield* Effect.promise(() => import("stripe"))
      const stripe = new Stripe(Redacted.value(secretKey), {
        ...addressOf(api),
        maxNetworkRetries: 2,
        timeout: 10_000,
        telemetry: false
      })
      const { DEFAULT_TOLERANCE: tolerance, signature } = stripe.webhooks
      if (signature === null) return yield* Effect.die(new Error("Stripe's package cannot verify signatures"))

      /** `constructEvent` would refuse events whose payload style is thin, as if their signature were wrong. */
      const readVerified = (body: string, header = ""): unknown => {
        signature.verifyHeader(body, header, Redacted.value(webhookSecret), tolerance)
        return JSON.parse(body)
      }

      return {
        readNotice: (body, headers) =>
          Effect.try({
            try: () => readVerified(body, headers["stripe-signature"]),
            catch: (error) => new NoticeRefused({ reason: kindOf(error) })
          }).pipe(
            Effect.tap((event) => warnOfUnlisted(event, plans)),
            Effect.map((event) => toNotice(event, plans))
          ),
        report: ({ customer, day, id, quantity }) =>
          Effect.tryPromise({
            try: () =>
              stripe.billing.meterEvents.create(
                {
                  event_name: meterEvent,
                  identifier: id,
                  payload: { stripe_customer_id: customer, value: String(quantity) },
                  timestamp: DateTime.toEpochMillis(DateTime.makeUnsafe(`${day}T12:00:00.000Z`)) / 1_000
                },
                { idempotencyKey: id }
              ),
            catch: (error) => new ProviderUnavailable({ reason: kindOf(error) })
          }).pipe(Effect.asVoid)
      }
    })
  )
