import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Logger, Option, Redacted } from "effect"
import { Stripe } from "stripe"
import { StripePayments } from "../../../src/adapters/payment/StripePayments.ts"
import { PaymentProvider } from "../../../src/domain/billing/PaymentProvider.ts"
import { created, deleted, invoice, other, subscription, updated } from "./stripeEvents.ts"

const tenantId = `ten_${"1".repeat(32)}`
const secret = "whsec_canary"
const stripe = new Stripe("sk_test_canary")

const Payments = StripePayments({
  secretKey: Redacted.make("sk_test_canary"),
  webhookSecret: Redacted.make(secret),
  plans: new Map([["price_growth", "growth"]]),
  meterEvent: "prescreen_decisions",
  api: undefined
})

/** What an event is taken for when Stripe calls with it. */
const read = Effect.fnUntraced(function* (event: object, signedWith = secret) {
  const payload = JSON.stringify(event)
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith })
  const provider = yield* Effect.orDie(Effect.fromNullishOr(yield* PaymentProvider))
  return yield* provider.readNotice(payload, { "stripe-signature": signature })
}, Effect.provide(Payments))

/** The same, and what is logged. */
const take = Effect.fnUntraced(function* (event: object, signedWith = secret) {
  const lines: Array<string> = []
  const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
  const notice = yield* read(event, signedWith).pipe(Effect.option, Effect.provide(logger))
  return { lines, notice: Option.flatten(notice) }
})

const items = (...prices: ReadonlyArray<string>) => ({
  items: { data: prices.map((id) => ({ price: { id } })) }
})

const now = Effect.map(DateTime.now, ({ epochMilliseconds }) => Math.floor(epochMilliseconds / 1_000))

describe("an event whose payload style is thin", () => {
  const thin = { id: "evt_1", object: "v2.core.event", type: "v1.billing.meter.no_meter_found" }

  it.live("is verified and taken for one that does not matter", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(thin), Option.none())
      assert.strictEqual((yield* Effect.flip(read(thin, "whsec_other")))._tag, "NoticeRefused")
    })
  )
})

describe("a subscription of which no price stands for a plan", () => {
  it.live("is in the log, with whose it is and its prices, and makes no plan", () =>
    Effect.gen(function* () {
      const at = yield* now
      for (const event of [
        created(at, subscription(tenantId, items("price_metered", "price_new"))),
        updated(at, subscription(tenantId, items("price_metered", "price_new")), items("price_growth"))
      ]) {
        const { lines, notice } = yield* take(event)
        assert.deepStrictEqual(
          Option.map(notice, ({ events }) => events),
          Option.some([])
        )
        assert.lengthOf(lines, 1)
        const line = JSON.parse(lines[0] ?? "")
        assert.strictEqual(line.level, "WARN")
        assert.deepStrictEqual(line.annotations, { tenantId, prices: ["price_metered", "price_new"] })
        assert.notInclude(lines[0], "canary")
      }
    })
  )

  it.live(
    "is no matter where a price does, where the subscription ends, or where Stripe did not say so",
    () =>
      Effect.gen(function* () {
        const at = yield* now
        const unlisted = subscription(tenantId, items("price_new"))
        const logged = [
          yield* take(created(at, subscription(tenantId))),
          yield* take(updated(at, subscription(tenantId), { status: "past_due" })),
          yield* take(deleted(at, unlisted)),
          yield* take(invoice("paid", at, tenantId)),
          yield* take(created(at, subscription("acme", items("price_new")))),
          yield* take(other(at)),
          yield* take(created(at, unlisted), "whsec_other")
        ].flatMap(({ lines }) => lines)
        assert.deepStrictEqual(logged, [])
      })
  )
})
