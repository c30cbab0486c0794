import { Effect, Layer, References } from "effect"
import type { TelemetryOptions } from "./TelemetryOptions.ts"

/**
 * Sends traces and metrics to a collector. The SDK is loaded only if there is something to send. Without traces, no
 * spans are made at all, and calls to other services carry no `traceparent`, except in the engine protocol, which
 * demands one.
 */
export const TelemetryLayer = (options: TelemetryOptions): Layer.Layer<never> => {
  const NoTraces = Layer.succeed(References.TracerEnabled, false)
  if (options.traces === undefined && options.metrics === undefined) return NoTraces
  const Sent = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./OpenTelemetryLayer.ts")),
      ({ OpenTelemetryLayer }) => OpenTelemetryLayer(options)
    )
  )
  return options.traces === undefined ? Layer.merge(Sent, NoTraces) : Sent
}
