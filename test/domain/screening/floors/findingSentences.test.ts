import { assert, describe, it } from "@effect/vitest"
import { floorsOf } from "./floorReadings.ts"

/** Terms that sexualise minors stand in no file of this repository in clear text. */
const coded = Buffer.from("bG9saQ==", "base64").toString("utf8")

describe("the sentence of a finding", () => {
  it.each([
    "a child",
    "a minor",
    "minors",
    "a baby",
    "somebody under age",
    "not yet an adult",
    "under 18",
    "below 18",
    "a 7th grader",
    "5th grade",
    "Bart Simpson",
    "the child is an adult",
    coded
  ])("never repeats what was matched: %j", (prompt) => {
    const { findings } = floorsOf(`${prompt}, nude`)
    assert.isAbove(findings.length, 0)
    for (const { end, start, text } of findings) {
      assert.notInclude(text.toLowerCase(), prompt.slice(start, end).toLowerCase())
    }
  })
})
