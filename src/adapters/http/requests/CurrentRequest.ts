import { Clock, Context } from "effect"
import type { Fiber } from "effect"
import type { Outcome } from "../../../domain/policy/Action.ts"
import type { Stopwatch } from "../../../domain/shared/stopwatch.ts"
import type { Mode } from "../../../domain/shared/Workspace.ts"
import type { RateLimitReading } from "../../../domain/tenancy/RateLimiter.ts"

/** What is known of a request while it is answered, and what its answer's headers are made of. */
export interface RequestFacts {
  /** Names the request in the log and in its answer. */
  readonly id: string
  /** What the client itself called the request; undefined when it did not. */
  readonly givenId: string | undefined
  readonly stopwatch: Stopwatch
  rateLimit: RateLimitReading | undefined
  /** Seconds after which a refused request may be sent again. */
  retryAfter: number | undefined
  /** Of the key that was sent, once it is known. */
  mode: Mode | undefined
  /** Of the decision that was answered. */
  outcome: Outcome | undefined
}

export const makeFacts = (id: string, givenId: string | undefined, stopwatch: Stopwatch): RequestFacts => ({
  id,
  givenId,
  stopwatch,
  rateLimit: undefined,
  retryAfter: undefined,
  mode: undefined,
  outcome: undefined
})

/** The facts of a fiber that works for no request. */
const noRequest = (): RequestFacts =>
  makeFacts("", undefined, {
    clock: Clock.Clock.defaultValue(),
    startedAt: 0n,
    parts: [],
    trace: undefined
  })

export const CurrentRequest = Context.Reference<RequestFacts>(
  "prescreen/adapters/http/requests/CurrentRequest",
  {
    defaultValue: noRequest
  }
)

/** The id of the request that a fiber works for, whoever forked it; undefined where there is none. */
export const requestIdOf = (fiber: Fiber.Fiber<unknown, unknown>): string | undefined => {
  const { id } = fiber.getRef(CurrentRequest)
  return id === "" ? undefined : id
}

/** The headers by which an answer tells of its caller's rate limit. */
export const limitHeaders = (rateLimit: RateLimitReading): Record<string, string> => ({
  "x-ratelimit-limit": String(rateLimit.limit),
  "x-ratelimit-remaining": String(rateLimit.remaining),
  "x-ratelimit-reset": String(rateLimit.resetSeconds)
})
