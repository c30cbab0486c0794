import { assert, describe, it } from "@effect/vitest"
import { countedAlone } from "./floorReadings.ts"

const harmless: ReadonlyArray<string> = [
  "what sex is the baby",
  "What sex is your child?",
  "happy birthday little girl xxx",
  "Happy birthday to a little girl, xxx",
  "kids XXX hoodie",
  "little girl in nude ballet flats",
  "little girl wearing nude ballet slippers",
  "topless jeep with kids",
  "kids in a topless jeep"
]

const sexual: ReadonlyArray<string> = [
  "what sex with the baby",
  "what sex is the naked baby",
  "happy birthday, nude little girl xxx",
  "happy birthday little girl xxx video",
  "happy birthday on a cake for the very best little girl xxx",
  "little girl xxx",
  "kids xxx",
  "kids xxx in hoodie",
  "little girl nude ballet flats",
  "little girl in nude ballet",
  "nude little girl in ballet flats",
  "topless kids in a jeep",
  "little girl topless jeep"
]

describe("an explicit word in a phrase with another meaning", () => {
  it.each(harmless)("makes nothing sexual of %j", (prompt) => {
    assert.deepStrictEqual(countedAlone(prompt), [])
  })

  it.each(sexual)("is told from a sexual one in %j", (prompt) => {
    assert.lengthOf(countedAlone(prompt), 1)
  })
})
