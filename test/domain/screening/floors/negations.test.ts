import { assert, describe, it } from "@effect/vitest"
import { findingsIn } from "./floorReadings.ts"

describe("children of whom it is said that there are none", () => {
  it.each([
    "nackt, ohne Kinder",
    "nue, pas de mineurs",
    "naakt, geen kinderen",
    "naga, bez dzieci",
    "голая, без детей",
    "nude woman, not a minor",
    "nobody is underage, nude"
  ])("are not found in %j", (prompt) => {
    assert.deepStrictEqual(findingsIn(prompt, "lexicon"), [])
  })

  it.each([
    ["nackt, ohne Kleid, Kinder", "Kinder"],
    ["pas de robe, enfant nue", "enfant"],
    ["not only a minor, nude", "minor"],
    ["she says she is not a minor, nude", "minor"],
    ["nude, not a teenager but a child", "child"]
  ])("are found in %j, where that is said of something else", (prompt, child) => {
    assert.include(findingsIn(prompt, "lexicon"), child)
  })
})
