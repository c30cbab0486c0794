import { Duration, Effect, Layer } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import process from "node:process"
import { observeGauge } from "../../domain/shared/observeGauge.ts"

/** Milliseconds between two samples of the delay. Shorter delays are not seen. */
const resolution = 20

/** The gauge shows the longest delay of the last period of this length. */
const delayWindow = Duration.seconds(10)

/** Metrics of the process itself: its memory, and how late its event loop runs. */
export const ProcessMetricsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* observeGauge({
      name: "prescreen.process.memory",
      description: "Resident memory",
      attributes: { unit: "By" },
      read: () => process.memoryUsage.rss()
    })
    const delays = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const delays = monitorEventLoopDelay({ resolution })
        delays.enable()
        return delays
      }),
      (delays) => Effect.sync(() => delays.disable())
    )
    let longest = 0
    yield* Effect.sync(() => {
      longest = Math.max(0, delays.max / 1e6 - resolution)
      delays.reset()
    }).pipe(Effect.delay(delayWindow), Effect.forever, Effect.forkScoped)
    yield* observeGauge({
      name: "prescreen.process.event_loop_delay",
      description: "The longest that the event loop was late, over the last ten seconds",
      attributes: { unit: "ms" },
      read: () => longest
    })
  })
)
