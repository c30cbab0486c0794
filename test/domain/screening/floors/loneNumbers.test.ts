import { assert, describe, it } from "@effect/vitest"
import { agesIn } from "./floorReadings.ts"

const row = (length: number, separator: string): string =>
  Array.from({ length }, (_, at) => String(20 + at)).join(separator)

describe("an age among many other numbers", () => {
  const lengths = [1, 11, 12, 13, 14, 40]
  for (const length of lengths) {
    it.each([" ", ", "])(`is found beside ${length} of them, separated by %j`, (separator) => {
      const others = row(length, separator)
      for (const [prompt, age] of [
        [`nude girl, 12, ${others}`, "12"],
        [`${others}, nude girl, 12`, "12"],
        [`${others}, nude woman aged 12, ${others}`, "aged 12"],
        [`${others}, nude 12 year old, ${others}`, "12 year old"],
        [`${others}, nude girl under 18, ${others}`, "under 18"]
      ] as const) {
        assert.deepStrictEqual(agesIn(prompt), [age], prompt)
      }
    })
  }

  it("is none where there are only numbers", () => {
    assert.deepStrictEqual(agesIn(`nude, ${row(100, " ")} 12 ${row(100, " ")}`), [])
  })
})
