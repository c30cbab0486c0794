import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { AgeMemory } from "../../../../src/domain/screening/floors/age/AgeMemory.ts"
import { findAges } from "../../../../src/domain/screening/floors/age/ages.ts"
import { readingOf } from "../../../../src/domain/screening/floors/Reading.ts"
import { normalise } from "../../../../src/domain/screening/normalisation/normalise.ts"

const Word = Schema.Literals(
  (
    "17 12 14 9 3 25 18 30 2012 fifteen twelve twenty year years old yo y months grade girl boy woman she her is was has had " +
    "turned aged age ages of over under about than at least to be born in for with and or just now not cat whisky dog bottle " +
    "photo nude a the my who that which , . - ( ) : < +"
  ).split(" ")
)

/** Longer than what a rule for ages looks at, so that numbers in its middle stand between the same words. */
const Passage = Schema.Array(Word).check(Schema.isMinLength(90), Schema.isMaxLength(110))
const Words = Schema.Array(Word).check(Schema.isMaxLength(12))

/** Remembers nothing, so that each number is read. */
class Forgetful extends Map<number, never> {
  override get() {
    return undefined
  }
}

class Counting extends Map {
  found = 0
  override get(key: unknown) {
    const value = super.get(key)
    if (value !== undefined) this.found++
    return value
  }
}

const agesWith = (text: string, memory: AgeMemory) => findAges(readingOf(normalise(text)), memory)

describe("ages between words that were read before", () => {
  it.prop(
    "are found as if they were read again, whatever is around these words",
    [Words, Passage, Words],
    ([before, passage, between]) => {
      const text = [...before, ...passage, ...between, ...passage, ...before, ...passage].join(" ")
      assert.deepStrictEqual(agesWith(text, new Map()), agesWith(text, new Forgetful()))
    }
  )

  it("are not read again", () => {
    const memory = new Counting()
    assert.strictEqual(agesWith("a girl who is 17, ".repeat(100), memory).length, 100)
    assert.isAbove(memory.found, 70)
  })
})
