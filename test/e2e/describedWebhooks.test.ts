import { assert, describe, it } from "@effect/vitest"
import { webhookEvents } from "../../src/domain/policy/PolicyDocument.ts"
import { readApiDocument } from "../support/ApiDocument.ts"
import { send } from "../support/httpClient.ts"
import { call } from "./call.ts"
import { asking, decide } from "./fixture.ts"
import { policyFor, setUpWithReceiver } from "./webhooks.ts"

const { fixture, receiver } = await setUpWithReceiver()

describe("webhook calls, in the description", () => {
  it("are as they are sent: the payload of each event, and the headers", async () => {
    const { engine, service, storage } = fixture
    const document = readApiDocument((await send(service.url, "/openapi.json")).json())
    const url = receiver.hook()
    const { live } = await storage.createWorkspace({ policy: policyFor([url, webhookEvents]) })
    const { id } = await decide(service, live, asking(engine.prompt({ minors_sexual: 0.4, adult: 0.9 })))
    await decide(service, live, asking(engine.prompt({ minors_sexual: 0.9 })))
    await decide(service, live, asking(engine.prompt()))
    const { actions } = (await call(service, live, "GET", `/v1/decisions/${id}`)).json()
    await call(service, live, "POST", `/v1/review/${actions.review_id}/verdict`, { verdict: "block" })
    const calls = await receiver.received(url, 5)
    assert.sameMembers(
      calls.map(({ headers }) => headers["x-service-event"]),
      [...webhookEvents]
    )
    for (const received of calls) {
      const isVerdict = received.headers["x-service-event"] === "review.verdict"
      const [own, other] = isVerdict ? (["verdict", "decision"] as const) : (["decision", "verdict"] as const)
      assert.isUndefined(document.complaintAboutWebhook(own, received), received.body)
      assert.isString(document.complaintAboutWebhook(other, received), received.body)
      const { "x-service-signature": _, ...unsigned } = received.headers
      const complaint = document.complaintAboutWebhook(own, { ...received, headers: unsigned })
      assert.strictEqual(complaint, "without X-Service-Signature")
    }
  })
})
