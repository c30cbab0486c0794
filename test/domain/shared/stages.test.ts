import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { CurrentStopwatch, elapsedMilliseconds, stage } from "../../../src/domain/shared/stages.ts"
import type { Stopwatch } from "../../../src/domain/shared/stages.ts"
import { recordingTracer } from "../../fakes/recordingTracer.ts"

const started = Effect.map(Clock.currentTimeNanos, (startedAt): Stopwatch => ({ startedAt, stages: [] }))

const takes = (milliseconds: number) => TestClock.adjust(milliseconds)

const milliseconds = ({ stages }: Stopwatch) =>
  stages.map(({ name, nanoseconds }) => [name, Number(nanoseconds) / 1e6])

describe("stage", () => {
  it.effect("adds the time that its part took to the stopwatch, in the order the parts ended in", () =>
    Effect.gen(function* () {
      const stopwatch = yield* started
      yield* takes(5).pipe(
        stage("policy"),
        Effect.andThen(stage("engine")(takes(30))),
        Effect.andThen(takes(7)),
        Effect.andThen(stage("routing")(Effect.void)),
        Effect.provideService(CurrentStopwatch, stopwatch)
      )
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
      const error = yield* takes(3).pipe(
        Effect.andThen(Effect.fail("no")),
        stage("engine"),
        Effect.provideService(CurrentStopwatch, stopwatch),
        Effect.flip
      )
      assert.strictEqual(error, "no")
      assert.deepStrictEqual(milliseconds(stopwatch), [["engine", 3]])
    })
  )

  it.effect("changes nothing where nobody measures", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* stage("engine")(Effect.succeed(42)), 42)
    })
  )

  it.effect("gives the span of the trace the very instants that the stopwatch keeps", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recordingTracer()
      const stopwatch = yield* started
      yield* takes(2).pipe(
        Effect.andThen(stage("commit")(Effect.andThen(takes(4), Effect.withSpan(Effect.void, "inner")))),
        Effect.withSpan("request"),
        Effect.provideService(CurrentStopwatch, stopwatch),
        Effect.withTracer(tracer)
      )
      const span = spans.find(({ name }) => name === "commit")
      assert.isDefined(span)
      assert.strictEqual(span.status._tag, "Ended")
      if (span.status._tag !== "Ended") return
      assert.strictEqual(span.status.startTime, stopwatch.startedAt + 2_000_000n)
      assert.strictEqual(span.status.endTime - span.status.startTime, stopwatch.stages[0]?.nanoseconds)
      const names = spans.map(({ name, parent }) => [name, parent._tag === "Some" && parent.value.spanId])
      const idOf = (name: string) => spans.find((span) => span.name === name)?.spanId
      assert.deepStrictEqual(names, [
        ["request", false],
        ["commit", idOf("request")],
        ["inner", idOf("commit")]
      ])
    })
  )

  it.effect("makes no span in a trace that is not sampled", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recordingTracer()
      yield* Effect.void.pipe(
        stage("commit"),
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
  it.effect("is the whole time since the request arrived, rounded", () =>
    Effect.gen(function* () {
      const stopwatch = yield* started
      const elapsed = Effect.provideService(elapsedMilliseconds, CurrentStopwatch, stopwatch)
      assert.strictEqual(yield* elapsed, 0)
      yield* TestClock.adjust("1499 micros")
      assert.strictEqual(yield* elapsed, 1)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* elapsed, 2001)
    })
  )

  it.effect("is 0 outside of a request", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* elapsedMilliseconds, 0)
    })
  )
})
