import { assert, describe, it } from "@effect/vitest"
import { findingsIn } from "./floorReadings.ts"

describe("a stage of life", () => {
  it.each([
    ["a photo of a juvenile", "juvenile"],
    ["nude juvenile", "juvenile"],
    ["two juveniles", "juveniles"],
    ["a girl in her early teen years", "early teen"],
    ["a teen-aged girl", "teen-aged"],
    ["a school age girl", "school age girl"],
    ["a highschool freshman", "highschool freshman"],
    ["a li'l girl", "li'l girl"],
    ["joshikousei", "joshikousei"]
  ])("is read in %j", (prompt, written) => {
    assert.deepStrictEqual(findingsIn(prompt, "lexicon"), [written])
  })

  it.each(["a juvenile eagle in a nest", "a juvenile court", "juvenile humour", "juvenile plumage"])(
    "of no person is in %j",
    (prompt) => {
      assert.deepStrictEqual(findingsIn(prompt, "lexicon"), [])
    }
  )
})
