import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PaymentProvider } from "../../domain/billing/PaymentProvider.ts"
import type { ProviderNotice } from "../../domain/billing/PaymentProvider.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import { failWith, problemResponse } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"

/** The path that the payment provider calls. */
export const paymentWebhookPath = "/integrations/stripe/webhook"

const record = Effect.fnUntraced(function* ({ events, tenantId }: ProviderNotice) {
  const tenants = yield* Tenants
  for (const event of events) yield* tenants.recordEvent(tenantId, event)
})

const received = HttpServerResponse.jsonUnsafe({ received: true })

/**
 * Takes the payment provider's notices, which are authenticated by a signature over their bytes. Notices that do not
 * concern this service are accepted too, because the provider would send a refused one again for days.
 */
export const PaymentWebhookRoute = Layer.unwrap(
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
        HttpServerError: () => failWith("payload_too_large"),
        NoticeRefused: () =>
          failWith("invalid_request", { issues: ["header Stripe-Signature: does not fit the body"] }),
        TenantNotFound: ({ tenantId }) =>
          Effect.logWarning("The payment provider tells of a tenant that is not there").pipe(
            Effect.annotateLogs({ tenantId }),
            Effect.as(received)
          ),
        ...storageFailures
      }),
      Effect.catch((problem) => Effect.succeed(problemResponse(problem)))
    )
    return HttpRouter.add("POST", paymentWebhookPath, take)
  })
)
