import { Context } from "effect"
import type { Effect } from "effect"

/** Whether a request may pass, and what its caller is told of the limit. All seconds are whole, rounded up. */
export interface RateLimitReading {
  readonly admitted: boolean
  readonly limit: number
  /** Requests that would still be admitted now. */
  readonly remaining: number
  /** Until the window is clear, if nothing more is sent: 1 to 60, and 0 when nothing is in it. */
  readonly resetSeconds: number
  /**
   * Until one more would be admitted, or as many as were refused: 0 when it would be now, at least 1 after a refusal.
   * More than the limit never are, and are told 60.
   */
  readonly retryAfterSeconds: number
}

/**
 * Limits requests over a sliding window of a minute: in any 60 seconds no more than the limit are admitted,
 * and none is refused while fewer were. A refused request does not count.
 */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /**
     * Asks to admit one request of `key`, or as many as are `wanted`, at most `limit` (1 or more) a minute. Of several
     * either all are admitted or none: else who asks again would use up with each try what they are waiting for.
     */
    readonly take: (key: string, limit: number, wanted?: number) => Effect.Effect<RateLimitReading>
    /** What `take` would be told now. No request is counted. */
    readonly read: (key: string, limit: number, wanted?: number) => Effect.Effect<RateLimitReading>
    /** The same without asking anybody; undefined where this process alone does not know. */
    readonly peek: (key: string, limit: number) => RateLimitReading | undefined
  }
>()("prescreen/domain/tenancy/RateLimiter") {}
