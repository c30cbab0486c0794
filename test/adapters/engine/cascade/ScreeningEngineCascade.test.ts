import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Ref } from "effect"
import { ScreeningEngineBuiltin } from "../../../../src/adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { ScreeningEngineCascade } from "../../../../src/adapters/engine/cascade/ScreeningEngineCascade.ts"
import { ScreeningEngineComplement } from "../../../../src/adapters/engine/cascade/ScreeningEngineComplement.ts"
import { checkIds } from "../../../../src/domain/policy/CheckId.ts"
import { ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"
import type { EngineRequest } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { screeningEngineContract } from "../../../contracts/screeningEngineContract.ts"
import { vllm } from "../../../fakes/ModelServer.ts"
import { RecordedRequests, scored, ScriptedEngine, UnreachableEngine } from "../../../fakes/ScriptedEngine.ts"
import type { Script } from "../../../fakes/ScriptedEngine.ts"
import { EngineOn, modelServer } from "../llm/askModel.ts"

const OnModel = Layer.unwrap(Effect.map(modelServer({ kind: vllm }), (server) => EngineOn(server)))

screeningEngineContract(
  "ScreeningEngineCascade of the built-in engine and a model that is asked of everything",
  ScreeningEngineCascade({ band: { low: 0, high: 1 }, first: ScreeningEngineBuiltin, second: OnModel })
)

screeningEngineContract(
  "ScreeningEngineComplement of a model for two checks and the built-in engine",
  ScreeningEngineComplement({
    checks: ["minors_sexual", "adult"],
    engine: OnModel,
    others: ScreeningEngineBuiltin
  })
)

const band = { low: 0.1, high: 0.9 }
const request = { prompt: "two foxes", negativePrompt: null, checks: checkIds }

/** What a cascade of two scripted engines reports, and what the second was asked. */
const cascade = Effect.fnUntraced(function* (first: Script, second: Script, asking: EngineRequest = request) {
  const secondServices = yield* Layer.build(ScriptedEngine(second))
  const engine = yield* Layer.build(
    ScreeningEngineCascade({
      band,
      first: ScriptedEngine(first),
      second: Layer.succeed(ScreeningEngine, Context.get(secondServices, ScreeningEngine))
    })
  ).pipe(Effect.map((services) => Context.get(services, ScreeningEngine)))
  const report = yield* engine.screen(asking)
  const asked = yield* Ref.get(Context.get(secondServices, RecordedRequests))
  return { report, asked: asked.map(({ checks }) => checks) }
})

const scores = (checks: Script) => Object.fromEntries(checkIds.map((id) => [id, checks[id]?.score]))

describe("the cascade", () => {
  const sure: Readonly<Record<string, Script>> = {
    "that nothing is wrong": {},
    "up to the lower line itself": { adult: scored(0.1) },
    "that something is wrong, from the upper line on": { adult: scored(0.9), real_person: scored(1) }
  }
  for (const [what, script] of Object.entries(sure)) {
    it.effect(`does not ask the second engine where the first is sure ${what}`, () =>
      Effect.gen(function* () {
        const { asked, report } = yield* cascade(script, { adult: scored(0.5) })

        assert.deepStrictEqual(asked, [])
        assert.strictEqual(report.inputTokens, 0)
        assert.strictEqual(report.checks.adult?.score, script.adult?.score ?? 0)
      })
    )
  }

  it.effect("does not ask the second engine where the first is unsure only of what is optional", () =>
    Effect.gen(function* () {
      const optional = { ...request, optional: ["real_person"] } as const
      const unsure = { real_person: scored(0.5) }
      const { asked, report } = yield* cascade(unsure, {}, optional)
      assert.deepStrictEqual(asked, [])
      assert.strictEqual(report.checks.real_person?.score, 0.5)
      const needed = yield* cascade({ ...unsure, adult: scored(0.5) }, {}, optional)
      assert.lengthOf(needed.asked, 1)
    })
  )

  const unsure: Readonly<Record<string, Script>> = {
    "a score lies in between": { adult: scored(0.11) },
    "a score lies just below the upper line": { copyrighted_ip: scored(0.899) },
    "only the review score lies in between": { minors_sexual: scored(0.05, { reviewScore: 0.4 }) }
  }
  for (const [what, script] of Object.entries(unsure)) {
    it.effect(`asks the second engine about everything where ${what}`, () =>
      Effect.gen(function* () {
        const second = { adult: scored(0.3), minors_sexual: scored(0.7) }
        const { asked, report } = yield* cascade(script, second)

        assert.deepStrictEqual(asked, [checkIds])
        assert.strictEqual(report.inputTokens, request.prompt.length)
        assert.deepStrictEqual(scores(report.checks), {
          minors_sexual: 0.7,
          adult: 0.3,
          real_person: 0,
          copyrighted_ip: 0
        })
      })
    )
  }

  it.effect("leaves to the first engine what it is sure is violated", () =>
    Effect.gen(function* () {
      const { asked, report } = yield* cascade(
        { minors_sexual: scored(0.95), adult: scored(0.5) },
        { minors_sexual: scored(0), adult: scored(0.2) }
      )

      assert.deepStrictEqual(asked, [checkIds.filter((id) => id !== "minors_sexual")])
      assert.strictEqual(report.checks.minors_sexual?.score, 0.95)
      assert.strictEqual(report.checks.adult?.score, 0.2)
    })
  )

  const alone = (first: Script) =>
    Layer.build(
      ScreeningEngineCascade({ band, first: ScriptedEngine(first), second: UnreachableEngine })
    ).pipe(Effect.map((services) => Context.get(services, ScreeningEngine)))

  it.effect("is at fault where the second engine is asked and is not there, and unwell all the while", () =>
    Effect.gen(function* () {
      const engine = yield* alone({ adult: scored(0.2) })
      const fault = yield* Effect.flip(engine.screen(request))

      assert.strictEqual(fault._tag, "ScreeningUnavailable")
      assert.deepStrictEqual(yield* Effect.flip(engine.health), fault)
    })
  )

  it.effect("still answers what the first engine is sure of while the second is not there", () =>
    Effect.gen(function* () {
      const report = yield* (yield* alone({})).screen(request)

      assert.strictEqual(report.checks.adult?.score, 0)
    })
  )
})

describe("a cascade whose second engine answers some of the checks", () => {
  const some = (first: Script) =>
    Effect.gen(function* () {
      const services = yield* Layer.build(ScriptedEngine({ adult: scored(0.9) }))
      const layer = ScreeningEngineCascade({
        band,
        first: ScriptedEngine(first),
        second: Layer.succeed(ScreeningEngine, Context.get(services, ScreeningEngine)),
        secondChecks: ["adult", "minors_sexual"]
      })
      const { screen } = Context.get(yield* Layer.build(layer), ScreeningEngine)
      const report = yield* screen(request)
      const asked = yield* Ref.get(Context.get(services, RecordedRequests))
      return { report, asked: asked.map(({ checks }) => checks) }
    }).pipe(Effect.scoped)

  it.effect("does not ask it where the first is unsure only of others", () =>
    Effect.gen(function* () {
      const { asked, report } = yield* some({ copyrighted_ip: scored(0.5), real_person: scored(0.4) })
      assert.deepStrictEqual(asked, [])
      assert.strictEqual(report.checks.copyrighted_ip?.score, 0.5)
    })
  )

  it.effect("asks it about those alone, and keeps what the first says of the others", () =>
    Effect.gen(function* () {
      const { asked, report } = yield* some({ adult: scored(0.5), real_person: scored(0.4) })
      assert.deepStrictEqual(
        asked.map((checks) => checks.toSorted()),
        [["adult", "minors_sexual"]]
      )
      assert.deepStrictEqual([report.checks.adult?.score, report.checks.real_person?.score], [0.9, 0.4])
    })
  )
})

describe("the complement", () => {
  const named = (version: string) =>
    Layer.succeed(
      ScreeningEngine,
      ScreeningEngine.of({
        screen: ({ checks }) =>
          Effect.succeed({
            engineVersion: version,
            inputTokens: 2,
            checks: Object.fromEntries(
              checks.map((check) => [check, { score: 0, reviewScore: 0, signals: [] }])
            )
          }),
        health: Effect.succeed(version)
      })
    )
  const complement = Effect.map(
    Layer.build(
      ScreeningEngineComplement({ checks: ["adult"], engine: named("model"), others: named("rest") })
    ),
    (services) => Context.get(services, ScreeningEngine)
  )

  it.effect.each([
    [["adult"], "model"],
    [["real_person"], "rest"],
    [["adult", "real_person"], "model rest"]
  ] as const)("asks only whom it needs for %j, and names them", ([checks, version]) =>
    Effect.gen(function* () {
      const report = yield* (yield* complement).screen({ ...request, checks })
      assert.sameMembers(Object.keys(report.checks), [...checks])
      for (const name of version.split(" ")) assert.include(report.engineVersion, name)
      if (!version.includes(" ")) assert.strictEqual(report.engineVersion, version)
    })
  )
})
