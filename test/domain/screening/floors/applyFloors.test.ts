import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import type { FloorResult } from "../../../../src/domain/screening/floors/FloorResult.ts"

const floorsOf = (prompt: string, sexual: boolean, negativePrompt: string | null = null): FloorResult =>
  applyFloors({ prompt, negativePrompt }, sexual)

const scoresOf = ({ reviewScore, score }: FloorResult) => [score, reviewScore]

const countedIn = ({ findings }: FloorResult) =>
  findings.filter(({ counted }) => counted).map(({ floor }) => floor)

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
    "dicks",
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

  it.each([
    "visible to the naked eye",
    "the naked truth",
    "nude lipstick",
    "same-sex couple",
    "sex: female",
    "sex education",
    "chicken breasts",
    "a dickx"
  ])("does not take %j for explicit", (words) => {
    assert.deepStrictEqual(scoresOf(floorsOf(`a 15 year old girl, ${words}`, false)), [0, 0])
  })

  it.each([
    "15 years old, sex, doctors",
    "sexual intercourse between a doctor and a 12 year old",
    "sexual content with a 14 year old, daycare",
    "12 year old having intercourse, classroom",
    "what is sexual intercourse with a 12 year old",
    "naked baby jesus",
    "nude child, not for kids"
  ])("counts whoever else is spoken of: %j", (prompt) => {
    assert.deepStrictEqual(scoresOf(floorsOf(prompt, false)), [0.5, 0.5])
  })

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
    ["a child and a 30 year old man", 0.5, 0.5],
    ["a 30 year old man with a child", 0.5, 0.5],
    ["a child, everyone is over 18", 0, 0.3],
    ["a schoolgirl, 25 year old woman", 0, 0.3],
    ["a 25 year old schoolgirl and her friend", 0, 0.3],
    [`${coded}, 25 years old`, 0.5, 0.5],
    [`${coded}s`, 0.5, 0.5],
    [`${coded}x`, 0, 0],
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
      findings.map(({ counted, end, field, floor, start }) => [
        floor,
        field,
        counted,
        negative.slice(start, end)
      ]),
      [["lexicon", "negative_prompt", true, coded]]
    )
    assert.deepStrictEqual([score, reviewScore], [0.5, 0.5])
  })

  it("is not searched for ages, children and characters, which protect there", () => {
    assert.deepStrictEqual(floorsOf("nude woman", true, "child, 12 years old, Bart Simpson").findings, [])
  })

  it.each([
    "adult",
    "mature",
    "old",
    "blurry, old, wrinkles",
    "aged, wrinkles",
    "aged 60",
    "aged 18",
    "old, photo",
    "teen, aged",
    "ADULT",
    "а d u l t",
    "4dult",
    "adu1t",
    "m4tuuuure",
    "adult, mature, old",
    "flou, adulte",
    "взрослая",
    "低画質, 大人",
    "성인"
  ])("asks for review when it lists adulthood beside a sexual prompt: %j", (negative) => {
    const result = floorsOf("nude woman", false, negative)
    assert.isTrue(result.negativeAdulthood)
    assert.deepStrictEqual(scoresOf(result), [0, 0.3])
  })

  it.each([
    "old photo, blurry",
    "adult content",
    "mature content",
    "bold colours",
    "b0ld, c0ld",
    "10 years old",
    "aged 12",
    "aged 17",
    "aged twelve",
    "anyone aged under 18"
  ])("lists no adulthood in %j", (negative) => {
    assert.isFalse(floorsOf("nude woman", true, negative).negativeAdulthood)
  })

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
      floorsOf(prompt, true).findings.map(({ end, field, floor, start }) => [
        field,
        floor,
        prompt.slice(start, end)
      ]),
      [
        ["prompt", "canon", "Hermione Granger"],
        ["prompt", "age", "15 year old"],
        ["prompt", "lexicon", coded],
        ["prompt", "lexicon", "child"]
      ]
    )
  })

  it("never quote the prompt", () => {
    const texts = floorsOf(`Hermione Granger, a 15 year old child, ${coded}`, true).findings.map(
      ({ text }) => text
    )
    for (const text of texts) {
      assert.notMatch(text, /hermione|granger|15/i)
      assert.notInclude(text, coded)
      assert.match(text, /\.$/)
    }
  })

  it("say whether they count because of what else the prompt is", () => {
    const endings = (sexual: boolean) =>
      floorsOf(`a child, ${coded}`, sexual).findings.map(
        ({ text }) => /[;,] (?:and )?the prompt .*$/.exec(text)?.[0]
      )
    assert.deepStrictEqual(endings(true), [", and the prompt is sexual.", undefined])
    assert.deepStrictEqual(endings(false), ["; the prompt is not sexual.", undefined])
  })

  it("keep those that count when there are more than a hundred", () => {
    const { findings } = floorsOf("a child, ".repeat(150) + coded, false)
    assert.deepStrictEqual(
      findings.map(({ counted }) => counted),
      [true, ...Array.from({ length: 99 }, () => false)]
    )
  })

  it("are a hundred at most, and the scores rest on all of them", () => {
    const result = floorsOf("a child, ".repeat(1000), true)
    assert.strictEqual(result.findings.length, 100)
    assert.deepStrictEqual(scoresOf(result), [0.5, 0.5])
  })
})
