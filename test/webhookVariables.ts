import { Duration } from "effect"
import { badDurations } from "./configVariables.ts"
import type { Variable } from "./configVariables.ts"

const duration = (input: Duration.Input) => Duration.toMillis(Duration.fromInputUnsafe(input))

/** The variables of webhooks. */
export const webhookVariables: Readonly<Record<string, Variable>> = {
  WEBHOOK_RETRY_DELAYS: {
    value: ({ webhooks }) => webhooks.retryDelays.map((delay) => Duration.toMillis(delay)),
    unset: ["0 seconds", "1 minute", "5 minutes", "30 minutes"].map((delay) =>
      duration(delay as Duration.Input)
    ),
    good: [
      ["0s,10ms, 2h", [0, 10, duration("2 hours")]],
      ["1m", [60_000]]
    ],
    bad: [...badDurations, "0s,", "0s,,1m", "0s;1m"]
  },
  WEBHOOK_TIMEOUT: {
    value: ({ webhooks }) => Duration.toMillis(webhooks.timeout),
    unset: 10_000,
    good: [["500ms", 500]],
    bad: [...badDurations, "0s"]
  },
  WEBHOOK_ALLOWED_HOSTS: {
    value: ({ webhooks }) => webhooks.allowedHosts,
    unset: [],
    good: [["Hooks.Example.com:8443, [::1]:9000", ["hooks.example.com:8443", "[::1]:9000"]]],
    bad: [
      "example.com",
      "example.com:",
      "https://example.com:443",
      "a:1,",
      "a:b",
      "a:65536",
      "a:0",
      "*.a:80",
      "[::::]:80",
      "a%b:80"
    ]
  }
}
