import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { mergeReports, renderMetrics } from "../../../src/adapters/telemetry/prometheus.ts"
import { observeGauge } from "../../../src/domain/shared/observeGauge.ts"
import { samplesOf } from "../../support/prometheusText.ts"

const counter = Metric.counter("prescreen.things", {
  description: "Things, of\nevery \\ kind",
  attributes: { kind: 'a "quoted" \\ one,\nx="1"' },
  incremental: true
})

const histogram = Metric.histogram("prescreen.thing.duration", {
  description: "Time of a thing",
  attributes: { unit: "ms" },
  boundaries: [1, 10]
})

/** The text of a process that counted so much. */
const reportOf = (things: number) =>
  Effect.gen(function* () {
    yield* Metric.update(counter, things)
    yield* Metric.update(histogram, things)
    return yield* renderMetrics
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))

describe("metrics in Prometheus's format", () => {
  it.effect("are named with their unit, and counters end in total", () =>
    Effect.gen(function* () {
      const all = samplesOf(mergeReports([{ process: 1, text: yield* reportOf(3) }]))
      assert.strictEqual(all.value("prescreen_things_total"), 3)
      assert.strictEqual(all.value("prescreen_thing_duration_milliseconds_sum"), 3)
      assert.strictEqual(all.value("prescreen_thing_duration_milliseconds_bucket", { le: "1" }), 0)
      assert.strictEqual(all.value("prescreen_thing_duration_milliseconds_bucket", { le: "10" }), 1)
      assert.strictEqual(all.value("prescreen_thing_duration_milliseconds_bucket", { le: "+Inf" }), 1)
    })
  )

  it.effect("of several processes are one text, each value with the number of its process", () =>
    Effect.gen(function* () {
      const reports = [
        { process: 1, text: yield* reportOf(3) },
        { process: 2, text: yield* reportOf(40) }
      ]
      const merged = mergeReports(reports)
      assert.deepStrictEqual(samplesOf(merged).byProcess("prescreen_things_total"), { 1: 3, 2: 40 })
      assert.lengthOf(merged.match(/^# HELP prescreen_things_total /gm) ?? [], 1)
    })
  )

  it.effect("keep to one line whatever a label or a description holds", () =>
    Effect.gen(function* () {
      const text = mergeReports([{ process: 1, text: yield* reportOf(1) }])
      assert.include(text, '{process="1",kind="a \\"quoted\\" \\\\ one,\\nx=\\"1\\""} 1\n')
      assert.include(text, "# HELP prescreen_things_total Things, of\\nevery \\\\ kind\n")
    })
  )

  it("of no process are an empty text", () => {
    assert.strictEqual(mergeReports([]), "")
  })

  it.effect("show an observed value as it is when they are looked at, until its scope closes", () =>
    Effect.gen(function* () {
      let value = 1
      const look = Effect.map(renderMetrics, (text) =>
        text === "" ? undefined : samplesOf(mergeReports([{ process: 1, text }])).value("prescreen_observed")
      )
      yield* Effect.gen(function* () {
        yield* observeGauge({ name: "prescreen.observed", description: "A value", read: () => value })
        assert.strictEqual(yield* look, 1)
        value = 2
        assert.strictEqual(yield* look, 2)
      }).pipe(Effect.scoped)
      assert.isUndefined(yield* look)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})
