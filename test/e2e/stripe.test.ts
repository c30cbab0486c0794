import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { Stripe } from "stripe"
import { afterAll } from "vitest"
import { created, deleted, invoice, other, subscription, updated } from "../adapters/payment/stripeEvents.ts"
import { startStripeApi } from "../fakes/StripeApi.ts"
import { send } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { call } from "./call.ts"
import { assertProblem, setUp } from "./fixture.ts"
import { uuidOf } from "./Storage.ts"

const api = await startStripeApi()
afterAll(api.close)

const secret = "whsec_canary"
const environment = {
  STRIPE_SECRET_KEY: "sk_test_canary",
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_PRICES: "price_growth:growth,price_scale:scale",
  STRIPE_API_URL: api.url
}
const fixture = setUp(environment)

const path = "/integrations/stripe/webhook"
const stripe = new Stripe("sk_test_canary")

const deliver = (event: object, header?: string) => {
  const payload = JSON.stringify(event)
  const signature = header ?? stripe.webhooks.generateTestHeaderString({ payload, secret })
  return send(fixture.service.url, path, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
    body: payload
  })
}

const taken = async (event: object) => {
  const reply = await deliver(event)
  assert.deepStrictEqual([reply.status, reply.text], [200, `{"received":true}`])
}

const plan = async (key: string) => (await call(fixture.service, key, "GET", "/v1/plan")).json()

/** As Stripe's clock has it: in whole seconds, and then maybe before what has just been done. */
const now = Math.floor(DateTime.nowUnsafe().epochMilliseconds / 1_000)
const iso = (seconds: number) => DateTime.formatIso(DateTime.makeUnsafe(seconds * 1_000))

describe("what Stripe tells", () => {
  it("makes the plan of the tenant that it names, repeated and reordered as it may be", async () => {
    const { storage } = fixture
    const { live, tenantId } = await storage.createWorkspace({
      subscription: { plan: "none", state: "none" }
    })
    const start = created(now + 10, subscription(tenantId, { status: "trialing", trial_end: now + 99 }))
    await taken(start)
    assert.deepInclude(await plan(live), { plan: "growth", state: "trialing", trial_ends_at: iso(now + 99) })
    const failure = invoice("payment_failed", now + 30, tenantId)
    await taken(failure)
    await taken(updated(now + 20, subscription(tenantId), { status: "trialing" }))
    for (const again of [start, failure, start]) await taken(again)
    const fortnight = 14 * 86_400
    assert.deepInclude(await plan(live), { state: "past_due", pauses_at: iso(now + 30 + fortnight) })
    await taken(invoice("paid", now + 40, tenantId))
    await taken(updated(now + 50, subscription(tenantId, { cancel_at: now + 500 }), { cancel_at: null }))
    assert.deepInclude(await plan(live), { state: "active", pauses_at: null, cancels_at: iso(now + 500) })
    await taken(deleted(now + 500, subscription(tenantId, { status: "canceled" })))
    assert.deepInclude(await plan(live), { plan: "growth", state: "inactive", ended_at: iso(now + 500) })
    const [entry] = await storage.rows(
      "SELECT actor, action FROM audit_log WHERE tenant_id = $1 ORDER BY entry DESC LIMIT 1",
      [uuidOf(tenantId)]
    )
    assert.deepStrictEqual(entry, { actor: "payment_provider", action: "plan.changed" })
  })

  it("makes the customer of the subscription that counts pay, repeated and reordered as it may be", async () => {
    const { storage } = fixture
    for (const [customer, ...order] of [
      ["cus_new", "first", "second", "endOfFirst"],
      ["cus_new", "endOfFirst", "second", "first"],
      ["cus_new", "first", "second", "endOfFirst", "first"],
      ["cus_old", "first", "second", "endOfSecond"]
    ] as const) {
      const { live, tenantId } = await storage.createWorkspace({
        subscription: { plan: "none", state: "none" }
      })
      const old = subscription(tenantId, { id: "sub_1", customer: "cus_old" })
      const replacement = subscription(tenantId, { id: "sub_2", customer: "cus_new" })
      const events = {
        first: created(now + 10, old),
        second: created(now + 20, replacement),
        endOfFirst: deleted(now + 30, old),
        endOfSecond: deleted(now + 40, replacement)
      }
      for (const which of order) await taken(events[which])
      assert.deepInclude(await plan(live), { plan: "growth", state: "active" })
      const linked = await storage.rows("SELECT customer FROM payment_accounts WHERE tenant_id = $1", [
        uuidOf(tenantId)
      ])
      assert.deepStrictEqual(linked, [{ customer }], order.join(", "))
    }
  })

  it("is refused when it is not signed as it should be, and changes nothing", async () => {
    const { service, storage } = fixture
    const { live, tenantId } = await storage.createWorkspace({
      subscription: { plan: "none", state: "none" }
    })
    const event = created(now, subscription(tenantId))
    const payload = JSON.stringify(event)
    const signed = (options: object) =>
      stripe.webhooks.generateTestHeaderString({ payload, secret, ...options })
    for (const header of [
      "",
      "nonsense",
      signed({ secret: "whsec_other" }),
      signed({ timestamp: now - 36_000 }),
      signed({ payload: `${payload} ` })
    ]) {
      assertProblem(service, await deliver(event, header), 400, "invalid_request", "some")
    }
    const bare = await send(service.url, path, { method: "POST", body: payload })
    assertProblem(service, bare, 400, "invalid_request", "some")
    assert.strictEqual((await plan(live)).state, "none")
    assert.strictEqual((await send(service.url, path)).status, 405)
  })

  it("is taken and forgotten when it is about something else or somebody unknown", async () => {
    await taken(other(now))
    await taken(created(now, subscription("acme")))
    await taken(created(now, subscription(`ten_${"0".repeat(32)}`)))
  })

  it("is a plain 404 where no payment provider is configured", { timeout: 60_000 }, async () => {
    const { engine, service } = fixture
    await using plain = await startService({
      dataOf: service,
      environment: { ENGINE: "http", ENGINE_URL: engine.url }
    })
    for (const method of ["GET", "POST"]) {
      const reply = await send(plain.url, path, { method })
      assert.deepStrictEqual([reply.status, reply.text], [404, "Not Found\n"])
    }
  })
})

describe("what is used past the plan", () => {
  it(
    "is reported once for each day, over processes that start at once and after refusals",
    { timeout: 120_000 },
    async () => {
      const { engine, service, storage } = fixture
      const workspace = await storage.createWorkspace({
        subscription: { plan: "none", state: "none" },
        limits: { includedDecisions: 100 }
      })
      const former = subscription(workspace.tenantId, { id: "sub_0", customer: "cus_0" })
      await taken(created(now - 1, former))
      await taken(created(now, subscription(workspace.tenantId)))
      const day = (ago: number) =>
        DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.nowUnsafe(), { days: ago }))
      const tenant = uuidOf(workspace.tenantId)
      await storage.rows(
        `INSERT INTO usage_days (tenant_id, mode, day, slot, checks, blocked, reviewed, input_tokens)
         SELECT $1, mode, day::date, 1, checks, 0, 0, 0 FROM (VALUES
           ($2, 'live', 115), ($2, 'test', 1000), ($3, 'live', 500), ($4, 'live', 900)) AS used(day, mode, checks)`,
        // Long over, not over yet, and before there was anybody to pay.
        [tenant, day(2), day(0), day(33)]
      )
      // As if its plan, its limit and its customer were 20 days old.
      for (const [table, column] of [
        ["payment_accounts", "linked_at"],
        ["former_allowances", "until"]
      ]) {
        await storage.rows(
          `UPDATE ${table} SET ${column} = ${column} - interval '20 days' WHERE tenant_id = $1`,
          [tenant]
        )
      }
      // Neither the end of a subscription that no longer counts nor its customer changes who pays, and since when.
      await taken(deleted(now + 1, former))
      const options = {
        dataOf: service,
        environment: { ENGINE: "http", ENGINE_URL: engine.url, ...environment }
      }
      const pending = async () =>
        (await storage.rows("SELECT 1 FROM overage_reports WHERE sent_at IS NULL AND quantity > 0")).length
      api.refuse(true)
      await using refused = await startService(options)
      await until("the refusal is in the log", () =>
        refused.stderr().includes("Overage could not be reported")
      )
      assert.strictEqual(await pending(), 1)
      assert.notInclude(refused.stderr(), "sk_test_canary")
      assert.deepStrictEqual(api.taken, [])

      api.refuse(false)
      await using stack = new AsyncDisposableStack()
      for (const process of await Promise.all([startService(options), startService(options)])) {
        stack.use(process)
      }
      await until("the report has arrived", () => api.taken.length > 0)
      await until("it is on record", async () => (await pending()) === 0)
      const identifier = `${workspace.tenantId}/${day(2)}/decisions`
      assert.deepStrictEqual(api.taken, [
        {
          idempotencyKey: identifier,
          identifier,
          name: "prescreen_decisions",
          customer: "cus_1",
          value: "15",
          timestamp: String(DateTime.makeUnsafe(`${day(2)}T12:00:00Z`).epochMilliseconds / 1_000)
        }
      ])
    }
  )
})
