import { assert, describe, it } from "@effect/vitest"
import { agesIn } from "./floorReadings.ts"

const people: ReadonlyArray<readonly [prompt: string, age: string]> = [
  ["nude photo of a 14 year old", "14 year old"],
  ["photo of a 14 year old, nude", "14 year old"],
  ["nude picture of a 14-year-old", "14-year-old"],
  ["nude drawing of a fourteen year old", "fourteen year old"],
  ["nude photos of 14 year olds", "14 year olds"],
  ["a picture of a 15yo, nude", "15yo"],
  ["film about a 15 year old, nude", "15 year old"],
  ["portrait, age 14, nude", "age 14"],
  ["the bed of a 13 year old, nude", "13 year old"],
  ["nude study, age 14", "age 14"],
  ["nude portrait aged 14", "aged 14"],
  ["portrait aged 14, nude", "aged 14"],
  ["nude statue aged 14", "aged 14"],
  ["nude toy 14 year old", "14 year old"]
]

const things: ReadonlyArray<string> = [
  "a photo of a 15 year old car",
  "a picture of a 10 year old house",
  "a painting of a 16 year old oak tree",
  "a bottle of 12 year old",
  "a photo of my 12 year old dog",
  "a map of a 15 year old road",
  "a house about 15 years old",
  "a painting about 12 years old",
  "a study, age 14 to 17",
  "the nude painting is 14 years old",
  "a sex shop 12 years old",
  "nude on a 14 year old mattress"
]

describe("the age of who is in a picture", () => {
  it.each(people)("is a person's in %j", (prompt, age) => {
    assert.deepStrictEqual(agesIn(prompt), [age])
  })

  it.each(things)("is a thing's in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })
})

/** An age right before what else is said of the picture, with no comma between. */
const described: ReadonlyArray<readonly [prompt: string, age: string]> = [
  ["a girl of 12 years 4k", "12 years"],
  ["a boy of 12 years 35mm", "12 years"],
  ["a person of 12 years photo", "12 years"],
  ["a girl of twelve 8k", "twelve"],
  ["girl 12 years 4k", "12 years"],
  ["a girl of 12 photo", "12"],
  ["girl, 12 walking", "12"],
  ["girl, 12 portrait", "12"],
  ["ein Mädchen von 12 Jahren 4k", "12 Jahren"],
  ["a youth of 15", "15"]
]

const counted: ReadonlyArray<string> = [
  "woman of 15 years experience", "girl 12 years later", "girl, 12 photos", "girl of 12 dresses", "girl, 12 walking sticks",
  "a girl with 12 photos", "5th grade steel", "first grade quality leather", "a 5th grade level text", "woman, 8k"
] // oxfmt-ignore

describe("an age before a description", () => {
  it.each(described)("is read in %j", (prompt, age) => {
    assert.deepStrictEqual(agesIn(prompt), [age])
  })

  it.each(counted)("is no age in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })
})

/** People of whom an age is told by nothing but a comma. */
const nouns: ReadonlyArray<string> = [
  "girl", "student", "cheerleader", "babysitter", "sophomore", "scout", "swimmer", "maid", "elf", "friend", "woman", "nurse"
] // oxfmt-ignore

/** Numbers that stand there as well. */
const figures: ReadonlyArray<string> = [
  "woman, 9 candles", "woman, 85mm", "woman, 3/4 view", "woman, 8k", "woman, 5 foot 4", "woman, 15 pounds", "man, 16 mm film",
  "woman, 16:9", "woman, 10/10", "woman, 15th century", "woman, 1920s", "woman, 13 inches", "woman, 9 am", "guy, 8 feet away"
] // oxfmt-ignore

/** How long somebody is known for, not how old they are. */
const spans: ReadonlyArray<string> = [
  "nude, with my 10 year girlfriend",
  "her 10 year friend, nude",
  "10 years man and wife, nude"
]

describe("a number behind a person and a comma", () => {
  it.each(nouns)("is the age of the %s", (noun) => {
    assert.deepStrictEqual(agesIn(`nude ${noun}, 15`), ["15"])
    assert.deepStrictEqual(agesIn(`nude ${noun}, 15, in bed`), ["15"])
  })

  it.each(figures)("is no age in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(`nude ${prompt}`), [])
  })

  it.each(spans)("is no age before the person in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })
})
