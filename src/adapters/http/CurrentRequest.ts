import { Context } from "effect"
import type { Stopwatch } from "../../domain/shared/stages.ts"
import type { RateLimitReading } from "../../domain/tenancy/RateLimiter.ts"

/** What is known of a request while it is answered, and what its answer's headers are made of. */
export interface RequestFacts {
  /** Names the request in the log and in its answer. */
  readonly id: string
  readonly stopwatch: Stopwatch
  rateLimit: RateLimitReading | undefined
  /** Seconds after which a refused request may be sent again. */
  retryAfter: number | undefined
}

export const CurrentRequest = Context.Reference<RequestFacts>("prescreen/adapters/http/CurrentRequest", {
  defaultValue: () => ({
    id: "",
    stopwatch: { startedAt: 0n, stages: [] },
    rateLimit: undefined,
    retryAfter: undefined
  })
})
