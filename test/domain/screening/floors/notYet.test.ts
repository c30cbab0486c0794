import { assert, describe, it } from "@effect/vitest"
import { agesIn } from "./floorReadings.ts"

const notReached: ReadonlyArray<string> = [
  "a girl who isn't 18",
  "a girl who is not 18",
  "a girl, not 18 yet",
  "not 18 yet",
  "a girl who hasn't turned 18",
  "a girl, not even 16",
  "noch nicht 18",
  "nog geen 18",
  "pas encore 18 ans",
  "aún no tiene 18",
  "una chica que no tiene 18 años",
  "ainda não tem 18",
  "non ancora 18 anni",
  "non ha ancora 18 anni",
  "não completou 18 anos",
  "elle aura 18 ans demain",
  "ей ещё нет 18 лет",
  "девушка, не достигшая 18 лет",
  "dziewczyna nie ma 18 lat",
  "18歳じゃない",
  "没有18岁",
  "18살이 아닌",
  "girl turning 18 tomorrow",
  "girl who turns 18 next week",
  "girl, soon to be 18",
  "a girl no more than 15",
  "нет 18"
]

const somethingElse: ReadonlyArray<string> = [
  "a woman, not 20",
  "a woman, 18, next to a tree",
  "girls, no more than 15 candles",
  "a woman, not 17 but 25",
  "a woman for not 15 minutes",
  "a photo that isn't 16:9",
  "a woman who isn't 18% happier",
  "no 18 bus",
  "he is not 12 feet tall"
]

const bounds: ReadonlyArray<string> = [
  "<18 girl",
  "U18 girl",
  "a u-18 girl",
  "girls, jonger dan 16",
  "moins de 16 ans",
  "poniżej 18 lat",
  "моложе 18 лет",
  "تحت 18 سنة"
]

const units: ReadonlyArray<string> = [
  "a girl about to turn 16",
  "looks 12",
  "a girl appearing 13",
  "a dozen years old",
  "a 12-ish years old girl",
  "a 12ish girl",
  "a 12 aged girl",
  "a twelve yr ol girl",
  "ages 8 to 12 girls",
  "w wieku 12 lat",
  "голая, 14 лет"
]

const inStories: ReadonlyArray<string> = [
  "a girl aged 11 walks home through the street",
  "the 14 year old opened the door",
  "a 12 year old took her book",
  "a girl, 13 years old, and her dog"
]

const ofThings: ReadonlyArray<string> = [
  "an 8 year old oak tree",
  "a 12 year old red sports car",
  "a dozen roses for a woman",
  "two women and a dozen girls"
]

describe("the age floor", () => {
  it.each([...notReached, ...bounds, ...units, ...inStories])("finds a minor's age in %j", (prompt) => {
    assert.lengthOf(agesIn(prompt), 1)
  })

  it.each([...somethingElse, ...ofThings])("finds no minor's age in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })
})
