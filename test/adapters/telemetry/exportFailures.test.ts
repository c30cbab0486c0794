import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Logger, Queue } from "effect"
import { TestClock } from "effect/testing"
import { watchExports } from "../../../src/adapters/telemetry/exportFailures.ts"
import type { Note } from "../../../src/adapters/telemetry/exportFailures.ts"

const timeout = Duration.seconds(10)

const refused = Object.assign(new Error("canary"), { code: "ECONNREFUSED" })

/** The lines of the log as they come. */
const makeLog = Effect.map(Queue.unbounded<string>(), (lines) => ({
  lines,
  layer: Logger.layer([Logger.map(Logger.formatLogFmt, (line) => void Queue.offerUnsafe(lines, line))])
}))

describe("the exports of telemetry", () => {
  it.effect(
    "is logged once when it fails and once when it works again, however often and whatever fails",
    () =>
      Effect.gen(function* () {
        const { layer, lines } = yield* makeLog
        const watch = yield* Effect.provide(watchExports, layer)
        const traces: Note = (outcome) => watch("traces", timeout)()(outcome)
        const metrics: Note = (outcome) => watch("metrics", timeout)()(outcome)

        traces({})
        for (let failures = 0; failures < 5; failures += 1) {
          traces({ error: refused })
          metrics({ error: refused })
        }
        traces({})
        metrics({})
        metrics({ error: new Error("canary") })
        metrics({})
        const logged = yield* Effect.all([
          Queue.take(lines),
          Queue.take(lines),
          Queue.take(lines),
          Queue.take(lines)
        ])

        assert.deepStrictEqual(
          logged.map((line) => /level=\w+/.exec(line)?.[0]),
          ["level=WARN", "level=INFO", "level=WARN", "level=INFO"]
        )
        assert.include(logged[0], "ECONNREFUSED")
        assert.include(logged[2], "no answer")
        assert.notInclude(logged.join("\n"), "canary")
        const more = yield* Effect.forkChild(Queue.take(lines))
        yield* Effect.yieldNow
        assert.isUndefined(more.pollUnsafe())
        yield* Fiber.interrupt(more)
      })
  )

  it.effect("are logged as failed once they take too long, also while their connection is not made", () =>
    Effect.gen(function* () {
      const { layer, lines } = yield* makeLog
      const begin = (yield* Effect.provide(watchExports, layer))("traces", timeout)
      const ended = begin()
      yield* TestClock.adjust("9 seconds")
      begin()({})
      assert.strictEqual(yield* Queue.size(lines), 0)
      yield* TestClock.adjust("1 second")
      assert.match(yield* Queue.take(lines), /level=WARN .*reason="no answer"/)
      ended({ error: refused })
      begin()({})
      assert.include(yield* Queue.take(lines), "level=INFO")
    })
  )
})
