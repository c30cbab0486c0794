import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PaymentAccounts } from "../../domain/billing/PaymentAccounts.ts"
import { PaymentProvider } from "../../domain/billing/PaymentProvider.ts"
import type { ProviderNotice } from "../../domain/billing/PaymentProvider.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import { CurrentRequest } from "./CurrentRequest.ts"
import { problemBody, PublicUrls } from "./problems.ts"
import type { ProblemCode, ProblemOptions } from "./problems.ts"

/** Where the payment provider calls. */
export const paymentWebhookPath = "/integrations/stripe/webhook"

const record = Effect.fnUntraced(function* ({ customer, events, tenantId }: ProviderNotice) {
  const tenants = yield* Tenants
  for (const event of events) yield* tenants.recordEvent(tenantId, event)
  if (events.length > 0) yield* (yield* PaymentAccounts).link({ tenantId, customer })
})

const received = HttpServerResponse.jsonUnsafe({ received: true })

const problem = Effect.fnUntraced(function* (code: ProblemCode, options: ProblemOptions) {
  const { service } = yield* PublicUrls
  const request = yield* CurrentRequest
  request.retryAfter = options.retryAfter
  const body = problemBody(service, code, request.givenId, options)
  return HttpServerResponse.jsonUnsafe(body, { status: body.status, contentType: "application/problem+json" })
})

/**
 * Takes what the payment provider tells, which proves itself by its signature over the bytes. Whatever is none of ours
 * is taken too, because a refusal would only be sent again for days.
 */
export const PaymentWebhookLayer = Layer.unwrap(
  Effect.gen(function* () {
    const provider = yield* PaymentProvider
    if (provider === undefined) return Layer.empty
    const take = Effect.gen(function* () {
      const { headers, text } = yield* HttpServerRequest.HttpServerRequest
      const notice = yield* provider.readNotice(yield* text, headers)
      if (notice._tag === "Some") yield* record(notice.value)
      return received
    }).pipe(
      Effect.catchTags({
        HttpServerError: () => problem("payload_too_large", {}),
        NoticeRefused: () =>
          problem("invalid_request", { issues: ["header Stripe-Signature: does not fit the body"] }),
        TenantNotFound: ({ tenantId }) =>
          Effect.logWarning("The payment provider tells of a tenant that is not there").pipe(
            Effect.annotateLogs({ tenantId }),
            Effect.as(received)
          ),
        StorageUnavailable: ({ retryAfterSeconds }) =>
          problem("screening_unavailable", { retryAfter: retryAfterSeconds })
      })
    )
    return HttpRouter.add("POST", paymentWebhookPath, take)
  })
)
