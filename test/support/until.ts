import { assert } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"

/** Waits for something that another process does in its own time. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>) => {
  for (let tries = 0; !(await holds()); tries += 1) {
    assert.isBelow(tries, 400, `${what}, within 20 seconds`)
    await delay(50)
  }
}
