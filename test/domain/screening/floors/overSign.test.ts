import { assert, describe, it } from "@effect/vitest"
import { agesIn } from "./floorReadings.ts"

const adults: ReadonlyArray<string> = [
  "nackte Frau, Ü18",
  "nackte Frau ü18",
  "nackte Frau (Ü18)",
  "nackte Frau, U\u030818",
  "Ü-18, nackt",
  "nackt, alle Ü18"
]

const minors: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["nackte Frau, U18", "18"],
  ["nackt, alle U18", "18"],
  ["nackte Frau, Ü18, Mädchen U18", "18"],
  ["nackt, noch nicht Ü18", "18"],
  ["nackt, noch nicht               Ü18", "18"],
  ["nacktes Mädchen, Ü12", "12"],
  ["nacktes Mädchen, Ü18 Monate alt", "18 Monate alt"]
]

describe("the German sign for over 18", () => {
  it.each(adults)("states no minor in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })

  it.each(minors)("hides none in %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })
})
