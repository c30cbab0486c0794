import { Duration, Effect, Option } from "effect"
import { integer, oneOf, parseRatio, setting, url } from "./settings.ts"

const parseBoolean = (text: string) =>
  /^(true|false)$/i.test(text) ? Option.some(text.toLowerCase() === "true") : Option.none()

/** Whether a signal is sent, and where is for the SDK to find out: it reads the same variables. */
const signal = Effect.fnUntraced(function* (name: "TRACES" | "METRICS") {
  const disabled = yield* setting("OTEL_SDK_DISABLED", "true or false", parseBoolean, false)
  const exporter = yield* oneOf(`OTEL_${name}_EXPORTER`, ["otlp", "none"], "otlp" as const)
  const everywhere = yield* url("OTEL_EXPORTER_OTLP_ENDPOINT")
  const endpoint = yield* url(`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`)
  // A collector takes JSON where it takes protobuf, and JSON is what it gets. gRPC has a port of its own.
  const protocols = ["http/json", "http/protobuf"] as const
  yield* oneOf("OTEL_EXPORTER_OTLP_PROTOCOL", protocols, undefined)
  yield* oneOf(`OTEL_EXPORTER_OTLP_${name}_PROTOCOL`, protocols, undefined)
  return !disabled && exporter === "otlp" && (endpoint ?? everywhere) !== undefined
})

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const

/** A day. */
const longestMilliseconds = 86_400_000

const mostSpans = 1_000_000

const milliseconds = (name: string, whenUnset: number) =>
  Effect.map(integer(name, 1, longestMilliseconds, whenUnset), Duration.millis)

/** `key=value` with commas between, as headers and attributes are written. Nothing between two commas is no pair. */
const parsePairs = (text: string) =>
  text.split(",").every((pair) => pair.trim() === "" || /^[^=]+=/.test(pair.trim()))
    ? Option.some(text)
    : Option.none()

const pairs = (name: string) => setting(name, "key=value pairs with commas between", parsePairs, undefined)

/** As the exporter reads it: without a time-out, or with 0, it has ten seconds. */
const exporterTimeout = Effect.fnUntraced(function* (signal: "TRACES" | "METRICS") {
  const read = (name: string) => integer(name, 0, longestMilliseconds, undefined)
  const [own, everywhere] = [
    yield* read(`OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`),
    yield* read("OTEL_EXPORTER_OTLP_TIMEOUT")
  ]
  return Duration.millis((own ?? everywhere) || 10_000)
})

/** What the SDK reads by itself. It would pass over a bad value in silence. */
const checkForSdk = Effect.gen(function* () {
  for (const signal of ["", "TRACES_", "METRICS_"]) {
    yield* oneOf(`OTEL_EXPORTER_OTLP_${signal}COMPRESSION`, ["gzip", "none"], undefined)
    yield* pairs(`OTEL_EXPORTER_OTLP_${signal}HEADERS`)
  }
  yield* integer("OTEL_BSP_SCHEDULE_DELAY", 0, longestMilliseconds, undefined)
  yield* integer("OTEL_BSP_EXPORT_TIMEOUT", 0, longestMilliseconds, undefined)
  yield* integer("OTEL_BSP_MAX_QUEUE_SIZE", 1, mostSpans, undefined)
  yield* integer("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 1, mostSpans, undefined)
  yield* pairs("OTEL_RESOURCE_ATTRIBUTES")
})

/** Of traces and metrics, what is sent and how. */
export const telemetrySettings = Effect.gen(function* () {
  yield* checkForSdk
  const traces = {
    sampler: yield* oneOf("OTEL_TRACES_SAMPLER", samplers, "parentbased_always_on" as const),
    ratio: yield* setting("OTEL_TRACES_SAMPLER_ARG", "a number from 0 to 1", parseRatio, 1),
    exporterTimeout: yield* exporterTimeout("TRACES")
  }
  const preference = yield* oneOf(
    "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE",
    ["cumulative", "delta", "lowmemory"],
    "cumulative" as const
  )
  const metrics = {
    interval: yield* milliseconds("OTEL_METRIC_EXPORT_INTERVAL", 60_000),
    timeout: yield* milliseconds("OTEL_METRIC_EXPORT_TIMEOUT", 30_000),
    temporality: preference === "cumulative" ? preference : ("delta" as const),
    exporterTimeout: yield* exporterTimeout("METRICS")
  }
  return {
    traces: (yield* signal("TRACES")) ? traces : undefined,
    metrics: (yield* signal("METRICS")) ? metrics : undefined
  }
})
