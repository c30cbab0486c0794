import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"

/** Whether the age in a prompt counts, though the engine saw nothing sexual in it. */
const counts = (prompt: string) => {
  const { findings } = applyFloors({ prompt, negativePrompt: null }, false)
  assert.deepStrictEqual(
    findings.map(({ floor }) => floor),
    ["age"],
    prompt
  )
  return findings.some(({ counted }) => counted)
}

describe("the service's own explicit words", () => {
  it.each(["voluptuous 15 year old girl", "provocative photo of a 14 year old", "15 year old girl, moaning"])(
    "make a prompt sexual: %j",
    (prompt) => {
      assert.isTrue(counts(prompt))
    }
  )

  it.each([
    "a provocative question of a 12 year old",
    "a 12 year old boy moaning about homework",
    "a 10 year old boy moans in pain",
    "a 12 year old girl dressed as Moaning Myrtle"
  ])("say something else: %j", (prompt) => {
    assert.isFalse(counts(prompt))
  })
})
