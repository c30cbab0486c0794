import type { Duration } from "effect"

export type SamplerName =
  | "always_on"
  | "always_off"
  | "traceidratio"
  | "parentbased_always_on"
  | "parentbased_always_off"
  | "parentbased_traceidratio"

/**
 * The OpenTelemetry settings that the service itself needs. The SDK reads the rest from the environment: the addresses,
 * headers and timeouts of the exporters, the attributes of the resource, and the limits of batches and spans.
 */
export interface TelemetryOptions {
  readonly serviceVersion: string
  /** Undefined when no traces are sent. */
  readonly traces:
    | {
        readonly sampler: SamplerName
        readonly ratio: number
        /** For one request to the collector; the exporter reads the same value. */
        readonly exporterTimeout: Duration.Duration
      }
    | undefined
  /** Undefined when no metrics are sent. */
  readonly metrics:
    | {
        readonly interval: Duration.Duration
        readonly timeout: Duration.Duration
        readonly temporality: "cumulative" | "delta"
        readonly exporterTimeout: Duration.Duration
      }
    | undefined
}
