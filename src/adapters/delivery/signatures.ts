import { Redacted } from "effect"
import { createHmac } from "node:crypto"

export interface SignedCall {
  readonly id: string
  readonly body: string
  /** Seconds since 1970. */
  readonly timestamp: number
  /** The current one first. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

const hmac = (secret: Redacted.Redacted, text: string, encoding: "hex" | "base64") =>
  createHmac("sha256", Redacted.value(secret)).update(text).digest(encoding)

/**
 * The signature of the raw body, and the headers of Standard Webhooks. Those also sign the id and the time, and have
 * one signature for each secret, so that a receiver may still use the previous one.
 */
export const signatureHeaders = ({ body, id, secrets, timestamp }: SignedCall): Record<string, string> => {
  const [current] = secrets
  if (current === undefined) return {}
  const signatures = secrets.map((secret) => `v1,${hmac(secret, `${id}.${timestamp}.${body}`, "base64")}`)
  return {
    "X-Service-Signature": hmac(current, body, "hex"),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" ")
  }
}
