import { Schema } from "effect"

/** The same Idempotency-Key was sent before with another request. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  {}
) {}

/** A request's claim to be decided only once, however often it is sent. */
export interface IdempotencyClaim {
  readonly key: string
  /** Equal for requests with the same body and dry-run header. Only a keyed hash of it is stored. */
  readonly request: string
}

const sortKeys = (value: Schema.Json): Schema.Json => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sortKeys(child)])
  )
}

/** The text by which two requests are compared: the dry-run header, and the parsed JSON with sorted keys. */
export const comparableRequest = (body: Schema.Json, dryRun: boolean): string =>
  `${dryRun ? "dry-run" : "enforced"} ${JSON.stringify(sortKeys(body))}`

/** Separates a key from the number of a part. No key that a client can send contains it. */
const beforePart = "\u001f"

/**
 * The claim of one part of a request whose parts are decided separately; `part` counts from 0. The first part has the
 * request's own key, so a request with one part is like any other.
 */
export const claimOfPart = (
  key: string,
  body: Schema.Json,
  dryRun: boolean,
  part: number
): IdempotencyClaim => ({
  key: part === 0 ? key : `${key}${beforePart}${part}`,
  // The number tells which part of the body this is, and so what it contains.
  request: comparableRequest({ whole: body, part }, dryRun)
})

/** The key that the caller sent, from the key of any of its parts. */
export const keyOfRequest = (claimed: string): string => {
  const end = claimed.indexOf(beforePart)
  return end === -1 ? claimed : claimed.slice(0, end)
}
