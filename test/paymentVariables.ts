import { Redacted } from "effect"
import { badUrls } from "./configVariables.ts"
import type { Variable } from "./configVariables.ts"

const beside = {
  STRIPE_SECRET_KEY: "sk_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_PRICES: "price_1:starter"
}

/** Every variable of the payment provider's. */
export const paymentVariables: Readonly<Record<string, Variable>> = {
  STRIPE_SECRET_KEY: {
    beside: { STRIPE_WEBHOOK_SECRET: "whsec_1", STRIPE_PRICES: "price_1:starter" },
    value: ({ payments }) => payments && Redacted.value(payments.secretKey),
    unset: undefined,
    good: [["sk_live_1", "sk_live_1"]],
    bad: []
  },
  STRIPE_WEBHOOK_SECRET: {
    beside,
    value: ({ payments }) => payments && Redacted.value(payments.webhookSecret),
    good: [["whsec_2", "whsec_2"]],
    bad: []
  },
  STRIPE_PRICES: {
    beside,
    value: ({ payments }) => payments && [...payments.plans],
    good: [
      [
        "price_1:growth, price_2:enterprise",
        [
          ["price_1", "growth"],
          ["price_2", "enterprise"]
        ]
      ]
    ],
    bad: ["price_1", "price_1:gold", "price_1:none", ":growth", "price_1:growth:2", "price_1:growth,"]
  },
  STRIPE_METER_EVENT: {
    beside,
    value: ({ payments }) => payments?.meterEvent,
    unset: "prescreen_decisions",
    good: [["checks", "checks"]],
    bad: []
  },
  STRIPE_API_URL: {
    beside,
    value: ({ payments }) => payments?.api?.href,
    unset: undefined,
    good: [["http://127.0.0.1:12111", "http://127.0.0.1:12111/"]],
    bad: [
      ...badUrls,
      "http://127.0.0.1:12111/v1",
      "http://user:password@127.0.0.1:12111",
      "http://127.0.0.1:12111/?x=1",
      "http://127.0.0.1:12111/#x"
    ]
  }
}
