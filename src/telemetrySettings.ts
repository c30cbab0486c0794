import { Duration, Effect, Option } from "effect"
import { integer, oneOf, parseRatio, setting, url } from "./settings.ts"

const parseBoolean = (text: string) =>
  /^(true|false)$/i.test(text) ? Option.some(text.toLowerCase() === "true") : Option.none()

/** Whether the signal is exported. The SDK reads the same variables to find out where to. */
const signal = Effect.fnUntraced(function* (name: "TRACES" | "METRICS") {
  const disabled = yield* setting("OTEL_SDK_DISABLED", "true or false", parseBoolean, false)
  const exporter = yield* oneOf(`OTEL_${name}_EXPORTER`, ["otlp", "none"], "otlp" as const)
  const everywhere = yield* url("OTEL_EXPORTER_OTLP_ENDPOINT")
  const endpoint = yield* url(`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`)
  // The service always sends JSON: a collector that accepts protobuf over HTTP accepts JSON as well. gRPC, which has a
  // port of its own, is refused.
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

/** `key=value` pairs separated by commas. Empty entries between commas are ignored. */
const parsePairs = (pair: RegExp) => (text: string) =>
  text.split(",").every((each) => each.trim() === "" || pair.test(each.trim()))
    ? Option.some(text)
    : Option.none()

const attributes = (name: string) =>
  setting(
    name,
    "key=value pairs with commas between and no line break",
    parsePairs(/^[^=\r\n\0]+=[^\r\n\0]*$/),
    undefined
  )

const headers = (name: string) =>
  setting(
    name,
    "name=value pairs of headers with commas between and no line break",
    parsePairs(/^[\w!#$%&'*+.^`|~-]+[ \t]*=[^\r\n\0]*$/),
    undefined
  )

/** How long one export may take, as the exporter reads it: ten seconds if unset or 0. */
const exporterTimeout = Effect.fnUntraced(function* (signal: "TRACES" | "METRICS") {
  const read = (name: string) => integer(name, 0, longestMilliseconds, undefined)
  const [own, everywhere] = [
    yield* read(`OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`),
    yield* read("OTEL_EXPORTER_OTLP_TIMEOUT")
  ]
  return Duration.millis((own ?? everywhere) || 10_000)
})

/** Checks what the SDK reads by itself, because the SDK silently ignores a bad value. */
const checkForSdk = Effect.gen(function* () {
  for (const signal of ["", "TRACES_", "METRICS_"]) {
    yield* oneOf(`OTEL_EXPORTER_OTLP_${signal}COMPRESSION`, ["gzip", "none"], undefined)
    yield* headers(`OTEL_EXPORTER_OTLP_${signal}HEADERS`)
  }
  yield* integer("OTEL_BSP_SCHEDULE_DELAY", 0, longestMilliseconds, undefined)
  yield* integer("OTEL_BSP_EXPORT_TIMEOUT", 0, longestMilliseconds, undefined)
  yield* integer("OTEL_BSP_MAX_QUEUE_SIZE", 1, mostSpans, undefined)
  yield* integer("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 1, mostSpans, undefined)
  yield* attributes("OTEL_RESOURCE_ATTRIBUTES")
})

/** How traces and metrics are sent. A signal that is not sent is undefined. */
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
