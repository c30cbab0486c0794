import { assert, describe, it } from "@effect/vitest"
import { unitsOf } from "../../../../src/domain/screening/normalisation/unitsOf.ts"

describe("the table of a class of units", () => {
  it("has what a test of each unit finds", () => {
    for (const members of ["\\p{L}", "\\p{N}", "[\\p{Mn}\\p{Me}]", "\\p{Mc}", "[\\s\\p{Pd}\\p{Co}]"]) {
      const table = unitsOf(new RegExp(`${members}+`, "gu"))
      const one = new RegExp(`^${members}$`, "u")
      const wrong = Array.from(table.keys()).filter(
        (code) => (table[code] === 1) !== one.test(String.fromCharCode(code))
      )
      // The last high and the first low surrogate, which are a pair for private use.
      assert.deepStrictEqual(wrong, members.includes("Co") ? [0xdbff, 0xdc00] : [], members)
    }
  })
})
