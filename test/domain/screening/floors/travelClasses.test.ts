import { assert, describe, it } from "@effect/vitest"
import { agesIn } from "./floorReadings.ts"

const classes: ReadonlyArray<string> = [
  "nackt in der 2. Klasse im Zug",
  "nackt, erste Klasse Abteil",
  "nackte Frau, 1. Klasse Ticket",
  "nackte Frau in der ersten Klasse im Flugzeug",
  "nackt in der zweiten Klasse in einem Zug"
]

const grades: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["nackt in der 2. Klasse", "2. Klasse"],
  ["Schülerin der 2. Klasse im Zug, nackt", "2. Klasse"],
  ["nackt, Mädchen in der 2. Klasse im Zug", "2. Klasse"],
  ["nackt, aus der 2. Klasse im Zug", "2. Klasse"],
  ["nackt, 5. Klasse im Zug", "5. Klasse"],
  ["nackt, erste Klasse, Abteil", "erste Klasse"],
  ["nackt, 1. Klasse im Klassenzimmer", "1. Klasse"]
]

describe("the class of a train or a plane", () => {
  it.each(classes)("is no school grade in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })

  it.each(grades)("is told from a grade in %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })
})
