import { Option, Redacted } from "effect"
import type { Headers } from "effect/http"
import { hash, timingSafeEqual } from "node:crypto"

const digest = (text: string) => hash("sha256", text, "buffer")

/**
 * Tells whether a request's headers carry the token; always true if there is none. Digests are compared, because they
 * all have the same length.
 */
export const carriesToken = (
  token: Option.Option<Redacted.Redacted>
): ((headers: Headers.Headers) => boolean) => {
  if (Option.isNone(token)) return () => true
  const expected = digest(`Bearer ${Redacted.value(token.value)}`)
  return ({ authorization = "" }) =>
    timingSafeEqual(digest(authorization.replace(/^bearer +/i, "Bearer ")), expected)
}
