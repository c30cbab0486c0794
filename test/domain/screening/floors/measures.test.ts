import { assert, describe, it } from "@effect/vitest"
import { measures } from "../../../../src/domain/screening/floors/words/wordLists.ts"
import { agesIn } from "./floorReadings.ts"

/** Things ripen and films are named in these. After "12 year", the words that follow say whose years they are. */
const ofThings =
  /^(?:mm|hours?|hrs?|minutes?|minuten|stunden|uur|weeks?|months?|days?|monate|wochen|tage|years?|yrs?|more|less)$/

/** "foot's" is there for its first half. */
const words = measures.split(" ").filter((word) => /^\p{L}+$/u.test(word) && !ofThings.test(word))

describe("a minor's age behind a word such as aged", () => {
  it.each(words)("is found before %j", (word) => {
    assert.deepStrictEqual(agesIn(`a nude girl aged 12 ${word}`), ["aged 12"])
    assert.deepStrictEqual(agesIn(`a nude girl, age: 12 ${word}`), ["age: 12"])
  })

  it.each(["x", "px", "k", "th", "nude", "am"])("is found with %j right behind it", (word) => {
    assert.deepStrictEqual(agesIn(`nude girl aged 12${word}`), ["aged 12"])
  })

  it.each([
    "cheese aged 12 months, nude woman",
    "steak aged 12 hours, nude woman",
    "nude woman, aged 16mm film",
    "nude woman, aged 8k",
    "nude woman, ages 8+",
    "nude, physically 2 m tall",
    "nude woman, the drinking age is 16"
  ])("is none in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })
})

describe("a small word after a number", () => {
  it.each([
    ["a nude girl who is 12 or so", "12"],
    ["nude girl, 12 or so", "12"],
    ["nude girl, 12 or more", "12"],
    ["a nude 12 or so year old girl", "12 or so year old"],
    ["nude girl, she is 12 of course", "12"],
    ["nude girl, she is 12 more or less", "12"],
    ["nude, she is 12 out of frame", "12"],
    ["a nude girl of 12 out of the shower", "12"],
    ["nude girl, 12ish", "12ish"],
    ["nude girl, 12 tops", "12 tops"]
  ])("says nothing of what it counts in %j", (prompt, age) => {
    assert.deepStrictEqual(agesIn(prompt), [age])
  })

  it.each([
    "nude women, 12 of them",
    "nude woman, she is 12 out of 20",
    "nude women, 12 or more people",
    "nude women, they are 12 or more people"
  ])("counts in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })
})
