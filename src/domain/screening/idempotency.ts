import { Schema } from "effect"

/** The same Idempotency-Key came with another body. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  {}
) {}

/** A request that wants to be decided once, however often it is sent. */
export interface IdempotencyClaim {
  readonly key: string
  /** Equal for requests with the same body and dry-run header. Stores keep only a keyed hash of it. */
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

/** The text by which two requests are compared: parsed JSON with its keys in one order, and the dry-run header. */
export const comparableRequest = (body: Schema.Json, dryRun: boolean): string =>
  `${dryRun ? "dry-run" : "enforced"} ${JSON.stringify(sortKeys(body))}`

/** No key that a client can send holds it. */
const beforePart = "\u001f"

/**
 * The claim on one of the parts of a request that are decided each by itself, by its place from 0. The first has the
 * request's own key, so that a request of one part is like any other.
 */
export const claimOfPart = (
  key: string,
  body: Schema.Json,
  dryRun: boolean,
  part: number
): IdempotencyClaim => ({
  key: part === 0 ? key : `${key}${beforePart}${part}`,
  // The place says which of the parts it is, and with that what it holds.
  request: comparableRequest({ whole: body, part }, dryRun)
})

/** The key of the request that a decision was asked for with. */
export const keyOfRequest = (claimed: string): string => {
  const end = claimed.indexOf(beforePart)
  return end === -1 ? claimed : claimed.slice(0, end)
}
