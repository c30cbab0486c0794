import { Cause, Effect } from "effect"
import type { Stopwatch } from "../../../domain/shared/stopwatch.ts"
import type { RateLimitReading } from "../../../domain/tenancy/RateLimiter.ts"
import type { AnswerHeaders } from "../answerHeaders.ts"
import type { RequestFacts } from "../requests/CurrentRequest.ts"

/** The status in log and metrics of a request whose client has gone. It is nginx's, and never sent. */
export const clientGone = 499

/** The status in log and metrics of a request that broke off: what it was refused with, if it was. */
export const brokenOffStatus = ({ statusCode }: { readonly statusCode: number }): number =>
  statusCode >= 400 ? statusCode : clientGone

/** Nanoseconds as milliseconds, rounded to the microsecond. */
export const milliseconds = (nanoseconds: bigint): number => Math.round(Number(nanoseconds) / 1e3) / 1e3

const serverTiming = ({ parts, startedAt }: Stopwatch, now: bigint) => {
  let entries = ""
  for (const { name, nanoseconds } of parts) entries += `${name};dur=${milliseconds(nanoseconds)}, `
  return `${entries}total;dur=${milliseconds(now - startedAt)}`
}

/** The headers that tell a caller about its rate limit. */
export const limitHeaders = (rateLimit: RateLimitReading) =>
  ({
    "x-ratelimit-limit": String(rateLimit.limit),
    "x-ratelimit-remaining": String(rateLimit.remaining),
    "x-ratelimit-reset": String(rateLimit.resetSeconds)
  }) satisfies AnswerHeaders

/** The headers of every answer. `now` is when the answer was made, in monotonic nanoseconds. */
export const headersOf = (
  { id, rateLimit, retryAfter, stopwatch }: RequestFacts,
  now: bigint,
  further: AnswerHeaders | undefined
): AnswerHeaders => {
  const headers: AnswerHeaders = { "x-request-id": id, ...further }
  if (rateLimit !== undefined) Object.assign(headers, limitHeaders(rateLimit))
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter)
  if (stopwatch.parts.length > 0) headers["server-timing"] = serverTiming(stopwatch, now)
  return headers
}

/** Further headers for a 401 and for some 413s. */
export const headersOfRefusal = (
  status: number,
  request: { readonly headers: Readonly<Record<string, unknown>> }
): AnswerHeaders | undefined => {
  // Required by RFC 9110, 15.5.2.
  if (status === 401) return { "www-authenticate": "Bearer" }
  // It is unknown how much of a chunked body is still to come, so the next request needs another connection.
  return status === 413 && request.headers["content-length"] === undefined
    ? { connection: "close" }
    : undefined
}

/** The names and stack frames of the defects, without their messages: those could quote the request. */
const placesOf = (cause: Cause.Cause<unknown>): ReadonlyArray<string> =>
  Cause.prettyErrors(cause).flatMap(({ name, stack = "" }) =>
    [name].concat(
      stack
        .split("\n")
        .filter((line) => line.startsWith("    at "))
        .slice(0, 8)
        .map((line) => line.trim())
    )
  )

/** Logs where in the code a defect came from. */
export const logRequestDefect = ({ id }: RequestFacts, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("A request failed by a mistake of ours"), {
    requestId: id,
    places: placesOf(cause)
  })
