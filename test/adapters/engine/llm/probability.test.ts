import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { probabilityAt, yesOrNo } from "../../../../src/adapters/engine/llm/probability.ts"

type Listed = ReadonlyArray<readonly [text: string, probability: number]>

/** The probability of a yes where one token says `text` and these were listed in its place. */
const probabilityOf = (text: string, listed: Listed, before = "") => {
  const alternatives = listed.map(([text, probability]) => ({ text, logprob: Math.log(probability) }))
  const logprob = alternatives.find((other) => other.text === text)?.logprob ?? 0
  const completion = {
    text,
    tokens: [{ text, logprob, alternatives }],
    ended: true,
    inputTokens: null,
    outputTokens: null
  }
  return probabilityAt(completion, before.length, yesOrNo)
}

const cases: ReadonlyArray<
  readonly [what: string, text: string, before: string, listed: Listed, expected: number]
> = [
  [
    "of two forms each",
    "Y",
    "",
    [
      ["Y", 0.3],
      ["Yes", 0.3],
      ["N", 0.1],
      [" no", 0.1]
    ],
    0.75
  ],
  [
    "of tokens that begin with the sign",
    "=N",
    "=",
    [
      ["=Y", 0.1],
      ["=N", 0.3],
      ["Y", 0.6]
    ],
    0.25
  ],
  [
    "of tokens that go on after the answer",
    'N"',
    "",
    [
      ['Y"', 0.2],
      ['N"', 0.2]
    ],
    0.5
  ],
  [
    "and not of words that only share a letter",
    "N",
    "",
    [
      ["N", 0.4],
      ["Y", 0.4],
      ["Young", 0.1],
      ["None", 0.1]
    ],
    0.5
  ],
  [
    "where the other is not listed: no more than the least of those that are",
    "N",
    "",
    [
      ["N", 0.9],
      ["x", 0.05]
    ],
    0.05 / 0.95
  ],
  [
    "where the other is not listed: no more than the listed ones leave",
    "N",
    "",
    [
      ["N", 0.9],
      ["x", 0.09]
    ],
    0.01 / 0.91
  ],
  ["where only what was said is listed, a no", "N", "", [["N", 0.99]], 0.01],
  ["where only what was said is listed, a yes", "Y", "", [["Y", 0.75]], 0.75],
  ["where nothing else is possible", "N", "", [["N", 1]], 0],
  [
    "where the other is not listed and what was said is less likely than all: one half at the most",
    "Y",
    "",
    [
      ["x", 0.6],
      ["z", 0.3],
      ["Y", 0.001]
    ],
    0.5
  ]
]

describe("the probability of a yes", () => {
  for (const [what, text, before, listed, expected] of cases) {
    it(`is the share of its mass, ${what}`, () => {
      assert.closeTo(probabilityOf(text, listed, before) ?? -1, expected, 1e-12)
    })
  }

  const Probability = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

  it.prop("is from 0 to 1 and grows with its log-probability", [Probability, Probability], ([one, other]) => {
    const [low = 0, high = 0] = [one, other].toSorted((left, right) => left - right)
    const of = (yes: number) =>
      probabilityOf("N", [
        ["Y", yes / 2],
        ["N", 0.5]
      ]) ?? -1
    assert.isTrue(of(low) >= 0 && of(high) <= 1 && of(low) <= of(high))
  })
})
