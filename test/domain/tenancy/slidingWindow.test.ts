import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { RateLimitReading } from "../../../src/domain/tenancy/RateLimiter.ts"
import { emptyWindow, takeFrom } from "../../../src/domain/tenancy/slidingWindow.ts"

const Step = Schema.Struct({
  advance: Schema.Union([
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 })),
    Schema.Literals([59_999, 60_000, 60_001])
  ]),
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
  wanted: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 14 })),
  /** Which of the admissions before it goes, counted back from the newest; none if there are not as many. */
  inPlaceOf: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 })))
})
const Steps = Schema.Array(Step).check(Schema.isMaxLength(200))

/** The same, said as naively as can be: a list of the times at which requests were admitted. */
const naiveTake = (
  admissions: Array<number>,
  now: number,
  limit: number,
  wanted: number
): RateLimitReading => {
  const within = admissions.filter((time) => time > now - 60_000)
  const admitted = within.length + wanted <= limit
  if (admitted) {
    const more = Array.from({ length: wanted }, () => now)
    admissions.push(...more)
    within.push(...more)
  }
  const next = admitted ? 1 : wanted
  const secondsUntilAtMost = (left: number) => {
    let seconds = 0
    while (within.filter((time) => time > now + seconds * 1_000 - 60_000).length > left) seconds += 1
    return seconds
  }
  return {
    admitted,
    limit,
    remaining: Math.max(0, limit - within.length),
    resetSeconds: secondsUntilAtMost(0),
    retryAfterSeconds: next > limit ? 60 : secondsUntilAtMost(limit - next),
    ...(admitted ? { takenAt: now } : {})
  }
}

describe("takeFrom", () => {
  it.prop(
    "answers as a list of all admissions would, whatever the pace and the limits",
    [Steps],
    ([steps]) => {
      const window = emptyWindow()
      const admissions: Array<number> = []
      let now = 0
      for (const { advance, inPlaceOf, limit, wanted } of steps) {
        now += advance
        const gone = inPlaceOf === null ? undefined : admissions.at(-1 - inPlaceOf)
        const taken = takeFrom(window, now, limit, wanted, gone)
        if (gone !== undefined) admissions.splice(admissions.lastIndexOf(gone), 1)
        assert.deepStrictEqual(taken, naiveTake(admissions, now, limit, wanted))
      }
    }
  )

  it.prop("admits no more than the limit in any sixty seconds", [Steps], ([steps]) => {
    const limit = 5
    const window = emptyWindow()
    const admissions: Array<number> = []
    let now = 0
    for (const { advance } of steps) {
      now += advance
      if (takeFrom(window, now, limit).admitted) admissions.push(now)
    }
    return admissions.every((time, index) => {
      const fullWindowLater = admissions[index + limit]
      return fullWindowLater === undefined || fullWindowLater - time >= 60_000
    })
  })

  it("forgets the request that others are asked for in place of, no other one, and only once", () => {
    const window = emptyWindow()
    for (const now of [0, 10_000, 20_000]) takeFrom(window, now, 4)
    const refused = {
      admitted: false,
      limit: 4,
      remaining: 2,
      resetSeconds: 50,
      retryAfterSeconds: 30
    }
    assert.deepStrictEqual(takeFrom(window, 30_000, 4, 3, 10_000), refused)
    assert.deepStrictEqual(takeFrom(window, 30_000, 4, 3, 10_000), refused)
    assert.deepStrictEqual(takeFrom(window, 60_000, 4, 4, 0), {
      ...refused,
      remaining: 3,
      resetSeconds: 20,
      retryAfterSeconds: 20
    })
  })

  it("counts a request out of the window exactly a minute later, not before", () => {
    const window = emptyWindow()
    takeFrom(window, 1_000, 1)
    assert.deepStrictEqual(takeFrom(window, 60_999.999, 1), {
      admitted: false,
      limit: 1,
      remaining: 0,
      resetSeconds: 1,
      retryAfterSeconds: 1
    })
    assert.isTrue(takeFrom(window, 61_000, 1).admitted)
  })

  it("does not count refused requests", () => {
    const window = emptyWindow()
    takeFrom(window, 0, 1)
    for (let now = 1; now < 60_000; now += 100) assert.isFalse(takeFrom(window, now, 1).admitted)
    assert.isTrue(takeFrom(window, 60_000, 1).admitted)
  })

  it("tells the refused when the oldest request leaves and when the last one does", () => {
    const window = emptyWindow()
    takeFrom(window, 0, 2)
    takeFrom(window, 30_000, 2)
    assert.deepStrictEqual(takeFrom(window, 40_500, 2), {
      admitted: false,
      limit: 2,
      remaining: 0,
      resetSeconds: 50,
      retryAfterSeconds: 20
    })
  })

  it("tells the last one admitted that there is no more, and when there will be", () => {
    const window = emptyWindow()
    takeFrom(window, 0, 2)
    assert.deepInclude(takeFrom(window, 15_000, 2), {
      admitted: true,
      limit: 2,
      remaining: 0,
      resetSeconds: 60,
      retryAfterSeconds: 45
    })
  })

  it("applies a lowered limit to the requests already in the window", () => {
    const window = emptyWindow()
    for (let now = 0; now < 5_000; now += 1_000) takeFrom(window, now, 5)
    const reading = takeFrom(window, 5_000, 2)
    assert.deepStrictEqual(reading, {
      admitted: false,
      limit: 2,
      remaining: 0,
      resetSeconds: 59,
      // Four of the five must leave; the fourth came at 3,000.
      retryAfterSeconds: 58
    })
    assert.isFalse(takeFrom(window, 62_999, 2).admitted)
    assert.isTrue(takeFrom(window, 63_000, 2).admitted)
  })

  it("applies a raised limit at once", () => {
    const window = emptyWindow()
    takeFrom(window, 0, 1)
    assert.isFalse(takeFrom(window, 1, 1).admitted)
    assert.isTrue(takeFrom(window, 2, 2).admitted)
  })

  it("keeps the order of its requests when it grows after the oldest have left", () => {
    const window = emptyWindow()
    for (const now of [0, 10_000, 20_000, 30_000]) takeFrom(window, now, 100)
    for (const now of [61_000, 62_000, 63_000]) takeFrom(window, now, 100)
    assert.deepInclude(takeFrom(window, 64_000, 7), {
      admitted: true,
      limit: 7,
      remaining: 0,
      resetSeconds: 60,
      // Six are within: 10,000 has 6 seconds to go.
      retryAfterSeconds: 6
    })
  })

  it("keeps no more times than the limit, and few for a key that sends little", () => {
    const window = emptyWindow()
    for (let now = 0; now < 3; now++) takeFrom(window, now, 12_000)
    assert.isAtMost(window.times.length, 4)
    for (let now = 3; now < 20_000; now++) takeFrom(window, now, 12_000)
    assert.strictEqual(window.times.length, 12_000)
  })
})
