import { Option, Redacted } from "effect"

/** In bytes. */
export const masterKeyLength = 32

/**
 * A master key written in base64, with or without space around it. Node skips characters that are not of base64, so the
 * key is written again and compared: a damaged key must not be taken for another one.
 */
export const parseMasterKey = (text: string): Option.Option<Redacted.Redacted<Uint8Array>> => {
  const key = Buffer.from(text, "base64")
  return key.length === masterKeyLength && key.toString("base64") === text.trim()
    ? Option.some(Redacted.make<Uint8Array>(key))
    : Option.none()
}
