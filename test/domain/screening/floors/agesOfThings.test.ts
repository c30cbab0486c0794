import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import { agesIn } from "./floorReadings.ts"

const things: ReadonlyArray<string> = [
  "her car is 12 years old",
  "her old red car is 12 years old",
  "her laptop is only 3 years old",
  "her cat is 12 yo",
  "her dog's age is 12",
  "her cat that is 12 years old",
  "her cat, which is 12 years old",
  "the dogs are 12 years old",
  "her two cats are 12 years old",
  "the girl's car is 12 years old",
  "her mother's house is 12 years old",
  "their marriage is 10 years old",
  "their friendship is 12 years old",
  "the hotel is 16 years old",
  "her tattoo is 5 years old",
  "my cat, 12 years old",
  "my cat (12 years old)",
  "her dog, aged 12",
  "her bike, 10 years old",
  "his wife's car, 12 years old",
  "a woman with her cat aged 12",
  "a man and his dog, aged 10",
  "her puppy is 5 months old",
  "her kitten, 8 weeks old",
  "his dog is 3",
  "mein Hund ist 12 Jahre alt",
  "mon chat a 12 ans",
  "mi gato tiene 12 años",
  "il mio cane ha 12 anni",
  "a 12-year-old Labrador beside her",
  "a 10 year old rottweiler",
  "macallan 12 years old",
  "it is aged 12 years in charred American oak barrels",
  "a woman, a bottle aged 12 years in sherry casks",
  "12 yo-yos",
  "12 yo yos",
  "a woman with 12 yo-yo tricks"
]

const people: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["a girl with her cat aged 12", "aged 12"],
  ["a woman with her daughter aged 12", "aged 12"],
  ["nude in her car, aged 15", "aged 15"],
  ["girl, aged 12 in oak", "aged 12"],
  ["she is aged 12 years in oak", "aged 12 years"],
  ["aged 12 in oak woods", "aged 12"],
  ["her daughter is 12 years old", "12 years old"],
  ["her son, 12", "12"],
  ["her partner is 15 years old", "15 years old"],
  ["a girl and her dog, 12 years old", "12 years old"],
  ["a girl and her dog are 12 years old", "12 years old"],
  ["a girl, her dog, 12 years old", "12 years old"],
  ["she smiles, her dog, 12 years old", "12 years old"],
  ["girl, bed, 12 years old", "12 years old"],
  ["her bedroom, 12 years old", "12 years old"],
  ["her bed, 12 years old", "12 years old"],
  ["a girl on her bed, 12 years old", "12 years old"],
  ["the girl in the car is 12 years old", "12 years old"],
  ["girl on couch is 12 years old", "12 years old"],
  ["girl holding her cat is 12 years old", "12 years old"],
  ["the boy with the girl's dog is 12 years old", "12 years old"],
  ["my cat, a girl, 12 years old", "12 years old"],
  ["her kitten is 12 years old", "12 years old"],
  ["her doll is 12 years old", "12 years old"],
  ["the house's owner is 12 years old", "12 years old"],
  ["her car's 12 year old driver", "12 year old"],
  ["the house, a 12 year old", "12 year old"],
  ["12 year old bikini", "12 year old"],
  ["dog, age 12", "age 12"]
]

describe("the age of a thing beside a person", () => {
  it.each(things)("is nobody's: %j", (thing) => {
    assert.deepStrictEqual(agesIn(`a nude woman, ${thing}`), [])
    assert.deepStrictEqual(agesIn(`a nude woman. ${thing}`), [])
  })

  it.each(people)("hides no person's: %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(`a nude woman, ${prompt}`), [stated])
  })

  it("is no claim of adulthood", () => {
    const prompt = "a nude girl, her car is 25 years old"
    assert.isFalse(applyFloors({ prompt, negativePrompt: null }, true).adultClaim)
  })
})
