import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PaymentProvider } from "../../domain/billing/PaymentProvider.ts"
import type { ProviderNotice } from "../../domain/billing/PaymentProvider.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import { failWith, problemResponse } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"
import { readBody } from "./requests/readBody.ts"

/** The path that the payment provider calls. */
export const paymentWebhookPath = "/integrations/stripe/webhook"

const record = Effect.fnUntraced(function* ({ events, tenantId }: ProviderNotice) {
  const tenants = yield* Tenants
  for (const event of events) yield* tenants.recordEvent(tenantId, event)
})

/** The signature is over all bytes. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

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
      const request = yield* HttpServerRequest.HttpServerRequest
      const body = yield* readBody(request)
      if (Option.isNone(body)) return yield* failWith("payload_too_large")
      const notice = yield* provider.readNotice(decoder.decode(body.value), request.headers)
      if (notice._tag === "Some") yield* record(notice.value)
      return received
    }).pipe(
      Effect.catchTags({
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
