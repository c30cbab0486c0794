import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { createHmac } from "node:crypto"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { send } from "../support/httpClient.ts"
import { eventually } from "../support/until.ts"
import { answer } from "../support/webhookReceiver.ts"
import { asking, decide, timestamp } from "./fixture.ts"
import { uuidOf } from "./Storage.ts"
import { api, deliveriesOf, policyFor, secret, setUpWithReceiver } from "./webhooks.ts"

const { fixture, receiver } = await setUpWithReceiver({
  WEBHOOK_RETRY_DELAYS: "0s,20ms,20ms,20ms",
  WEBHOOK_TIMEOUT: "1s"
})

describe("a delivery", () => {
  it("tells of the decision, signed, as the interface says", async () => {
    const { engine, service, storage } = fixture
    const url = receiver.hook()
    const workspace = await storage.createWorkspace({ policy: policyFor([url, ["block", "tag"]]) })
    const prompt = engine.prompt({ minors_sexual: 0.9, adult: 0.9 })
    const decision = await decide(service, workspace.live, asking(prompt))
    const stored = await api(service, workspace.live, `/v1/decisions/${decision.id}`)
    const calls = await receiver.received(url, 2)
    assert.sameMembers(
      calls.map(({ headers }) => headers["x-service-event"]),
      ["block", "tag"]
    )
    for (const { body, headers, json, method } of calls) {
      assert.strictEqual(method, "POST")
      assert.strictEqual(headers["content-type"], "application/json")
      assert.strictEqual(
        headers["x-service-signature"],
        createHmac("sha256", secret).update(body).digest("hex")
      )
      // Nothing is traced here, and a receiver's own tracing is not to be led by a trace that does not exist.
      assert.isUndefined(headers["traceparent"])
      assert.match(String(headers["user-agent"]), /^Prescreen\//)
      assert.match(String(headers["x-service-delivery"]), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      assert.deepStrictEqual(json(), {
        id: headers["x-service-delivery"],
        event: headers["x-service-event"],
        decision: {
          id: decision.id,
          tenantId: workspace.tenantId,
          outcome: "block",
          tags: decision.tags,
          policyId: decision.policy.id,
          policyVersion: 1,
          createdAt: stored.body.created_at
        }
      })
    }
  })

  it("is signed with its own entry's secret, where entries share a url", async () => {
    const { engine, service, storage } = fixture
    const url = receiver.hook()
    const policy = policyFor(
      [receiver.hook(), ["review", "review.verdict"]],
      [url, ["review", "review.verdict"]],
      [url, ["review.verdict", "review"]]
    )
    const secrets = ["another url's secret", "the first entry's secret", "the second entry's secret"]
    const webhooks = policy.webhooks.map((webhook, index) => ({
      ...webhook,
      secret: Redacted.make(secrets[index] ?? "")
    }))
    const { live } = await storage.createWorkspace({ policy: { ...policy, webhooks } })
    // One before, which has deliveries of its own.
    await decide(service, live, asking(engine.prompt({ real_person: 0.9 })))
    const decision = await decide(service, live, asking(engine.prompt({ real_person: 0.9 })))
    const { body } = await api(service, live, `/v1/decisions/${decision.id}`)
    await receiver.received(url, 4)
    const verdict = await send(service.url, `/v1/review/${body.actions.review_id}/verdict`, {
      method: "POST",
      headers: { authorization: `Bearer ${live}`, "content-type": "application/json" },
      body: JSON.stringify({ verdict: "allow" })
    })
    assert.strictEqual(verdict.status, 200)
    const calls = await receiver.received(url, 6)
    for (const event of ["review", "review.verdict"]) {
      const ofEvent = calls.filter(
        ({ headers, json }) => headers["x-service-event"] === event && json().decision.id === decision.id
      )
      assert.sameMembers(
        ofEvent.map(({ body, headers }) =>
          secrets.findIndex(
            (secret) =>
              createHmac("sha256", secret).update(body).digest("hex") === headers["x-service-signature"]
          )
        ),
        [1, 2]
      )
    }
  })

  it("is verified by the public libraries of Standard Webhooks and of Svix", async () => {
    const { service, storage } = fixture
    const url = receiver.hook()
    const { live } = await storage.createWorkspace({ policy: policyFor([url, ["allow"]]) })
    await decide(service, live, asking("two foxes"))
    const [call] = await receiver.received(url)
    assert.isDefined(call)
    const key = `whsec_${Buffer.from(secret).toString("base64")}`
    const headers = call.headers as Record<string, string>
    assert.deepStrictEqual(new StandardWebhook(key).verify(call.body, headers), call.json())
    // Svix's own names for the headers are others, and its library takes these too.
    new SvixWebhook(key).verify(call.body, headers)
    assert.throws(() => new SvixWebhook(key).verify(`${call.body} `, headers))
    const raw = new StandardWebhook(secret, { format: "raw" })
    assert.deepStrictEqual(raw.verify(call.body, headers), call.json())
    assert.throws(() => raw.verify(`${call.body} `, headers))
    assert.throws(() => raw.verify(call.body, { ...headers, "webhook-timestamp": "1" }))
  })

  it("is repeated under one id with one body until it is taken, and every attempt is on record", async () => {
    const { service, storage } = fixture
    const url = receiver.hook((response, count) => answer(count < 3 ? 500 : 299)(response))
    const { live } = await storage.createWorkspace({ policy: policyFor([url, ["allow"]]) })
    const { id: decision } = await decide(service, live, asking("two foxes"))
    const calls = await receiver.received(url, 3)
    assert.lengthOf(new Set(calls.map(({ body }) => body)), 1)
    const delivery = await eventually("it is on record as delivered", async () => {
      const [item] = await deliveriesOf(fixture.service, live)
      return item?.status === "delivered" ? item : undefined
    })
    assert.deepInclude(delivery, { event: "allow", url, attempt_count: 3, decision_id: decision })
    assert.isNull(delivery.next_attempt_at)
    const { body } = await api(service, live, `/v1/deliveries/${delivery.id}`)
    const { attempts, ...item } = body
    assert.deepStrictEqual(item, delivery)
    assert.deepStrictEqual(
      attempts.map(({ attempt, fault, status_code }: Record<string, unknown>) => [
        attempt,
        status_code,
        fault
      ]),
      [
        [1, 500, null],
        [2, 500, null],
        [3, 299, null]
      ]
    )
    for (const { at } of attempts) assert.match(at, timestamp)
  })

  it("fails for good after four attempts, and a redelivery makes one more of it alone under the same id", async () => {
    const { service, storage } = fixture
    const url = receiver.hook((response, count) => answer(count < 5 ? 302 : 200)(response))
    const other = receiver.hook()
    const { live, tenantId } = await storage.createWorkspace({
      policy: policyFor([url, ["allow"]], [other, ["allow"]])
    })
    await decide(service, live, asking("two foxes"))
    const found = (status: string, of: string) =>
      eventually(`it is on record as ${status}`, async () =>
        (await deliveriesOf(service, live, `?status=${status}`)).find(
          (item: { url: string }) => item.url === of
        )
      )
    const failed = await found("failed", url)
    assert.strictEqual(failed.attempt_count, 4)
    assert.lengthOf(receiver.calls(url), 4)
    const taken = await found("delivered", other)

    const again = await api(service, live, `/v1/deliveries/${failed.id}/redeliver`, "POST")
    assert.deepInclude(again.body, { status: "pending", attempt_count: 4 })
    assert.strictEqual(again.status, 202)
    const calls = await receiver.received(url, 5)
    assert.lengthOf(new Set(calls.map(({ headers }) => headers["x-service-delivery"])), 1)
    assert.deepInclude(await found("delivered", url), { id: failed.id, attempt_count: 5 })
    assert.lengthOf(receiver.calls(other), 1)
    assert.lengthOf((await api(service, live, `/v1/deliveries/${taken.id}`)).body.attempts, 1)
    await api(service, live, `/v1/deliveries/${taken.id}/redeliver`, "POST")
    await receiver.received(other, 2)
    const audit = await storage.rows(
      `SELECT action, subject, before, after FROM audit_log WHERE tenant_id = $1 AND action LIKE 'delivery.%'
       ORDER BY entry`,
      [uuidOf(tenantId)]
    )
    const redelivered = (subject: string, status: string, attempts: number) => ({
      action: "delivery.redelivered",
      subject,
      before: { status, attempts },
      after: { status: "pending", attempts }
    })
    assert.deepStrictEqual(audit, [
      redelivered(failed.id, "failed", 4),
      redelivered(taken.id, "delivered", 1)
    ])
  })

  it("tells of a verdict, where a verdict is what happened", async () => {
    const { engine, service, storage } = fixture
    const url = receiver.hook()
    const { live, tenantId } = await storage.createWorkspace({
      policy: policyFor([url, ["review.verdict"]])
    })
    const decision = await decide(service, live, asking(engine.prompt({ real_person: 0.9 })))
    const stored = await api(service, live, `/v1/decisions/${decision.id}`)
    const review: string = stored.body.actions.review_id
    const at = "2026-11-05T10:00:00.123Z"
    await storage.rows(
      `UPDATE review_items SET status = 'blocked', verdict = 'block', note = $2, verdict_at = $3
       WHERE tenant_id = $1`,
      [uuidOf(tenantId), 'not "ours" ünd', at]
    )
    await storage.rows(
      `INSERT INTO webhook_deliveries
         (tenant_id, mode, id, decision_id, policy_id, policy_version, url, event, review_id)
       VALUES ($1, 'live', '01a1f98f-b3b1-7525-8749-8d8522714825', $2, $3, 1, $4, 'review.verdict', $5)`,
      [tenantId, decision.id, decision.policy.id, `ten_${url}`, review].map((id) => uuidOf(id))
    )
    const [call] = await receiver.received(url)
    assert.deepStrictEqual(call?.json(), {
      id: "01a1f98f-b3b1-7525-8749-8d8522714825",
      event: "review.verdict",
      review: { id: review, verdict: "block", note: 'not "ours" ünd', verdictAt: at },
      decision: {
        id: decision.id,
        tenantId,
        outcome: "review",
        policyId: decision.policy.id,
        policyVersion: 1
      }
    })
    const [item] = await deliveriesOf(fixture.service, live, "?event=review.verdict")
    assert.deepInclude(item, { review_id: review, decision_id: decision.id })
  })

  it("never reaches a receiver for a test key, a dry run or shadow mode", async () => {
    const { service, storage } = fixture
    const url = receiver.hook()
    const { live, test } = await storage.createWorkspace({ policy: policyFor([url, ["allow"]]) })
    await decide(service, test, asking("two foxes"))
    await decide(service, live, asking("two foxes"), { headers: { "x-service-dry-run": "true" } })
    await decide(service, live, asking("the last one"))
    await receiver.received(url)
    assert.lengthOf(receiver.calls(url), 1)
    assert.lengthOf(await deliveriesOf(fixture.service, live), 1)
    assert.lengthOf(await deliveriesOf(fixture.service, test), 0)
  })
})
