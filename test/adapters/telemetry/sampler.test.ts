import { assert, describe, it } from "@effect/vitest"
import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from "@opentelemetry/api"
import { SamplingDecision } from "@opentelemetry/sdk-trace-base"
import { makeSampler } from "../../../src/adapters/telemetry/sampler.ts"
import type { SamplerName } from "../../../src/adapters/telemetry/TelemetryOptions.ts"

const remote = (traceFlags: TraceFlags) => ({
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "b7ad6b7169203331",
  traceFlags,
  isRemote: true
})

const traced = remote(TraceFlags.SAMPLED)
const untraced = remote(TraceFlags.NONE)

interface Asked {
  readonly parent?: ReturnType<typeof remote>
  readonly links?: ReadonlyArray<ReturnType<typeof remote>>
}

const samples = (sampler: SamplerName, { links = [], parent }: Asked, ratio = 1): boolean => {
  const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
  const linked = links.map((context) => ({ context }))
  const { decision } = makeSampler({ sampler, ratio }).shouldSample(
    context,
    traced.traceId,
    "commitDecisions",
    SpanKind.INTERNAL,
    {},
    linked
  )
  return decision === SamplingDecision.RECORD_AND_SAMPLED
}

describe("OTEL_TRACES_SAMPLER", () => {
  const table: ReadonlyArray<
    readonly [sampler: SamplerName, ratio: number, alone: boolean, traced: boolean, untraced: boolean]
  > = [
    ["always_on", 1, true, true, true],
    ["always_off", 1, false, false, false],
    ["traceidratio", 1, true, true, true],
    ["traceidratio", 0, false, false, false],
    ["parentbased_always_on", 1, true, true, false],
    ["parentbased_always_off", 1, false, true, false],
    ["parentbased_traceidratio", 1, true, true, false],
    ["parentbased_traceidratio", 0, false, true, false]
  ]
  for (const [sampler, ratio, alone, withTraced, withUntraced] of table) {
    it(`decides on new, traced and untraced requests: ${sampler} ${ratio}`, () => {
      assert.deepStrictEqual(
        [{}, { parent: traced }, { parent: untraced }].map((asked) => samples(sampler, asked, ratio)),
        [alone, withTraced, withUntraced]
      )
    })
  }

  it("leaves it to a request whether the flush that it shares with others is traced", () => {
    assert.isTrue(samples("parentbased_traceidratio", { links: [untraced, traced] }, 0))
    assert.isFalse(samples("parentbased_traceidratio", { links: [untraced, untraced] }, 1))
  })
})
