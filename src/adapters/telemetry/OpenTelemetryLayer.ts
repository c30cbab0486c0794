import * as NodeSdk from "@effect/opentelemetry/NodeSdk"
import * as OtelMetrics from "@effect/opentelemetry/OtelMetrics"
import * as OtelTracer from "@effect/opentelemetry/OtelTracer"
import { Resource } from "@effect/opentelemetry/Resource"
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector
} from "@opentelemetry/resources"
import { PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics"
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace-base"
import type { SpanProcessor } from "@opentelemetry/sdk-trace-base"
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from "@opentelemetry/semantic-conventions"
import { Duration, Effect, Layer, Option, Tracer } from "effect"
import { watchExports } from "./exportFailures.ts"
import type { Begin } from "./exportFailures.ts"
import { toPublicSpan } from "./publicSpan.ts"
import { makeSampler } from "./sampler.ts"
import type { TelemetryOptions } from "./TelemetryOptions.ts"

/** How long the end of the process may wait for a collector: for traces, then again for metrics. */
const shutdownTimeout = Duration.millis(1_400)

/** Attributes that the operator sets take precedence over the service's own. */
const ResourceLayer = (version: string) =>
  Layer.sync(Resource, () =>
    defaultResource()
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: "prescreen", [ATTR_SERVICE_VERSION]: version }))
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }))
  )

const ignore = () => undefined

const spanProcessor = (begin: Begin): SpanProcessor => {
  const exporter = new OTLPTraceExporter()
  const batches = new BatchSpanProcessor({
    export: (spans, done) => {
      const note = begin()
      exporter.export(spans.map(toPublicSpan), (result) => {
        note(result)
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown()
  })
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd: (span) => batches.onEnd(span),
    // A failed export was logged when it failed, and must not make the shutdown fail.
    forceFlush: () => batches.forceFlush().catch(ignore),
    shutdown: () => batches.shutdown().catch(ignore)
  }
}

/**
 * OpenTelemetry's spans, without the bridge that also tells OpenTelemetry's own instrumentations which span is the
 * current one. There are no such instrumentations here, and the bridge has a cost at every step of every fiber.
 */
const TracerLayer = Layer.effect(
  Tracer.Tracer,
  Effect.map(OtelTracer.make, (tracer) =>
    Tracer.make({
      span: (options) => {
        const isRemote = Option.isSome(options.parent) && options.parent.value._tag === "ExternalSpan"
        // The sampler is asked where a trace begins or enters the process. A trace that it turned down costs nothing
        // further.
        return options.sampled || isRemote ? tracer.span(options) : new Tracer.NativeSpan(options)
      }
    })
  )
)

const TracesLayer = (traces: NonNullable<TelemetryOptions["traces"]>, begin: Begin) =>
  TracerLayer.pipe(
    Layer.provide(OtelTracer.layerTracer),
    Layer.provide(
      NodeSdk.layerTracerProvider(spanProcessor(begin), { sampler: makeSampler(traces), shutdownTimeout })
    )
  )

const MetricsLayer = (
  { interval, temporality, timeout }: NonNullable<TelemetryOptions["metrics"]>,
  begin: Begin
) =>
  OtelMetrics.layer(
    () => {
      const exporter = new OTLPMetricExporter()
      return new PeriodicExportingMetricReader({
        exporter: {
          export: (metrics, done) => {
            const note = begin()
            exporter.export(metrics, (result) => {
              note(result)
              done(result)
            })
          },
          forceFlush: () => exporter.forceFlush(),
          shutdown: () => exporter.shutdown()
        },
        exportIntervalMillis: Duration.toMillis(interval),
        exportTimeoutMillis: Duration.toMillis(Duration.min(interval, timeout))
      })
    },
    { temporality, shutdownTimeout }
  )

/**
 * Exports traces and metrics over OTLP, as JSON over HTTP. Loaded only if an endpoint is configured, because this file
 * and those that it imports load OpenTelemetry's packages.
 */
export const OpenTelemetryLayer = ({
  metrics,
  serviceVersion,
  traces
}: TelemetryOptions): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.map(watchExports, (watch) =>
      Layer.mergeAll(
        traces === undefined ? Layer.empty : TracesLayer(traces, watch("traces", traces.exporterTimeout)),
        metrics === undefined ? Layer.empty : MetricsLayer(metrics, watch("metrics", metrics.exporterTimeout))
      ).pipe(Layer.provide(ResourceLayer(serviceVersion)))
    )
  )
