import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connectTo, faultOf, request } from "./connectTo.ts"
import { json, rawServer, sound, soundAnswer, text } from "./rawServer.ts"

const adult = soundAnswer.checks.adult
const withAdult = (change: object) => ({ ...soundAnswer, checks: { adult: { ...adult, ...change } } })
const signal = { signal: "nudity", probability: 0.5, line: 0.5, text: "Nudity is asked for." }
const withSignal = (change: object) => withAdult({ signals: [signal, { ...signal, ...change }] })
const without = (body: object, key: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== key))

/** What is wrong, where the reason says it is, and the answer. */
const unusable: ReadonlyArray<readonly [what: string, where: string, answer: unknown]> = [
  ["null", "the body", null],
  ["a list", "the body", [soundAnswer]],
  ["no engine version", "engine_version", without(soundAnswer, "engine_version")],
  ["an empty engine version", "engine_version", { ...soundAnswer, engine_version: "" }],
  [
    "an engine version of 129 characters",
    "engine_version",
    { ...soundAnswer, engine_version: "v".repeat(129) }
  ],
  ["an engine version with a NUL", "engine_version", { ...soundAnswer, engine_version: "a\0" }],
  ["an engine version of two lines", "engine_version", { ...soundAnswer, engine_version: "a\r\nb" }],
  [
    "an engine version with a lone surrogate",
    "engine_version",
    { ...soundAnswer, engine_version: "a\ud800" }
  ],
  ["no input tokens", "input_tokens", without(soundAnswer, "input_tokens")],
  ["a negative count of tokens", "input_tokens", { ...soundAnswer, input_tokens: -1 }],
  ["half a token", "input_tokens", { ...soundAnswer, input_tokens: 0.5 }],
  ["no checks", "checks", without(soundAnswer, "checks")],
  ["a missing check", "checks", { ...soundAnswer, checks: {} }],
  ["one check for another", "checks", { ...soundAnswer, checks: { real_person: adult } }],
  ["a check nobody asked for", "checks", { ...soundAnswer, checks: { adult, real_person: adult } }],
  ["an unknown check", "checks", { ...soundAnswer, checks: { adult, weapons: adult } }],
  ["a check that is null", "checks.adult", { ...soundAnswer, checks: { adult: null } }],
  ["no version", "checks.adult.version", withAdult({ version: undefined })],
  ["a version that is no integer", "checks.adult.version", withAdult({ version: 1.5 })],
  ["a version as text", "checks.adult.version", withAdult({ version: "1" })],
  ["no score", "checks.adult.score", withAdult({ score: undefined })],
  ["a score of null", "checks.adult.score", withAdult({ score: null })],
  ["a score as text", "checks.adult.score", withAdult({ score: "NaN" })],
  ["a score over 1", "checks.adult.score", withAdult({ score: 1.5 })],
  ["a score under 0", "checks.adult.score", withAdult({ score: -0.1 })],
  ["a review score over 1", "checks.adult.review_score", withAdult({ review_score: 1.01 })],
  ["a review score of null", "checks.adult.review_score", withAdult({ review_score: null })],
  ["no signals", "checks.adult.signals", withAdult({ signals: undefined })],
  ["a signal of the service's own", "checks.adult.signals.1.signal", withSignal({ signal: "floor:age" })],
  ["a signal id in capitals", "checks.adult.signals.1.signal", withSignal({ signal: "Nudity" })],
  ["an empty signal id", "checks.adult.signals.1.signal", withSignal({ signal: "" })],
  ["a signal id of 65 characters", "checks.adult.signals.1.signal", withSignal({ signal: "a".repeat(65) })],
  ["a signal id with a line break", "checks.adult.signals.1.signal", withSignal({ signal: "a\n" })],
  ["a probability over 1", "checks.adult.signals.1.probability", withSignal({ probability: 2 })],
  ["no probability", "checks.adult.signals.1.probability", withSignal({ probability: undefined })],
  ["a line under 0", "checks.adult.signals.1.line", withSignal({ line: -1 })],
  ["a sentence with a NUL", "checks.adult.signals.1.text", withSignal({ text: "a\0b" })],
  ["a sentence with a lone surrogate", "checks.adult.signals.1.text", withSignal({ text: "\udc00" })],
  ["a sentence that is a number", "checks.adult.signals.1.text", withSignal({ text: 1 })]
]

describe("a check that is optional", () => {
  const asked = { ...request, checks: ["adult", "real_person"], optional: ["real_person"] } as const

  it.effect.each([
    ["is missing", { adult }],
    ["is wrong", { adult, real_person: { ...adult, score: 2 } }]
  ] as const)("is left out when it %s", ([, checks]) =>
    Effect.gen(function* () {
      const server = yield* rawServer(json({ ...soundAnswer, checks }))
      const engine = yield* connectTo(server.url)
      const report = yield* engine.screen(asked)
      assert.deepStrictEqual(Object.keys(report.checks), ["adult"])
    })
  )
})

describe("an answer that breaks the protocol is a fault", () => {
  for (const [what, where, answer] of unusable) {
    it.effect(`with ${what}`, () =>
      Effect.gen(function* () {
        const { reason, tries } = yield* faultOf(json(answer), sound)

        assert.strictEqual(tries, 1)
        assert.isTrue(reason.startsWith(`the engine's answer cannot be used: ${where}: `), reason)
      })
    )
  }

  it.effect("with a score too great for a number", () =>
    Effect.gen(function* () {
      const { reason } = yield* faultOf(text(JSON.stringify(soundAnswer).replace("0.25", "1e999")))

      assert.include(reason, "checks.adult.score")
    })
  )

  it.effect("with a check named __proto__", () =>
    Effect.gen(function* () {
      const answer = JSON.stringify(soundAnswer).replace('"adult"', '"__proto__":{},"adult"')

      assert.include((yield* faultOf(text(answer))).reason, "checks")
    })
  )
})

describe("an answer that keeps to the protocol is used", () => {
  const usable: Readonly<Record<string, object>> = {
    "an engine version of 128 characters outside the first plane": {
      ...soundAnswer,
      engine_version: "\u{1f98a}".repeat(128)
    },
    "scores of 0 and 1": withAdult({ score: 0, review_score: 1 }),
    "a negative version": withAdult({ version: -1 }),
    "the reserved signals": withAdult({
      signals: [
        { ...signal, signal: "adult_claim" },
        { ...signal, signal: "youth_coded" },
        { ...signal, signal: "negative_adulthood" }
      ]
    }),
    "a signal without probability and line": withSignal({ probability: null, line: null })
  }
  for (const [what, answer] of Object.entries(usable)) {
    it.effect(`with ${what}`, () =>
      Effect.gen(function* () {
        const { url } = yield* rawServer(json(answer))
        const report = yield* (yield* connectTo(url)).screen(request)

        assert.hasAllKeys(report.checks, ["adult"])
      })
    )
  }

  it.effect("after interim answers", () =>
    Effect.gen(function* () {
      const { url } = yield* rawServer((response, request) => {
        response.writeProcessing()
        response.writeEarlyHints({ link: "</style.css>; rel=preload" })
        sound(response, request)
      })
      const report = yield* (yield* connectTo(url)).screen(request)

      assert.strictEqual(report.engineVersion, soundAnswer.engine_version)
    })
  )
})
