import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import { agesIn } from "./floorReadings.ts"

const claimsAdulthood = (prompt: string): boolean =>
  applyFloors({ prompt, negativePrompt: null }, true).adultClaim

/** Where ages are stated; each takes a number. */
const statements: ReadonlyArray<(age: string) => string> = [
  (age) => `girl, age: ${age}`,
  (age) => `aged ${age}`,
  (age) => `she is ${age}`,
  (age) => `girl (${age})`,
  (age) => `girl, ${age}, bedroom`,
  (age) => `a girl of ${age} years`,
  (age) => `${age} year old`,
  (age) => `a ${age}-year-old`,
  (age) => `${age}yo`,
  (age) => `she turned ${age}`
]

describe("an age with a fraction or a small number behind it", () => {
  it.each([
    "9½",
    "9¼",
    "9¾",
    "9⅓",
    "9⅛",
    "９½",
    "9²",
    "9¹²",
    "9₁",
    "9①",
    "9⒉",
    "9\u{1f102}",
    "9\u200b½",
    "9\u00ad²",
    "9 ½",
    "9 1/2",
    "9 3/4"
  ])("is that of the whole number in %j", (age) => {
    for (const statement of statements) {
      const prompt = statement(age)
      assert.lengthOf(agesIn(prompt), 1, prompt)
      assert.isFalse(claimsAdulthood(prompt), prompt)
    }
  })

  it.each(["19½", "19²"])("is one of an adult in %j", (age) => {
    for (const statement of statements.slice(0, 4)) {
      assert.deepStrictEqual(agesIn(statement(age)), [])
      assert.isTrue(claimsAdulthood(statement(age)), statement(age))
    }
  })

  it("may be one of the teens in disguise", () => {
    for (const statement of statements) assert.lengthOf(agesIn(statement("1⁵")), 1, statement("1⁵"))
  })

  it("is found whole in the original text", () => {
    assert.deepStrictEqual(agesIn("a nude girl, aged 9½"), ["aged 9½"])
    assert.deepStrictEqual(agesIn("a nude girl of 9 1/2 years"), ["9 1/2 years"])
  })

  it("hides no two ages behind a larger number", () => {
    assert.deepStrictEqual(agesIn("the best 20 3/4 yo"), ["3/4 yo"])
  })

  it("takes no view for a fraction of a year", () => {
    assert.deepStrictEqual(agesIn("nude girl age 9 3/4 view"), ["age 9"])
  })
})
