import { assert, describe, it } from "@effect/vitest"
import { Duration, Schema } from "effect"
import { isAccepted } from "../../../src/domain/webhooks/Delivery.ts"
import { afterAttempt } from "../../../src/domain/webhooks/schedule.ts"

const delays = [Duration.zero, Duration.minutes(1), Duration.minutes(5), Duration.minutes(30)]

describe("afterAttempt", () => {
  it("waits one, five and thirty minutes after the first three failures, and gives up after the fourth", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 4, 5, 12].map((attempt) => afterAttempt(delays, attempt, false)),
      [
        { status: "waiting", delay: Duration.minutes(1) },
        { status: "waiting", delay: Duration.minutes(5) },
        { status: "waiting", delay: Duration.minutes(30) },
        { status: "failed" },
        { status: "failed" },
        { status: "failed" }
      ]
    )
  })

  it("is done with whatever attempt is accepted", () => {
    for (const attempt of [1, 2, 4, 9]) {
      assert.deepStrictEqual(afterAttempt(delays, attempt, true), { status: "delivered" })
    }
  })
})

describe("isAccepted", () => {
  it.prop(
    "takes every 2xx and nothing else",
    [Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 999 }))],
    ([statusCode]) => {
      assert.strictEqual(isAccepted({ statusCode, fault: null }), Math.floor(statusCode / 100) === 2)
      assert.isFalse(isAccepted({ statusCode, fault: "timeout" }))
    }
  )

  it("does not take the absence of an answer", () => {
    assert.isFalse(isAccepted({ statusCode: null, fault: "connection_failed" }))
  })
})
