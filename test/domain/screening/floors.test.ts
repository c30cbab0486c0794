import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { applyFloors } from "../../../src/domain/screening/floors.ts"
import type { FloorResult } from "../../../src/domain/screening/floors.ts"

const floorsOf = (prompt: string, sexual: boolean, negativePrompt: string | null = null): FloorResult =>
  applyFloors({ prompt, negativePrompt }, sexual)

const scoresOf = ({ reviewScore, score }: FloorResult) => [score, reviewScore]

const countedIn = ({ findings }: FloorResult) => findings.filter(({ counted }) => counted).map(({ floor }) => floor)

const coded = Buffer.from("bG9saQ==", "base64").toString("utf8")

describe("what makes a floor count", () => {
  it.each([["a 15 year old girl"], ["a child"], ["Hermione Granger"], ["a 7th grader"]])(
    "reports %j and leaves it uncounted when nothing is sexual",
    (prompt) => {
      const result = floorsOf(prompt, false)
      assert.strictEqual(result.findings.length, 1)
      assert.deepStrictEqual(countedIn(result), [])
      assert.deepStrictEqual(scoresOf(result), [0, 0])
    }
  )

  it("counts on the engine's word", () => {
    assert.deepStrictEqual(countedIn(floorsOf("a 15 year old girl", true)), ["age"])
    assert.deepStrictEqual(countedIn(floorsOf("a child", true)), ["lexicon"])
    assert.deepStrictEqual(countedIn(floorsOf("Hermione Granger", true)), ["canon"])
  })

  it.each([
    "nude",
    "naked",
    "nsfw",
    "porn",
    "topless",
    "erotic",
    "explicit sex",
    "hentai",
    "n*de",
    "n u d e",
    "nuuuude",
    "nak3d",
    "ｎｕｄｅ",
    "nackt",
    "desnuda",
    "without clothes"
  ])("counts on the service's own explicit terms, whatever the engine says: %j", (term) => {
    assert.deepStrictEqual(scoresOf(floorsOf(`a 15 year old girl, ${term}`, false)), [0.5, 0.5])
  })

  it.each(["visible to the naked eye", "nude lipstick", "same-sex couple", "sex: female", "sex education", "chicken breasts"])(
    "does not take %j for explicit",
    (words) => {
      assert.deepStrictEqual(scoresOf(floorsOf(`a 15 year old girl, ${words}`, false)), [0, 0])
    }
  )

  it("does not look for explicit terms in the negative prompt", () => {
    assert.deepStrictEqual(scoresOf(floorsOf("a 15 year old girl", false, "nude, nsfw, naked")), [0, 0])
  })
})

describe("the scores", () => {
  it.each<readonly [prompt: string, score: number, reviewScore: number]>([
    ["a 15 year old girl", 0.5, 0.5],
    ["a 7th grader", 0.5, 0.5],
    ["a child", 0.5, 0.5],
    ["a schoolgirl, she is 25 years old", 0, 0.3],
    ["a schoolgirl, all characters are adults", 0, 0.3],
    ["a schoolgirl, an adult woman", 0.5, 0.5],
    ["a 15 year old girl, all characters are adults", 0.5, 0.5],
    ["a 15 year old girl and a 30 year old man", 0.5, 0.5],
    ["a child and a 30 year old man", 0, 0.3],
    [`${coded}, 25 years old`, 0.5, 0.5],
    ["Hermione Granger", 0.5, 0.5],
    ["adult Hermione Granger", 0, 0.3],
    ["Hermione Granger as an adult", 0, 0.3],
    ["Hermione Granger, adult", 0, 0.3],
    ["aged up Hermione Granger", 0, 0.3],
    ["Hermione Granger (aged up)", 0, 0.3],
    ["grown-up Hermione Granger", 0, 0.3],
    ["Hermione Granger, 25 years old", 0, 0.3],
    ["25 year old Hermione Granger", 0, 0.3],
    ["Hermione Granger as a 25 year old woman", 0, 0.3],
    ["Hermione Granger, adult content", 0.5, 0.5],
    ["an adult man with Hermione Granger", 0.5, 0.5],
    ["a 25 year old man with Hermione Granger", 0.5, 0.5],
    ["adult woman cosplaying as Hermione Granger", 0, 0.3],
    ["adult Hermione Granger, 15 years old", 0.5, 0.5],
    ["a woman on a beach", 0, 0]
  ])("of the sexual prompt %j are %d and %d at least", (prompt, score, reviewScore) => {
    assert.deepStrictEqual(scoresOf(floorsOf(prompt, true)), [score, reviewScore])
  })
})

describe("the negative prompt", () => {
  it("has unambiguous terms reported, with their field and offsets", () => {
    const negative = `blurry, ${coded}, child, 12 years old`
    const { findings, reviewScore, score } = floorsOf("a portrait", false, negative)
    assert.deepStrictEqual(
      findings.map(({ counted, end, field, floor, start }) => [floor, field, counted, negative.slice(start, end)]),
      [["lexicon", "negative_prompt", true, coded]]
    )
    assert.deepStrictEqual([score, reviewScore], [0.5, 0.5])
  })

  it("is not searched for ages, children and characters, which protect there", () => {
    assert.deepStrictEqual(floorsOf("nude woman", true, "child, 12 years old, Bart Simpson").findings, [])
  })

  it.each(["adult", "mature", "old", "blurry, old, wrinkles", "ADULT", "а d u l t", "adult, mature, old"])(
    "asks for review when it lists adulthood beside a sexual prompt: %j",
    (negative) => {
      const result = floorsOf("nude woman", false, negative)
      assert.isTrue(result.negativeAdulthood)
      assert.deepStrictEqual(scoresOf(result), [0, 0.3])
    }
  )

  it.each(["old photo, blurry", "adult content", "mature content", "bold colours", "10 years old"])(
    "lists no adulthood in %j",
    (negative) => {
      assert.isFalse(floorsOf("nude woman", true, negative).negativeAdulthood)
    }
  )

  it("may list adulthood beside a prompt that is not sexual", () => {
    const result = floorsOf("a woman reading", false, "adult, old")
    assert.isFalse(result.negativeAdulthood)
    assert.deepStrictEqual(scoresOf(result), [0, 0])
  })
})

describe("the findings", () => {
  it("stand in the order of the text, each once, the stronger term of two that overlap", () => {
    const prompt = `Hermione Granger, a 15 year old, ${coded} child`
    assert.deepStrictEqual(
      floorsOf(prompt, true).findings.map(({ end, floor, start }) => [floor, prompt.slice(start, end)]),
      [
        ["canon", "Hermione Granger"],
        ["age", "15 year old"],
        ["lexicon", coded],
        ["lexicon", "child"]
      ]
    )
  })

  it("never quote the prompt", () => {
    const texts = floorsOf(`Hermione Granger, a 15 year old child, ${coded}`, true).findings.map(({ text }) => text)
    for (const text of texts) {
      assert.notMatch(text, /hermione|granger|15/i)
      assert.notInclude(text, coded)
      assert.match(text, /\.$/)
    }
  })

  it("are a hundred at most, and the scores rest on all of them", () => {
    const result = floorsOf("a child, ".repeat(1000), true)
    assert.strictEqual(result.findings.length, 100)
    assert.deepStrictEqual(scoresOf(result), [0.5, 0.5])
  })
})

const Piece = Schema.Literals([
  "a 15 year old",
  "25 years old",
  "child",
  "Hermione Granger",
  "adult",
  "nude",
  "nudé",
  "naked eye",
  "7th grade",
  "she is 14",
  "all are adults",
  "ch1ld",
  "c h i l d",
  "𝒸hild",
  "👧🏽",
  "\ud83d",
  "\udc00",
  "\u0000",
  "e\u0301",
  "ﬁ",
  "ﷺ",
  " ",
  ", ",
  ". ",
  "(",
  ":1.2)",
  "* ",
  coded
])
const Prompts = Schema.Array(Piece).check(Schema.isMaxLength(12))

const splitsPair = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))

describe("for every prompt", () => {
  it.prop("more that is sexual never lowers a score", [Prompts, Schema.NullOr(Prompts)], ([pieces, negatives]) => {
    const negative = negatives?.join("") ?? null
    const without = floorsOf(pieces.join(""), false, negative)
    const withIt = floorsOf(pieces.join(""), true, negative)
    assert.isAtLeast(withIt.score, without.score)
    assert.isAtLeast(withIt.reviewScore, without.reviewScore)
    assert.isAtLeast(withIt.reviewScore, withIt.score)
    assert.isAtLeast(countedIn(withIt).length, countedIn(without).length)
  })

  it.prop("spans lie in the text and split no character", [Prompts], ([pieces]) => {
    const prompt = pieces.join("")
    for (const { end, start } of floorsOf(prompt, true).findings) {
      assert.isTrue(start >= 0 && start < end && end <= prompt.length)
      assert.isFalse(splitsPair(prompt, start))
      assert.isFalse(splitsPair(prompt, end))
    }
  })

  it.prop("any text at all is read without fault", [Schema.String, Schema.String], ([prompt, negative]) => {
    const { reviewScore, score } = floorsOf(prompt, true, negative)
    assert.include([0, 0.5], score)
    assert.include([0, 0.3, 0.5], reviewScore)
  })
})

const LENGTH = 10_000
const hostile: ReadonlyArray<readonly [name: string, unit: string]> = [
  ["combining marks", "a\u0301\u0302\u0303\u0304"],
  ["zero-width characters", "\u200b"],
  ["one letter", "a"],
  ["spelled letters", "a "],
  ["digits", "7"],
  ["number lists", "5-"],
  ["brackets", "(["],
  ["mixed scripts", "a\u0430\u03b1"],
  ["astral characters", "𝐚👍🏽"],
  ["long compatibility forms", "ﷺ㌀"],
  ["masks", "a*b"],
  ["everything at once", "child 15yo l0l f*k Harry Potter 7th grade, she is 9. ｘаb aaa "]
]

describe("hostile text of 10,000 characters", () => {
  // A quadratic rule takes seconds here; the bound leaves room for a busy machine.
  it.each(hostile)("is read in time: %s", (_, unit) => {
    const prompt = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)
    for (let round = 0; round < 5; round++) floorsOf(prompt, true)
    const started = performance.now()
    floorsOf(prompt, true)
    assert.isBelow(performance.now() - started, 50)
  })
})
