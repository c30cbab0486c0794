import { assert, describe, it } from "@effect/vitest"
import { agesIn } from "./floorReadings.ts"

const names: ReadonlyArray<string> = [
  "John 3:16, nude",
  "Luke 15:11, nude",
  "@lucy_16 nude",
  "nude @lucy.b_16, bed",
  "nude Henry 8"
]

const behindNames: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["Emma, 15, nude", "15"],
  ["Emma (15), nude", "15"],
  ["Emma: 15, nude", "15"],
  ["Emma is 15, nude", "15"],
  ["Emma 15 nude", "15"],
  ["Emma Smith 15 nude", "15"],
  ["Emma Smith, 15, nude", "15"],
  ["Emma Smith (15) nude", "15"],
  ["Emma Smith 15 yrs, nude", "15 yrs"],
  ["Emma Smith 14-15, nude", "14-15"],
  ["Henry 7-9, nude", "7-9"],
  ["Henry, 8, nude", "8"],
  ["Henry is 8, nude", "8"],
  ["little Henry 8, nude", "8"],
  ["Emma 9, nude", "9"],
  ["@lucy 16 nude", "16"],
  ["@lucy_16yo nude", "16yo"],
  ["@lucy_16 years old, nude", "16 years old"]
]

const counts: ReadonlyArray<string> = [
  "nude, model 15",
  "nude girls: 12",
  "girls: 3, boys: 1, nude",
  "nude girls, a dozen",
  "nude girl at 7-11",
  "nude girl 9/11"
]

const agesOfPeople: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["nude, model, 15", "15"],
  ["nude model (15)", "15"],
  ["nude, female model 15", "15"],
  ["model 15 years, nude", "15 years"],
  ["model 15 nude", "15"],
  ["nude, model 12-13", "12-13"],
  ["young girl 9/11, nude", "9"],
  ["young girls: 12, nude", "12"],
  ["nude girl: 12", "12"],
  ["nude girls, 12", "12"],
  ["girls: 12 nude", "12"],
  ["nude girls (12)", "12"],
  ["nude girls: 12 years", "12 years"],
  ["nude girls: 12 and 13", "12 and 13"],
  ["nude girls: 12, 13", "12"],
  ["girls: 12 and 13 years old, nude", "12 and 13 years old"],
  ["nude girls: 12-13", "12-13"],
  ["nude girls, a dozen years", "dozen years"],
  ["nude girl at 12", "12"],
  ["nude girl 7-11", "7-11"],
  ["nude girls at 7-11", "7-11"],
  ["nude girl at 7-11 years", "7-11 years"],
  ["nude girl, 9/11", "9"],
  ["nude girls 9/11", "9"],
  ["nude girl 10/11", "10"]
]

describe("a number behind a name", () => {
  it.each(names)("is a part of it in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })

  it.each(behindNames)("is an age in %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })
})

describe("a number behind people", () => {
  it.each(counts)("counts them or is of something else in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })

  it.each(agesOfPeople)("is an age in %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })
})
