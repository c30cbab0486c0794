import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { ScreeningEngineBuiltin } from "../../../../src/adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { checkIds } from "../../../../src/domain/policy/CheckId.ts"
import type { CheckId } from "../../../../src/domain/policy/CheckId.ts"
import { ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { modelBytes } from "../modelBytes.ts"

const screen = (
  prompt: string,
  checks: ReadonlyArray<CheckId> = checkIds,
  negativePrompt: string | null = null
) =>
  ScreeningEngine.use((engine) => engine.screen({ prompt, negativePrompt, checks })).pipe(
    Effect.provide(ScreeningEngineBuiltin)
  )

/** Any text at all: UTF-16 code units, lone surrogates and controls among them. */
const AnyText = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff })))

/** Texts near to what the engine looks for. */
const Fragments = Schema.Array(
  Schema.Literals([
    "nude", "n*de", "photo of ", "by ", "Emma Watson", "batman", " ", "a", "*", "18 years old", "裸", "\ud800", "\u200b", "1"
  ]) // oxfmt-ignore
)

const isShare = (value: number | null) => value !== null && Number.isFinite(value) && value >= 0 && value <= 1

const assertTrustworthy = (prompt: string) =>
  Effect.gen(function* () {
    const { checks, inputTokens } = yield* screen(prompt)
    assert.isAtLeast(inputTokens ?? -1, 0)
    const answers = Object.values(checks)
    assert.lengthOf(answers, checkIds.length)
    for (const { reviewScore, score, signals } of answers) {
      assert.isTrue(isShare(score) && isShare(reviewScore))
      for (const { line, probability, signal } of signals) {
        assert.match(signal, /^[a-z0-9_:]{1,64}$/)
        assert.isTrue(isShare(line) && isShare(probability) && probability !== 0)
      }
    }
  })

describe("ScreeningEngineBuiltin", () => {
  it.effect("answers exactly the checks that were asked for", () =>
    Effect.gen(function* () {
      for (const checks of [checkIds, ["adult"], ["real_person", "minors_sexual"], []] as const) {
        const report = yield* screen("a nude statue of Batman", checks)
        assert.sameMembers(Object.keys(report.checks), [...checks])
      }
    })
  )

  it.effect(
    "names its version after its code and the SHA-256 of its modelBytes, in answers and in its health",
    () =>
      Effect.gen(function* () {
        const digest = createHash("sha256").update(modelBytes).digest("hex").slice(0, 12)
        const report = yield* screen("a fox")
        const health = yield* ScreeningEngine.use((engine) => engine.health).pipe(
          Effect.provide(ScreeningEngineBuiltin)
        )
        assert.match(health, new RegExp(`^builtin-\\d+-${digest}$`))
        assert.strictEqual(report.engineVersion, health)
      })
  )

  it.effect("gives the same report however often and after whatever it is asked", () =>
    Effect.gen(function* () {
      const engine = yield* ScreeningEngine
      const ask = engine.screen({
        prompt: "erotic portrait of Emma Watson",
        negativePrompt: null,
        checks: checkIds
      })
      const first = yield* ask
      yield* engine.screen({ prompt: "batman ".repeat(3000), negativePrompt: null, checks: checkIds })
      assert.deepStrictEqual([yield* ask, yield* ask], [first, first])
      assert.deepStrictEqual(yield* screen("erotic portrait of Emma Watson"), first)
    }).pipe(Effect.provide(ScreeningEngineBuiltin))
  )

  it.effect("counts the words of the prompt", () =>
    Effect.gen(function* () {
      const counts = yield* Effect.forEach(["", "a fox", "a fox, (running:1.2)!", "two  foxes"], (prompt) =>
        Effect.map(screen(prompt), ({ inputTokens }) => inputTokens)
      )
      assert.deepStrictEqual(counts, [0, 2, 3, 2])
    })
  )

  it.effect("does not score what the negative prompt asks to leave out", () =>
    Effect.gen(function* () {
      const alone = yield* screen("a castle on a hill")
      assert.deepStrictEqual(
        yield* screen("a castle on a hill", checkIds, "nude, batman, Emma Watson"),
        alone
      )
    })
  )

  it.effect.prop(
    "gives finite scores between 0 and 1 for any text, lone surrogates included",
    [AnyText],
    ([units]) => assertTrustworthy(String.fromCharCode(...units))
  )

  it.effect.prop(
    "gives finite scores between 0 and 1 for any mixture of what it looks for",
    [Fragments],
    ([parts]) => assertTrustworthy(parts.join(""))
  )

  it.effect("never quotes the prompt in a signal", () =>
    Effect.gen(function* () {
      const { checks } = yield* screen("nude portrait of Emma Watson and Batman in Nike shoes, young student")
      const texts = Object.values(checks).flatMap(({ signals }) =>
        signals.map(({ text }) => text.toLowerCase())
      )
      assert.isAbove(texts.length, 4)
      for (const word of ["nude", "emma", "watson", "batman", "nike", "shoes", "young", "student"]) {
        for (const text of texts) assert.notInclude(text, word)
      }
    })
  )

  it("holds no name or term in clear text in its artefact", () => {
    const text = modelBytes.toString("latin1").toLowerCase()
    for (const word of ["nude", "erotic", "batman", "watson", "disney"]) assert.notInclude(text, word)
  })
})
