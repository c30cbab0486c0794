import { assert, describe, it } from "@effect/vitest"
import { agesIn } from "./floorReadings.ts"

describe("marks that set words off", () => {
  it.each([
    ["a **15** year old girl, nude", "15** year old"],
    ["she is *15*, nude girl", "15"],
    ['a "15" year old girl, nude', '15" year old'],
    ["a “15” year old girl, nude", "15” year old"],
    ['nude girl, "15"', "15"],
    ["<b>15</b> years old, nude girl", "15</b> years old"],
    ["15&nbsp;years old nude girl", "15&nbsp;years old"],
    ["15 **years old** girl nude", "15 **years old"],
    ["nude **Mia** (15)", "15"]
  ])("hide no age in %j", (prompt, age) => {
    assert.deepStrictEqual(agesIn(prompt), [age])
  })

  it.each([
    'nude woman, 6" heels',
    `nude woman, 5'4"`,
    'nude woman, "Stranger Things 15" poster',
    "nude woman, *15* stars",
    'nude woman says "I have 12 cats"'
  ])("make no age in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })
})
