import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"

/** Random bytes that are the same on every run. */
export const SeededRandom = Layer.sync(SecureRandom.SecureRandom, () => {
  let next = 0
  return SecureRandom.make((size) => Uint8Array.from({ length: size }, () => next++ & 0xff))
})
