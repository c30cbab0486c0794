import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { setTimeout as delay } from "node:timers/promises"

const pause = 25
/** Milliseconds. Less than a test may take, so that what was awaited is named. */
const patience = 50_000

/** What is found in the end, of something that another process does in its own time. */
export const eventually = async <A>(
  what: string,
  find: () => A | undefined | Promise<A | undefined>
): Promise<A> => {
  const end = performance.now() + patience
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    assert.isBelow(performance.now(), end, `${what}, within ${patience / 1_000} seconds`)
    await delay(pause)
  }
}

/** Waits for something that another process does in its own time. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  await eventually(what, async () => ((await holds()) ? true : undefined))
}

/** The answer once it is the awaited one. Waits in real time, whatever the test's clock says. */
export const eventuallyIs = Effect.fnUntraced(function* <A, E, R>(
  what: string,
  answer: Effect.Effect<A, E, R>,
  isAwaited: (answer: A) => boolean
) {
  const end = performance.now() + patience
  for (;;) {
    const last = yield* answer
    if (isAwaited(last)) return last
    assert.isBelow(performance.now(), end, `${what}, within ${patience / 1_000} seconds`)
    yield* Effect.promise(() => delay(pause))
  }
})
