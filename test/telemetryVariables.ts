import { Duration } from "effect"
import type { Configuration } from "../src/config.ts"
import { badUrls } from "./configVariables.ts"
import type { Variable } from "./configVariables.ts"

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel.example.com:4318" }

const whatIsSent = ({ telemetry }: Configuration) =>
  (["traces", "metrics"] as const).filter((signal) => telemetry[signal] !== undefined)

/** One that the SDK reads by itself, so that nothing shows but whether it is refused. */
const forSdk = (good: ReadonlyArray<string>, bad: ReadonlyArray<string>): Variable => ({
  beside: collector,
  value: whatIsSent,
  unset: ["traces", "metrics"],
  good: good.map((text) => [text, ["traces", "metrics"]]),
  bad
})

const milliseconds = forSdk(["0", "10000"], ["10s", "-1", "1.5", "soon", "86400001"])
const spans = forSdk(["1", "2048"], ["0", "-1", "many"])
const compression = forSdk(["gzip", "none"], ["zip", "GZIP"])
const badPairs = ["nonsense", "a=b,nonsense", "=b"]
const pairs = forSdk(["a=b", "a=b=c, d=,", "a b=c"], badPairs)
const headers = forSdk(["a=b", "a=b=c, d=,", "X-Key =Basic%20abc"], [...badPairs, "a b=c", "a:b=c", "é=c"])

/** The standard variables of OpenTelemetry that are read. */
export const telemetryVariables: Readonly<Record<string, Variable>> = {
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds,
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: milliseconds,
  OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: milliseconds,
  OTEL_EXPORTER_OTLP_COMPRESSION: compression,
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: compression,
  OTEL_EXPORTER_OTLP_METRICS_COMPRESSION: compression,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: headers,
  OTEL_BSP_SCHEDULE_DELAY: milliseconds,
  OTEL_BSP_EXPORT_TIMEOUT: milliseconds,
  OTEL_BSP_MAX_QUEUE_SIZE: spans,
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: spans,
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    value: whatIsSent,
    unset: [],
    good: [["http://otel.example.com:4318", ["traces", "metrics"]]],
    bad: badUrls
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    value: whatIsSent,
    unset: [],
    good: [["http://otel.example.com/t", ["traces"]]],
    bad: badUrls
  },
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: {
    value: whatIsSent,
    unset: [],
    good: [["http://otel.example.com/m", ["metrics"]]],
    bad: badUrls
  },
  OTEL_SDK_DISABLED: {
    beside: collector,
    value: whatIsSent,
    unset: ["traces", "metrics"],
    good: [
      ["false", ["traces", "metrics"]],
      ["TRUE", []]
    ],
    bad: ["yes", "1"]
  },
  OTEL_TRACES_EXPORTER: {
    beside: collector,
    value: whatIsSent,
    unset: ["traces", "metrics"],
    good: [["none", ["metrics"]]],
    bad: ["jaeger", "otlp,console"]
  },
  OTEL_METRICS_EXPORTER: {
    beside: collector,
    value: whatIsSent,
    unset: ["traces", "metrics"],
    good: [["none", ["traces"]]],
    bad: ["prometheus"]
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    beside: collector,
    value: whatIsSent,
    unset: ["traces", "metrics"],
    good: [["http/protobuf", ["traces", "metrics"]]],
    bad: ["grpc"]
  },
  OTEL_TRACES_SAMPLER: {
    beside: collector,
    value: ({ telemetry }) => telemetry.traces?.sampler,
    unset: "parentbased_always_on",
    good: [["traceidratio", "traceidratio"]],
    bad: ["always", "jaeger_remote"]
  },
  OTEL_TRACES_SAMPLER_ARG: {
    beside: collector,
    value: ({ telemetry }) => telemetry.traces?.ratio,
    unset: 1,
    good: [
      ["0.25", 0.25],
      ["0", 0]
    ],
    bad: ["1.1", "-0.1", "half", "NaN", " "]
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    beside: collector,
    value: ({ telemetry }) => telemetry.metrics && Duration.toMillis(telemetry.metrics.interval),
    unset: 60_000,
    good: [["1000", 1_000]],
    bad: ["0", "1s"]
  },
  OTEL_METRIC_EXPORT_TIMEOUT: {
    beside: collector,
    value: ({ telemetry }) => telemetry.metrics && Duration.toMillis(telemetry.metrics.timeout),
    unset: 30_000,
    good: [["1000", 1_000]],
    bad: ["0", "1s"]
  },
  OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: {
    beside: collector,
    value: ({ telemetry }) => telemetry.metrics?.temporality,
    unset: "cumulative",
    good: [
      ["delta", "delta"],
      ["lowmemory", "delta"]
    ],
    bad: ["gauge"]
  }
}
