import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomFillSync } from "node:crypto"

const poolSize = 8_192

/** The operating system's generator, asked for many bytes at a time: an id alone would cost a call each. */
export const SecureRandomPooled = Layer.sync(SecureRandom.SecureRandom, () => {
  const pool = new Uint8Array(poolSize)
  let used = poolSize
  return SecureRandom.make((size) => {
    if (size > poolSize) return randomFillSync(new Uint8Array(size))
    if (used + size > poolSize) {
      randomFillSync(pool)
      used = 0
    }
    const bytes = pool.slice(used, used + size)
    // What was given out is never there to be given out again, nor to be read later.
    pool.fill(0, used, used + size)
    used += size
    return bytes
  })
})
