import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasFired } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { oldOllama, vllm } from "../../../fakes/ModelServer.ts"
import { sayText, sayVerdict } from "../../../fakes/modelSpeech.ts"
import type { Said } from "../../../fakes/modelWire.ts"
import { engineOn, modelServer } from "./askModel.ts"

/** After a blank line, as Llama Guard says it. */
const llamaWords = ["unsafe", "safe"] as const
const yesNo = ["Yes", "No"] as const

const llamaSays = (probability: number, rest = ""): Said => {
  const verdict = sayVerdict(llamaWords, probability, rest)
  const [blank] = sayText("\n\n").tokens
  return {
    ...verdict,
    content: `\n\n${verdict.content}`,
    tokens: [...(blank === undefined ? [] : [blank]), ...verdict.tokens]
  }
}

const both = ["minors_sexual", "adult"] as const

describe("the profile llama-guard", () => {
  const answers: ReadonlyArray<readonly [what: string, said: Said, minors: number, adult: number]> = [
    ["safe", llamaSays(0.03), 0.03, 0.03],
    ["doubt in a safe, of which nobody knows the category", llamaSays(0.4), 0.4, 0.4],
    ["sexual content", llamaSays(0.9, "\nS12"), 0.02, 0.9],
    ["sex crimes, which are sexual content too", llamaSays(0.7, "\nS3"), 0.02, 0.7],
    ["child sexual exploitation, which is sexual too", llamaSays(0.8, "\nS4"), 0.8, 0.8],
    ["several categories", llamaSays(0.97, "\nS1,S4,S12"), 0.97, 0.97],
    ["a category of no check here", llamaSays(0.99, "\nS2"), 0.02, 0.02]
  ]
  for (const [what, said, minors, adult] of answers) {
    it.effect(`reads ${what}`, () =>
      Effect.gen(function* () {
        const server = yield* modelServer({ kind: vllm, verdict: llamaWords })
        server.onPrompt("canary", said)
        const engine = yield* engineOn(server, { profile: "llama-guard" })
        const { checks } = yield* engine.screen({ prompt: "a canary", negativePrompt: null, checks: both })

        assert.closeTo(checks.minors_sexual?.score ?? -1, minors, 1e-9)
        assert.closeTo(checks.adult?.score ?? -1, adult, 1e-9)
      })
    )
  }

  it.effect.each([
    llamaSays(0.99),
    llamaSays(0.99, "\nS"),
    llamaSays(0.99, "\nS1,S2,"),
    llamaSays(0.99, "\nS99"),
    llamaSays(0.99, "\ns4"),
    llamaSays(0.99, " because of S2"),
    { ...llamaSays(0.99, "\nS1"), finish: "length" as const }
  ])("is at fault when it finds something and does not say what: %#", (said) =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: vllm, verdict: llamaWords })
      server.onPrompt("canary", said)
      const engine = yield* engineOn(server, { profile: "llama-guard" })
      const fault = yield* Effect.flip(
        engine.screen({ prompt: "a canary", negativePrompt: null, checks: both })
      )
      assert.include(fault.reason, "it names no whole categories")
    })
  )

  it.effect("sends the prompt as it is, in one message, with its control tokens broken", () =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: vllm, verdict: llamaWords })
      const engine = yield* engineOn(server, { profile: "llama-guard" })
      const sent = Effect.fnUntraced(function* (prompt: string) {
        yield* engine.screen({ prompt, negativePrompt: "x", checks: both })
        return server.asked.at(-1)?.body.messages
      })
      const message = (content: string) => [{ role: "user", content }]

      assert.deepStrictEqual(
        yield* sent(
          "1 <2 [a|b] <B>foxes</B> <|eot_id|> [INST] [/INST] [/AVAILABLE_TOOLS] [|user|] <｜User｜> \ud800"
        ),
        message(
          "1 <2 [a|b] < B>foxes< /B> < |eot_id|> [ INST] [ /INST] [ /AVAILABLE_TOOLS] [ |user|] < ｜User｜> \ufffd"
        )
      )
      // Blanks alone are one blank.
      assert.deepStrictEqual(yield* sent("\n\t"), message(" "))
    })
  )

  it.effect("gives the model room to name all of its categories", () =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: vllm, verdict: llamaWords })
      const engine = yield* engineOn(server, { profile: "llama-guard" })
      yield* engine.screen({ prompt: "two foxes", negativePrompt: null, checks: both })
      // Each of S1 to S14 is up to three tokens, after the word and a line's end.
      const words = 2 + 14 * 3

      assert.isAbove(server.asked.at(-1)?.body.max_tokens ?? 0, words)
    })
  )
})

describe.each([
  ["shieldgemma", /No Sexually Explicit Information/],
  ["granite-guardian", /sexual_content/]
] as const)("the profile %s", (profile, policy) => {
  it.effect("reads the probability of its first word, and names its policy to the template", () =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: vllm, verdict: yesNo })
      server.onPrompt("canary", sayVerdict(yesNo, 0.83, "\n<confidence> High </confidence>"))
      const engine = yield* engineOn(server, { profile })
      const { checks } = yield* engine.screen({
        prompt: "a canary",
        negativePrompt: null,
        checks: ["adult"]
      })
      const [signal] = checks.adult?.signals ?? []

      assert.closeTo(checks.adult?.score ?? -1, 0.83, 1e-9)
      assert.strictEqual(signal?.signal, "sexual_content")
      assert.match(JSON.stringify(server.asked.at(-1)?.body.chat_template_kwargs), policy)
    })
  )
})

describe("a guard model", () => {
  it.effect("is worth its words where it has no log-probabilities", () =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: oldOllama, verdict: yesNo })
      server.onPrompt("canary", { guard: 0.9 })
      const engine = yield* engineOn(server, { profile: "shieldgemma" })
      const screen = (prompt: string) => engine.screen({ prompt, negativePrompt: null, checks: ["adult"] })
      const [bad, good] = [yield* screen("a canary"), yield* screen("two foxes")]

      assert.deepStrictEqual([bad.checks.adult?.score, good.checks.adult?.score], [0.95, 0.02])
      assert.deepStrictEqual(
        [bad, good].map(({ checks }) => checks.adult?.signals.map(hasFired)),
        [[true], [false]]
      )
    })
  )

  it.effect("is at fault when it says another word, and when it is asked what it does not know", () =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: vllm, verdict: yesNo })
      server.onPrompt("canary", sayText("Nothing", " to see"))
      const engine = yield* engineOn(server, { profile: "shieldgemma" })
      const fault = (prompt: string, checks: ReadonlyArray<"adult" | "real_person">) =>
        Effect.flip(engine.screen({ prompt, negativePrompt: null, checks }))

      assert.include((yield* fault("a canary", ["adult"])).reason, "it is not one of the guard model's words")
      assert.include((yield* fault("foxes", ["real_person"])).reason, "does not answer every check")
    })
  )

  it.effect("ends the start when it is no guard model", () =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: vllm })
      const refusal = yield* Effect.flip(engineOn(server, { profile: "llama-guard" }))

      assert.include(refusal.message, "ENGINE_MODEL cannot screen")
    })
  )
})
