import { assert, describe, it } from "@effect/vitest"
import { countedAlone } from "./floorReadings.ts"

describe("lessons about sex", () => {
  it.each(["kids sex education book", "kids sex ed class", "kids' sex education", "kids sex ed"])(
    "are no term for abuse in %j",
    (prompt) => {
      assert.deepStrictEqual(countedAlone(prompt), [])
    }
  )

  it.each([
    "kids sex",
    "kids sex, education",
    "kids sex educational",
    "kids sex edit",
    "kids sex ed nude",
    "kids sex education, nude"
  ])("hide none in %j", (prompt) => {
    assert.lengthOf(countedAlone(prompt), 1)
  })
})
