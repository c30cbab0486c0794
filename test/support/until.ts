import { assert } from "@effect/vitest"

/** Waits for something that another process does in its own time. */
export const until = async (what: string, holds: () => boolean) => {
  for (let tries = 0; !holds(); tries += 1) {
    assert.isBelow(tries, 400, `${what}, within 20 seconds`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
