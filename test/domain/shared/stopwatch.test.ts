import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import {
  elapsedMilliseconds,
  measure,
  measureComputed,
  startStopwatch
} from "../../../src/domain/shared/stopwatch.ts"
import type { Stopwatch } from "../../../src/domain/shared/stopwatch.ts"
import { recordingTracer } from "../../fakes/recordingTracer.ts"

const started = Effect.withFiber((fiber) => Effect.succeed(startStopwatch(fiber)))

const takes = (milliseconds: number) => TestClock.adjust(milliseconds)

const milliseconds = ({ parts }: Stopwatch) =>
  parts.map(({ name, nanoseconds }) => [name, Number(nanoseconds) / 1e6])

describe("measure", () => {
  it.effect("adds the time that it took to the stopwatch, in the order the parts ended in", () =>
    Effect.gen(function* () {
      const stopwatch = yield* started
      yield* measure(stopwatch, "policy", () => takes(5))
      yield* measure(stopwatch, "engine", () => takes(30))
      yield* takes(7)
      yield* measure(stopwatch, "routing", () => Effect.void)
      assert.deepStrictEqual(milliseconds(stopwatch), [
        ["policy", 5],
        ["engine", 30],
        ["routing", 0]
      ])
    })
  )

  it.effect("measures a part that fails, and lets it fail", () =>
    Effect.gen(function* () {
      const stopwatch = yield* started
      const failing = measure(stopwatch, "engine", () => Effect.andThen(takes(3), Effect.fail("no")))
      assert.strictEqual(yield* Effect.flip(failing), "no")
      assert.deepStrictEqual(milliseconds(stopwatch), [["engine", 3]])
    })
  )

  it.effect("has measured a part with nothing to wait for when it returns", () =>
    Effect.gen(function* () {
      const stopwatch = yield* started
      assert.deepStrictEqual(
        measure(stopwatch, "engine", () => Effect.succeed(42)),
        Exit.succeed(42)
      )
      assert.deepStrictEqual(
        measure(stopwatch, "policy", () => Effect.fail("no")),
        Exit.fail("no")
      )
      assert.strictEqual(
        measureComputed(stopwatch, "routing", () => 43),
        43
      )
      assert.deepStrictEqual(milliseconds(stopwatch), [
        ["engine", 0],
        ["policy", 0],
        ["routing", 0]
      ])
    })
  )

  it.effect("gives the span of the trace the very instants that the stopwatch keeps", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recordingTracer()
      const stopwatch = yield* Effect.gen(function* () {
        const stopwatch = yield* started
        yield* takes(2)
        yield* measure(stopwatch, "commit", () =>
          Effect.andThen(takes(4), Effect.withSpan(Effect.void, "inner"))
        )
        measureComputed(stopwatch, "routing", () => undefined)
        return stopwatch
      }).pipe(Effect.withSpan("request"), Effect.withTracer(tracer))
      const span = spans.find(({ name }) => name === "commit")
      assert.isDefined(span)
      assert.strictEqual(span.status._tag, "Ended")
      if (span.status._tag !== "Ended") return
      assert.strictEqual(span.status.startTime, stopwatch.startedAt + 2_000_000n)
      assert.strictEqual(span.status.endTime - span.status.startTime, stopwatch.parts[0]?.nanoseconds)
      const names = spans.map(({ name, parent }) => [name, parent._tag === "Some" && parent.value.spanId])
      const idOf = (name: string) => spans.find((span) => span.name === name)?.spanId
      assert.deepStrictEqual(names, [
        ["request", false],
        ["commit", idOf("request")],
        ["inner", idOf("commit")],
        ["routing", idOf("request")]
      ])
    })
  )

  it.effect("makes no span in a trace that is not sampled", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recordingTracer()
      yield* Effect.flatMap(started, (stopwatch) => measure(stopwatch, "commit", () => Effect.void)).pipe(
        Effect.withSpan("request", { sampled: false }),
        Effect.withTracer(tracer)
      )
      assert.notInclude(
        spans.map(({ name }) => name),
        "commit"
      )
    })
  )
})

describe("elapsedMilliseconds", () => {
  it.effect("is the whole time since the request arrived", () =>
    Effect.gen(function* () {
      const stopwatch = yield* started
      assert.strictEqual(elapsedMilliseconds(stopwatch), 0)
      yield* TestClock.adjust("1499 micros")
      assert.strictEqual(elapsedMilliseconds(stopwatch), 1.499)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(elapsedMilliseconds(stopwatch), 2_001.499)
    })
  )
})
