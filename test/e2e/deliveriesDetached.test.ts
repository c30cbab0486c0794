import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { eventually } from "../support/until.ts"
import { detachMonth } from "./detachMonth.ts"
import { asking, assertProblem, decide } from "./fixture.ts"
import { api, deliveriesOf, policyFor, setUpWithReceiver } from "./webhooks.ts"

const { fixture, receiver } = await setUpWithReceiver()

describe("a delivery whose decision was detached with its month", () => {
  it("is still shown, and is not tried for ever when it is redelivered", async () => {
    const { service, storage } = fixture
    const hook = receiver.hook()
    const { live } = await storage.createWorkspace({ policy: policyFor([hook, ["allow"]]) })
    await decide(service, live, asking("two foxes"))
    const delivered = await eventually("it is delivered", async () => {
      const [only] = await deliveriesOf(service, live)
      return only.status === "delivered" ? only : undefined
    })
    await detachMonth(storage)
    // Another one has its decision.
    await decide(service, live, asking("two foxes"))
    const path = `/v1/deliveries/${delivered.id}`
    const { reply } = await api(service, live, `${path}/redeliver`, "POST")
    assertProblem(service, reply, 404, "not_found")
    await delay(1_000)
    const { body } = await api(service, live, path)
    assert.deepInclude(body, { id: delivered.id, status: "delivered", attempt_count: 1 })
    assert.notInclude(service.stderr(), "cannot be read")
  })
})
