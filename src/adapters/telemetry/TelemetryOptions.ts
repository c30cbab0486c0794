import type { Duration } from "effect"

export type SamplerName =
  | "always_on"
  | "always_off"
  | "traceidratio"
  | "parentbased_always_on"
  | "parentbased_always_off"
  | "parentbased_traceidratio"

/**
 * What of OpenTelemetry's settings the service has to know. The SDK reads the rest from the environment by itself:
 * the addresses, headers and timeouts of the exporters, the resource's attributes, the limits of batches and spans.
 */
export interface TelemetryOptions {
  readonly serviceVersion: string
  /** Undefined when no traces are sent. */
  readonly traces:
    | {
        readonly sampler: SamplerName
        readonly ratio: number
        /** For one request to the collector, as the exporter has it too. */
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
