// @effect-diagnostics globalDate:off -- the client has no Effect
import type { DecisionEvent, VerdictEvent } from "./api.ts"

export type WebhookEvent = DecisionEvent | VerdictEvent

/** The call did not come from the service, was changed on its way, or was made too long ago. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
}

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from now, in either direction; 300 seconds by default. */
  readonly toleranceSeconds?: number
  /** Used in place of the clock, for tests. */
  readonly now?: Date
  /**
   * Accepts a call that has only `X-Service-Signature`. That header does not sign the time, so anyone who has recorded
   * a call can repeat it at any time. The service itself always sends all headers. False by default.
   */
  readonly allowUntimed?: boolean
}

/** The headers of a `Request`, or of Node's `IncomingMessage`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const headerIn = (headers: WebhookHeaders, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === "string" ? value : value?.[0]
}

const fromHex = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  /^[0-9a-f]{64}$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
    : undefined

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  /^[A-Za-z0-9+/]{43}=$/.test(text)
    ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    : undefined

const encoder = new TextEncoder()

const joined = (...parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Whether one of the signatures was made with the secret. Web Crypto compares in constant time. */
const isSigned = async (
  secret: string,
  message: Uint8Array<ArrayBuffer>,
  signatures: ReadonlyArray<Uint8Array<ArrayBuffer> | undefined>
): Promise<boolean> => {
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"])
  const fits = await Promise.all(
    signatures
      .filter((signature) => signature !== undefined)
      .map((signature) => crypto.subtle.verify("HMAC", key, signature, message))
  )
  return fits.includes(true)
}

const standardHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const

/** Demands all of these headers, so that leaving some out does not make the check weaker. */
const verifyStandard = async (
  secret: string,
  body: Uint8Array<ArrayBuffer>,
  headers: WebhookHeaders,
  { now = new Date(), toleranceSeconds = 300 }: VerifyOptions
): Promise<boolean> => {
  const [id = "", timestamp = "", signatures = ""] = standardHeaders.map((name) => headerIn(headers, name))
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp))
  // Written so that NaN, of a tolerance or a date that is none, is never near enough.
  if (!/^\d{1,15}$/.test(timestamp) || !(age <= toleranceSeconds)) {
    throw new WebhookVerificationError("webhook-timestamp is missing or too far from now")
  }
  const message = joined(encoder.encode(`${id}.${timestamp}.`), body)
  const listed = signatures
    .split(" ")
    .map((entry) => (entry.startsWith("v1,") ? fromBase64(entry.slice(3)) : undefined))
  return isSigned(secret, message, listed)
}

/**
 * Returns the event of a webhook call after verifying that the service made the call with this secret, not long ago.
 *
 * The headers of Standard Webhooks decide if there are any: they sign the time, and remain valid while the secret is
 * rotated.
 *
 * @param body as it arrived, before any JSON parser
 * @throws WebhookVerificationError if the call cannot be verified
 */
export const verifyWebhook = async (
  secret: string,
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  options: VerifyOptions = {}
): Promise<WebhookEvent> => {
  // A caller without types may have none: as text, `null` and `undefined` would be secrets that anybody can guess.
  if (typeof secret !== "string" || secret === "") throw new WebhookVerificationError("There is no secret")
  const bytes = joined(typeof body === "string" ? encoder.encode(body) : new Uint8Array(body))
  const isStandard = standardHeaders.some((name) => headerIn(headers, name) !== undefined)
  const isGenuine =
    isStandard || options.allowUntimed !== true
      ? await verifyStandard(secret, bytes, headers, options)
      : await isSigned(secret, bytes, [fromHex(headerIn(headers, "x-service-signature") ?? "")])
  if (!isGenuine) throw new WebhookVerificationError("No signature fits the body and the secret")
  return JSON.parse(new TextDecoder().decode(bytes))
}
