import { TraceFlags } from "@opentelemetry/api"
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler
} from "@opentelemetry/sdk-trace-base"
import type { Sampler } from "@opentelemetry/sdk-trace-base"
import type { SamplerName, TelemetryOptions } from "./TelemetryOptions.ts"

const samplers: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) })
}

/**
 * The operator's sampler, except that a span with links is sampled if any of the spans that it links to is. A flush
 * that many requests share is a trace of its own, which helps only those who also see one of these requests.
 */
export const makeSampler = ({
  ratio,
  sampler
}: Pick<NonNullable<TelemetryOptions["traces"]>, "ratio" | "sampler">): Sampler => {
  const chosen = samplers[sampler](ratio)
  return {
    shouldSample: (context, traceId, name, kind, attributes, links) => {
      if (links.length === 0) return chosen.shouldSample(context, traceId, name, kind, attributes, links)
      const wanted = links.some(({ context }) => (context.traceFlags & TraceFlags.SAMPLED) !== 0)
      return { decision: wanted ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }
    },
    toString: () => `Linked{${chosen.toString()}}`
  }
}
