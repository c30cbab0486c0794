import { Clock, Context } from "effect"
import type { Fiber } from "effect"
import type { Outcome } from "../../../domain/policy/Action.ts"
import type { Stopwatch } from "../../../domain/shared/stopwatch.ts"
import type { Mode } from "../../../domain/shared/Workspace.ts"
import type { RateLimitReading } from "../../../domain/tenancy/RateLimiter.ts"

/** What is known about a request while it is answered. The headers of its answer are made from it. */
export interface RequestFacts {
  /** Names the request in the log and in its answer. */
  readonly id: string
  /** The id that the client gave the request; undefined if it gave none that can be used. */
  readonly givenId: string | undefined
  readonly stopwatch: Stopwatch
  rateLimit: RateLimitReading | undefined
  /** Seconds after which a refused request may be sent again. */
  retryAfter: number | undefined
  /** The mode of the caller's key, once it is known. */
  mode: Mode | undefined
  /** The outcome of the decision that the answer returns, of several the most severe. */
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

/** The facts of the request that a fiber works for. */
export const CurrentRequest = Context.Reference<RequestFacts>(
  "prescreen/adapters/http/requests/CurrentRequest",
  {
    defaultValue: noRequest
  }
)

/** The id of the request that a fiber works for, also if another fiber forked it; undefined if it works for none. */
export const requestIdOf = (fiber: Fiber.Fiber<unknown, unknown>): string | undefined => {
  const { id } = fiber.getRef(CurrentRequest)
  return id === "" ? undefined : id
}
