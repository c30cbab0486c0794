import { Context } from "effect"
import type { Effect } from "effect"

/** Whether a request is admitted, and what its caller is told about the limit. All seconds are whole, rounded up. */
export interface RateLimitReading {
  readonly admitted: boolean
  /** Requests a minute. */
  readonly limit: number
  /** How many more requests would be admitted now. */
  readonly remaining: number
  /** Seconds until the window is empty if no more requests come: 1 to 60, or 0 if it is empty now. */
  readonly resetSeconds: number
  /**
   * Seconds until one more request would be admitted, or after a refusal, as many as were refused. 0 if that is now,
   * and at least 1 after a refusal. More requests than the limit are never admitted; for them it is 60.
   */
  readonly retryAfterSeconds: number
  /** When the requests were counted, by the limiter's own clock; none if they were not. */
  readonly takenAt?: number
}

/**
 * Limits requests by a sliding window of one minute: any 60 seconds admit no more requests than the limit, and no
 * request is refused while there is room. Refused requests do not count.
 */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /**
     * Asks to admit `wanted` requests (1 unless given) of `key`, at most `limit` (1 or more) a minute. Either all of
     * them are admitted or none: otherwise each retry would use up the room that its caller is waiting for. They may be
     * asked for in place of one that was counted at `inPlaceOf`, which then counts no more, whether they are admitted
     * or not.
     */
    readonly take: (
      key: string,
      limit: number,
      wanted?: number,
      inPlaceOf?: number
    ) => Effect.Effect<RateLimitReading>
    /** The same for one request, at once, from memory; undefined if this process alone cannot tell. */
    readonly takeAtOnce: (key: string, limit: number) => RateLimitReading | undefined
    /** What `take` would return now. Counts no request. */
    readonly read: (key: string, limit: number, wanted?: number) => Effect.Effect<RateLimitReading>
    /** The same for one request, from memory; undefined if this process alone cannot tell. */
    readonly peek: (key: string, limit: number) => RateLimitReading | undefined
  }
>()("prescreen/domain/tenancy/RateLimiter") {}
