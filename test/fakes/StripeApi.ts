import { createServer } from "node:http"
import { listen } from "../support/listen.ts"

/** What the stand-in was told of one meter event. */
export interface MeterEvent {
  readonly idempotencyKey: string | undefined
  readonly identifier: string | null
  readonly name: string | null
  readonly customer: string | null
  readonly value: string | null
  readonly timestamp: string | null
}

/** A local stand-in for the part of Stripe's API that is used: it takes meter events, or refuses them. */
export const startStripeApi = async () => {
  const taken: Array<MeterEvent> = []
  const state = { refusing: false }
  const server = createServer((incoming, response) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      const known = incoming.method === "POST" && incoming.url === "/v1/billing/meter_events"
      const authorized = incoming.headers.authorization === "Bearer sk_test_canary"
      response.setHeader("content-type", "application/json")
      if (!known || !authorized || state.refusing) {
        response.statusCode = 402
        response.end(JSON.stringify({ error: { type: "card_error", message: "refused" } }))
        return
      }
      const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"))
      taken.push({
        idempotencyKey: incoming.headers["idempotency-key"]?.toString(),
        identifier: form.get("identifier"),
        name: form.get("event_name"),
        customer: form.get("payload[stripe_customer_id]"),
        value: form.get("payload[value]"),
        timestamp: form.get("timestamp")
      })
      response.end(JSON.stringify({ object: "billing.meter_event", identifier: form.get("identifier") }))
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    /** Oldest first. */
    taken,
    refuse: (refusing: boolean) => {
      state.refusing = refusing
    },
    close: () => new Promise((resolve) => server.close(resolve))
  }
}
