import { Duration, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomFillSync } from "node:crypto"

const poolSize = 8_192

/** The operating system's generator, asked for many bytes at a time: an id alone would cost a call each. */
const makePool = () => {
  const pool = new Uint8Array(poolSize)
  let used = poolSize
  return (size: number): Uint8Array => {
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
  }
}

/** So far behind the latest id a clock is one that runs unevenly; any further it was wrong and has been set right. */
const unevenness = Duration.toMillis("10 seconds")

/**
 * Ids sort by the order they are made in while the clock runs unevenly. Once it has been set back they follow it: what
 * carries an id is dated and counted by it, and a clock that was wrong for a minute is not to date a month.
 */
export const SecureRandomPooled = Layer.sync(SecureRandom.SecureRandom, () => {
  const draw = makePool()
  const random = SecureRandom.make(draw)
  let ordered = random.uuidV7
  let latest = Number.NEGATIVE_INFINITY

  const follow = (now: number): typeof ordered => {
    if (now < latest - unevenness) {
      ordered = SecureRandom.make(draw).uuidV7
      latest = now
    } else if (now > latest) latest = now
    return ordered
  }

  function uuidV7(options?: { readonly format?: "string" | undefined }): Effect.Effect<string>
  function uuidV7<Format extends "string" | "bytes">(options: {
    readonly format: Format
  }): Effect.Effect<Format extends "bytes" ? Uint8Array : string>
  function uuidV7(options?: { readonly format?: "string" | "bytes" | undefined }) {
    return Effect.clockWith((clock): Effect.Effect<string | Uint8Array> => {
      const next = follow(clock.currentTimeMillisUnsafe())
      return options?.format === "bytes" ? next({ format: "bytes" }) : next()
    })
  }

  return { ...random, uuidV7 }
})
