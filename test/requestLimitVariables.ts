import { Duration, Redacted } from "effect"
import { badDurations } from "./configVariables.ts"
import type { Variable } from "./configVariables.ts"

/** The variables that say what a process lets in. */
export const requestLimitVariables: Readonly<Record<string, Variable>> = {
  REQUEST_TIMEOUT: {
    value: ({ requestLimits }) => Duration.toMillis(requestLimits.requestTimeout),
    unset: 30_000,
    good: [["2m", 120_000]],
    bad: [...badDurations, "0s", "0ms"]
  },
  KEEP_ALIVE_TIMEOUT: {
    value: ({ requestLimits }) => Duration.toMillis(requestLimits.keepAliveTimeout),
    unset: 65_000,
    good: [
      ["1s", 1_000],
      ["620s", 620_000],
      ["24h", 86_400_000]
    ],
    bad: [...badDurations, "0s", "999ms", "25h"]
  },
  MAX_REQUESTS_IN_FLIGHT: {
    value: ({ requestLimits }) => requestLimits.mostInFlight,
    unset: 512,
    good: [
      ["1", 1],
      ["100000", 100_000]
    ],
    bad: ["0", "-1", "1.5", "100001", "many"]
  },
  RATE_LIMIT_STORE: {
    value: ({ rateLimitStore }) =>
      rateLimitStore === "memory" ? rateLimitStore : Redacted.value(rateLimitStore),
    unset: "memory",
    good: [
      ["memory", "memory"],
      ["redis://cache.example.com", "redis://cache.example.com"],
      ["rediss://user:password@[::1]:6380/2", "rediss://user:password@[::1]:6380/2"]
    ],
    bad: [
      "redis",
      "postgres",
      "http://cache.example.com",
      "redis://",
      "redis://cache.example.com/rate",
      "redis://:p%zz@cache.example.com"
    ]
  }
}
