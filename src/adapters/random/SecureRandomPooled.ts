import { Clock, Duration, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomFillSync } from "node:crypto"

const poolSize = 8_192

/** Bytes from the operating system's generator, drawn many at a time: otherwise each id would cost a call. */
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
    // Bytes that were handed out are erased, so that they are neither handed out again nor read later.
    pool.fill(0, used, used + size)
    used += size
    return bytes
  }
}

/**
 * How far the clock may fall behind the latest id and still count as running unevenly. A clock further behind was wrong
 * before, and has been corrected.
 */
const unevenness = Duration.toMillis("10 seconds")

/**
 * While the clock runs unevenly, ids still sort in the order in which they are made. Once it has been set back, ids
 * follow it: records are dated and counted by their ids, and a clock that was wrong for a minute must not misdate a
 * month.
 */
export const SecureRandomPooled = Layer.effect(
  SecureRandom.SecureRandom,
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const run = Effect.runSyncWith(yield* Effect.context())
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

    // The id is made by the call, so that a check needs no step of the runtime for it. Each effect is for one use.
    function uuidV7(options?: { readonly format?: "string" | undefined }): Effect.Effect<string>
    function uuidV7<Format extends "string" | "bytes">(options: {
      readonly format: Format
    }): Effect.Effect<Format extends "bytes" ? Uint8Array : string>
    function uuidV7(options?: { readonly format?: "string" | "bytes" | undefined }) {
      const next = follow(clock.currentTimeMillisUnsafe())
      return Effect.succeed(options?.format === "bytes" ? run(next({ format: "bytes" })) : run(next()))
    }

    return { ...random, uuidV7 }
  })
)
