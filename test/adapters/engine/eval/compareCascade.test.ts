import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Ref, Schema } from "effect"
import { ScreeningEngineCascade } from "../../../../src/adapters/engine/cascade/ScreeningEngineCascade.ts"
import { cascadeReach } from "../../../../src/adapters/engine/eval/cascadeReach.ts"
import { makeCompareRow } from "../../../../src/adapters/engine/eval/cascadeRows.ts"
import { compareCascade } from "../../../../src/adapters/engine/eval/compareCascade.ts"
import type { CascadeSettings } from "../../../../src/adapters/engine/eval/compareCascade.ts"
import type { LabelledPrompt } from "../../../../src/adapters/engine/eval/DataSet.ts"
import { checkIds } from "../../../../src/domain/policy/CheckId.ts"
import { findPreset, presets } from "../../../../src/domain/policy/presets.ts"
import { routePolicy } from "../../../../src/domain/policy/routing.ts"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import { checksToAsk, engineFindsSexual, scoreChecks } from "../../../../src/domain/screening/scoring.ts"
import { ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"
import type { EngineReport } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { RecordedRequests, reportOf, scored, ScriptedEngine } from "../../../fakes/ScriptedEngine.ts"
import type { Script } from "../../../fakes/ScriptedEngine.ts"

const policyOf = (name: string) => Option.getOrThrow(findPreset(name)).policy

const settings = (change: Partial<CascadeSettings> = {}): CascadeSettings => ({
  policy: { ...policyOf("chat-assistant"), adultMaxLevel: 5 },
  modelChecks: checkIds,
  withFloors: true,
  band: { low: 0.1, high: 0.9 },
  samples: 0,
  ...change
})

const row = (text: string, labels: LabelledPrompt["labels"] = {}): LabelledPrompt => ({
  text,
  labels,
  negativePrompt: null,
  language: null
})

const reports = (scripts: ReadonlyArray<Script | null>) => ({
  faults: [],
  reports: scripts.map((script): EngineReport | null =>
    script === null
      ? null
      : {
          ...reportOf(script)({ prompt: "", negativePrompt: null, checks: checkIds }),
          inputTokens: 100,
          outputTokens: 10
        }
  )
})

const compare = (
  rows: ReadonlyArray<readonly [row: LabelledPrompt, builtin: Script, model: Script | null]>,
  change: Partial<CascadeSettings> = {}
) => {
  const set = { name: "mine", rows: rows.map(([row]) => row) }
  const answered = {
    set,
    builtin: reports(rows.map(([, builtin]) => builtin)),
    model: reports(rows.map(([, , model]) => model))
  }
  return compareCascade([answered], settings(change))[0] ?? assert.fail("nothing was compared")
}

const Score = Schema.Literals([0, 0.02, 0.05, 0.2, 0.3, 0.5, 0.8, 0.9, 1])
const Scores = Schema.Tuple([Score, Score, Score, Score])

const scriptOf = (scores: ReadonlyArray<number>): Script =>
  Object.fromEntries(checkIds.map((id, at) => [id, scored(scores[at] ?? 0)]))

describe("a cascade without a model", () => {
  it("tells what a model would be asked, and what it would never see", () => {
    const rows = [row("one", { adult: true }), row("two", { adult: false }), row("three", { adult: true })]
    const builtin = reports([
      { adult: scored(0.03) },
      { adult: scored(0.95), minors_sexual: scored(0.4) },
      { adult: scored(0.5) }
    ])
    const [reach] = cascadeReach([{ set: { name: "mine", rows }, builtin }], settings())
    const at = (low: number, high: number) => reach?.lines.find((own) => own.low === low && own.high === high)

    assert.deepInclude(reach, { rows: 3, violations: 2 })
    assert.deepStrictEqual(at(0.1, 0.9), {
      low: 0.1,
      high: 0.9,
      asked: 2,
      violationsUnseen: 1,
      harmlessUnseen: 1
    })
    assert.deepInclude(at(0.02, 1), { asked: 3, violationsUnseen: 0, harmlessUnseen: 0 })
  })

  it("counts what the floors raise as seen", () => {
    const rows = [row("nude, 15 years old", { minors_sexual: true })]
    const unseen = (withFloors: boolean) =>
      cascadeReach([{ set: { name: "mine", rows }, builtin: reports([{}]) }], settings({ withFloors }))[0]
        ?.lines[0]?.violationsUnseen

    assert.deepStrictEqual([unseen(true), unseen(false)], [0, 1])
  })
})

describe("the comparison of a cascade with its engines", () => {
  it.effect.prop(
    "rules each row as the cascade of the service does, and counts the calls that it makes",
    [Scores, Scores, Schema.Literals(presets.map(({ name }) => name)), Schema.Literals([0.01, 0.05, 0.3])],
    ([first, second, preset, low]) =>
      Effect.gen(function* () {
        const policy = policyOf(preset)
        const band = { low, high: 0.9 }
        const request = { prompt: "a student, nude", negativePrompt: null, checks: checksToAsk(policy) }
        const model = yield* Layer.build(ScriptedEngine(scriptOf(second)))
        const services = yield* Layer.build(
          ScreeningEngineCascade({
            band,
            first: ScriptedEngine(scriptOf(first)),
            second: Layer.succeed(ScreeningEngine, Context.get(model, ScreeningEngine))
          })
        )
        const report = yield* Context.get(services, ScreeningEngine).screen(request)
        const asked = yield* Ref.get(Context.get(model, RecordedRequests))
        const scores = scoreChecks(policy, report, applyFloors(request, engineFindsSexual(report)))

        const all = { ...request, checks: checkIds }
        const compared = makeCompareRow(settings({ policy }))(
          row(request.prompt),
          reportOf(scriptOf(first))(all),
          reportOf(scriptOf(second))(all)
        ).cascade(band)
        assert.strictEqual(compared.asksModel, asked.length > 0)
        assert.deepStrictEqual(compared.judgement.scores, scores)
        assert.deepStrictEqual(compared.judgement.routing, routePolicy(policy, scores))
      }).pipe(Effect.scoped)
  )

  const [harmless, sexual] = [{ adult: false }, { adult: true }] as const
  const rows = [
    [row("one", harmless), {}, { adult: scored(0.6) }],
    [row("two", harmless), { adult: scored(0.4) }, {}],
    [row("three", sexual), { adult: scored(0.95) }, { adult: scored(0.35) }],
    [row("four", sexual), { adult: scored(0.5) }, { adult: scored(0.9) }],
    [row("five", sexual), { adult: scored(0.05) }, { adult: scored(0.9) }],
    [row("six", sexual), { adult: scored(0.5) }, null]
  ] as const

  it("tells calls, tokens, outcomes and what has changed, and leaves out what the model was at fault on", () => {
    const { changes, outcomes, rows: compared, spent, violations } = compare(rows)

    assert.deepStrictEqual([compared, violations], [5, 3])
    assert.deepStrictEqual(spent, {
      model: { calls: 5, input: 500, output: 50, uncounted: 0 },
      cascade: { calls: 2, input: 200, output: 20, uncounted: 0 }
    })
    assert.deepStrictEqual(outcomes, {
      builtin: { allow: 2, review: 1, block: 2, violationsAllowed: 1, harmlessStopped: 1 },
      model: { allow: 1, review: 1, block: 3, violationsAllowed: 0, harmlessStopped: 1 },
      cascade: { allow: 3, review: 0, block: 2, violationsAllowed: 1, harmlessStopped: 0 }
    })
    assert.deepStrictEqual(changes.fromModel, {
      milder: 2,
      stricter: 1,
      tagsOnly: 0,
      transitions: [
        { from: "block", to: "allow", rows: 2 },
        { from: "review", to: "block", rows: 1 }
      ]
    })
    assert.deepStrictEqual(changes.fromBuiltin, {
      milder: 1,
      stricter: 0,
      tagsOnly: 0,
      transitions: [{ from: "review", to: "allow", rows: 1 }]
    })
  })

  it("measures each of the three on the rows that are labelled", () => {
    const { checks } = compare(rows)

    assert.deepStrictEqual(Object.keys(checks), ["adult"])
    assert.deepInclude(checks.adult, { rows: 5, positives: 3 })
    assert.strictEqual(checks.adult?.builtin.recallAtAct?.value, 2 / 3)
    assert.strictEqual(checks.adult?.model.recallAtAct?.value, 2 / 3)
    assert.strictEqual(checks.adult?.cascade.falsePositivesAtReview?.value, 0)
  })

  it("tries other lines on the same answers, those that are set among them", () => {
    const { changes, sweep } = compare(rows)
    const at = (low: number, high: number) => sweep.find((own) => own.low === low && own.high === high)

    assert.strictEqual(at(0.1, 0.9)?.milder, changes.fromModel.milder)
    // The row at 0.05 is now asked about, so that its violation is not allowed any more.
    assert.deepInclude(at(0.02, 1), { milder: 1, stricter: 0, violationsAllowed: 0, harmlessStopped: 0 })
    assert.strictEqual(at(0.02, 1)?.spent.calls, 4)
    const odd = compare(rows, { band: { low: 0.07, high: 0.93 } })
    assert.lengthOf(odd.sweep, sweep.length + 1)
  })

  it("counts tags that have changed where the outcome has not", () => {
    const tagged = [[row("one"), {}, { adult: scored(0.8) }]] as const
    const { changes } = compare(tagged, { policy: policyOf("adult-platform") })

    assert.deepStrictEqual(changes.fromModel, { milder: 0, stricter: 0, tagsOnly: 1, transitions: [] })
  })

  it("counts no call where only checks are open that the model does not answer", () => {
    const settings = { policy: policyOf("stock-imagery"), modelChecks: ["adult", "minors_sexual"] } as const
    const open = compare([[row("one"), { real_person: scored(0.6) }, {}]], settings)
    assert.strictEqual(open.spent.cascade.calls, 0)
    // What the built-in engine says of them stands.
    assert.strictEqual(open.outcomes.cascade.allow, open.outcomes.builtin.allow)

    const both = compare([[row("one"), { real_person: scored(0.6), adult: scored(0.5) }, {}]], settings)
    assert.strictEqual(both.spent.cascade.calls, 1)
  })

  it("counts answers whose tokens their server did not count", () => {
    const answered = reports([{ adult: scored(0.5) }])
    const uncounted = {
      ...answered,
      reports: answered.reports.map((report) => (report === null ? null : { ...report, inputTokens: null }))
    }
    const set = { name: "mine", rows: [row("one")] }
    const [first] = compareCascade(
      [{ set, builtin: reports([{ adult: scored(0.5) }]), model: uncounted }],
      settings()
    )
    assert.deepStrictEqual(first?.spent.cascade, { calls: 1, input: 0, output: 10, uncounted: 1 })
  })

  it("adds all sets together at the end where there are several", () => {
    const one = { set: { name: "a", rows: [row("one")] }, builtin: reports([{}]), model: reports([{}]) }
    const other = {
      set: { name: "b", rows: [row("two")] },
      builtin: reports([{}]),
      model: { reports: [null], faults: [{ reason: "it was late", rows: 1 }] }
    }
    const sets = compareCascade([one, other], settings())
    assert.deepStrictEqual(
      sets.map(({ faults, name, rows }) => [name, rows, faults]),
      [
        ["a", 1, []],
        ["b", 0, [{ reason: "it was late", rows: 1 }]],
        ["all together", 1, [{ reason: "it was late", rows: 1 }]]
      ]
    )
  })
})
