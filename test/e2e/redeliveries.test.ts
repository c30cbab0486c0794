import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { eventually } from "../support/until.ts"
import { answer } from "../support/webhookReceiver.ts"
import type { Script } from "../support/webhookReceiver.ts"
import { asking, decide } from "./fixture.ts"
import { uuidOf } from "./Storage.ts"
import { api, deliveriesOf, policyFor, setUpWithReceiver } from "./webhooks.ts"

// Nobody waits for the second attempt.
const { fixture, receiver } = await setUpWithReceiver({ WEBHOOK_RETRY_DELAYS: "0s,1h,1h,1h" })

const send = async (script: Script) => {
  const { service, storage } = fixture
  const url = receiver.hook(script)
  const { live, tenantId } = await storage.createWorkspace({ policy: policyFor([url, ["allow"]]) })
  await decide(service, live, asking("two foxes"))
  const only = async () => (await deliveriesOf(service, live))[0]
  return {
    url,
    until: (status: string, attempts: number) =>
      eventually(`it is ${status} after ${attempts} attempts`, async () => {
        const found = await only()
        return found.status === status && found.attempt_count === attempts ? found : undefined
      }),
    redeliver: async () => {
      const { id } = await only()
      const { body, status } = await api(service, live, `/v1/deliveries/${id}/redeliver`, "POST")
      assert.strictEqual(status, 202)
      return body
    },
    haveMade: (attempts: number) =>
      storage.rows("UPDATE webhook_deliveries SET attempts = $2 WHERE tenant_id = $1", [
        uuidOf(tenantId),
        attempts
      ]),
    /** The same, with a record of each. */
    haveRecorded: async (attempts: number) => {
      await storage.rows(
        `WITH counted AS (UPDATE webhook_deliveries SET attempts = $2 WHERE tenant_id = $1 RETURNING *)
         INSERT INTO webhook_attempts (tenant_id, mode, delivery_id, attempt, at, status_code, duration_ms)
         SELECT tenant_id, mode, id, number, now(), 500, 3 FROM counted, generate_series(2, $2::int) AS made(number)`,
        [uuidOf(tenantId), attempts]
      )
    },
    read: async () => (await api(service, live, `/v1/deliveries/${(await only()).id}`)).body,
    audited: async () =>
      (
        await storage.rows(
          "SELECT 1 FROM audit_log WHERE tenant_id = $1 AND action = 'delivery.redelivered'",
          [uuidOf(tenantId)]
        )
      ).length
  }
}

describe("a redelivery", () => {
  it("makes the next attempt at once where one is due later, and the schedule goes on after it", async () => {
    const { redeliver, until, url } = await send((response, count) => answer(count < 3 ? 500 : 200)(response))
    await until("waiting", 1)
    await redeliver()
    const { next_attempt_at } = await until("waiting", 2)
    assert.isNotNull(next_attempt_at)
    await redeliver()
    await until("delivered", 3)
    assert.lengthOf(receiver.calls(url), 3)
  })

  it("is made and ends even if there are more than can be counted", async () => {
    const mostCounted = 32_767
    const { haveMade, redeliver, until, url } = await send(answer(200))
    await until("delivered", 1)
    await haveMade(mostCounted - 1)
    for (const made of [2, 3, 4]) {
      await redeliver()
      await until("delivered", mostCounted)
      assert.lengthOf(receiver.calls(url), made)
    }
  })

  it("is shown with the latest hundred attempts, and so is the delivery", async () => {
    const { haveRecorded, read, redeliver, until } = await send(answer(200))
    await until("delivered", 1)
    await haveRecorded(150)
    const latest = (count: number) => Array.from({ length: 100 }, (_, index) => count - 99 + index)
    const numbers = (delivery: { attempts: Array<{ attempt: number }> }) =>
      delivery.attempts.map(({ attempt }) => attempt)
    const before = await read()
    assert.strictEqual(before.attempt_count, 150)
    assert.deepStrictEqual(numbers(before), latest(150))
    assert.lengthOf((await redeliver()).attempts, 100)
    await until("delivered", 151)
    assert.deepStrictEqual(numbers(await read()), latest(151))
  })

  it("has no effect while an attempt is under way", async () => {
    const { audited, redeliver, until, url } = await send(async (response) => {
      await delay(1_000)
      answer(200)(response)
    })
    await receiver.received(url)
    assert.isNull((await until("sending", 0)).next_attempt_at)
    await redeliver()
    await until("delivered", 1)
    assert.lengthOf(receiver.calls(url), 1)
    assert.strictEqual(await audited(), 0)
  })
})
