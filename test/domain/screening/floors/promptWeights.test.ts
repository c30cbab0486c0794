import { assert, describe, it } from "@effect/vitest"
import { agesIn } from "./floorReadings.ts"

describe("a number behind a colon", () => {
  it.each([
    "(nude woman:12)",
    "[tree:nude woman:12]",
    "nude woman, [landscape:woman:15]",
    "nude, <lora:woman:12>",
    "nude {woman:15}",
    "(a nude man:10)"
  ])("is a weight or a step in the syntax of prompts: %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })

  it.each([
    ["nude girl:12, bed", "12"],
    ["(nude girl:12)", "12"],
    ["nude {girl:12}", "12"],
    ["nude (age:12)", "age:12"],
    ["nude (characters: girl: 12)", "12"]
  ])("is an age elsewhere: %j", (prompt, age) => {
    assert.deepStrictEqual(agesIn(prompt), [age])
  })
})

describe("how long something has lasted", () => {
  it.each([
    "donna nuda sposata da 12 anni",
    "donna nuda, sono insieme da 15 anni",
    "nude woman, 12 years sober",
    "nude woman, 12 years married"
  ])("is no age: %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })

  it("does not hide an age in the same words", () => {
    assert.deepStrictEqual(agesIn("ragazza nuda di 12 anni"), ["12 anni"])
  })
})
