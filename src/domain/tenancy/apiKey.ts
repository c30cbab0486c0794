import { Effect, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Mode } from "../shared/Workspace.ts"
import { crc32 } from "./crc32.ts"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const randomLength = 37
const checksumLength = 6
const prefixLength = 16

const shape = /^svc_(live|test)_[0-9A-Za-z]{43}$/

/** How a key begins, in any case: what may be one must not be repeated in a log or a message. */
export const keyStart = /svc_(?:live|test)_/i

/** Big-endian base62, padded with zeros. Six digits can hold any 32-bit number. */
const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ""
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

/**
 * A new key: `svc_live_` or `svc_test_`, 37 random base62 characters (220 bits), and a checksum of everything before
 * it. The checksum lets a scanner recognise a leaked key, and lets the service refuse a mistyped one without a
 * lookup.
 */
export const generateApiKey = Effect.fnUntraced(function* (mode: Mode) {
  const random = yield* SecureRandom.SecureRandom
  const digits = yield* Effect.replicateEffect(
    random.intBetween(0, alphabet.length, { halfOpen: true }),
    randomLength
  )
  const body = `svc_${mode}_${digits.map((digit) => alphabet.charAt(digit)).join("")}`
  return Redacted.make(body + checksum(body))
})

/** The mode of a well-formed key; none if the text is not one. A well-formed key need not exist. */
export const parseApiKey = (text: string): Option.Option<{ readonly mode: Mode }> => {
  if (!shape.test(text)) return Option.none()
  if (checksum(text.slice(0, -checksumLength)) !== text.slice(-checksumLength)) return Option.none()
  return Option.some({ mode: text.startsWith("svc_live_") ? "live" : "test" })
}

/** The first characters, by which people recognise a key that is no longer shown in full. */
export const keyPrefix = (key: Redacted.Redacted): string => Redacted.value(key).slice(0, prefixLength)
