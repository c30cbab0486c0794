import { assert, describe, it } from "@effect/vitest"
import { agesIn, floorsOf } from "./floorReadings.ts"

const minors: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["nude girl < 18", "18"],
  ["nude girl, <17", "17"],
  ["nude person <18 years old", "18 years old"],
  ["nude person, age < 18", "age < 18"],
  ["nude person, age: <18", "age: <18"],
  ["nude person, age < eighteen", "age < eighteen"],
  ["nude person, age <= 17", "age <= 17"],
  ["nude person, isn't 18 years old", "18 years old"],
  ["nude person, before age 18", "age 18"],
  ["nude person, until age 18", "age 18"],
  ["nude girl, 17 or younger", "17"],
  ["nude girl, 17 years or younger", "17"],
  ["nude, under 18", "under 18"],
  ["nude, not yet 18", "yet 18"],
  ["nude, younger than 16", "than 16"],
  ["no bra, nude girl under 18 years old", "18 years old"],
  ["nude with no bra girl under 18 years old", "18 years old"],
  ["nude girl aged 18 months", "aged 18 months"],
  ["nude boy aged nine months", "aged nine months"]
]

/** They state neither a minor nor an adult. */
const neither: ReadonlyArray<string> = [
  "nude person <= 18",
  "nude person, age ≤ 18",
  "nude person, at most 18 years old",
  "nude person, up to 18 years old",
  "nude person, maximum age 18",
  "nude person aged < 20",
  "nude person under 30 years old",
  "nude person, not over 18",
  "nude person who isn't older than 18",
  "nude person, 18 years and under",
  "nude woman <3",
  "nude woman before 12 mirrors",
  "nude woman with 12 or less roses",
  "nude woman eating cheese aged 18 months"
]

const adults: ReadonlyArray<string> = [
  "nude people, no one under 18 years old",
  "nude people, not younger than 18 years old",
  "nude person, not less than 18 years old",
  "nude person, at least 18 years old",
  "nude people over 18",
  "nude people, 18 or older",
  "nude person almost 30 years old"
]

describe("an age with a limit", () => {
  it.each(minors)("states a minor in %j", (prompt, stated) => {
    const { adultClaim } = floorsOf(prompt)
    assert.deepStrictEqual([agesIn(prompt), adultClaim], [[stated], false])
  })

  it.each(neither)("states neither a minor nor an adult in %j", (prompt) => {
    assert.deepStrictEqual([agesIn(prompt), floorsOf(prompt).adultClaim], [[], false])
  })

  it.each(adults)("states an adult in %j", (prompt) => {
    assert.deepStrictEqual([agesIn(prompt), floorsOf(prompt).adultClaim], [[], true])
  })
})
