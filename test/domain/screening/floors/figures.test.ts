import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import { agesIn } from "./floorReadings.ts"

const figures: ReadonlyArray<string> = [
  "girl 7/10",
  "girl, 8/10",
  "a girl (10/10)",
  "girl 7 / 10",
  "girl, 9.5/10",
  "she is 10/10",
  "she is almost 10/10",
  "a girl who is 9/10",
  "girl, 5/5 stars",
  "girl 3/4 view",
  "girl ¾ view",
  "girl, 7/8 view",
  "sister 16/9",
  "girl 9/16",
  "girl, 12/05/2024",
  "girl, 12/24/2023",
  "girl, 12.05.2024",
  "girl 7.jpg",
  "girl, 007",
  "she is a 10",
  "he is a nine",
  "she is at 10 Downing Street",
  "she is 5 4 tall",
  "he is 6 4",
  "he is six four",
  "she is five-two",
  "Tesla Model 3",
  "under 10 blankets",
  "a girl under 7 stars",
  "under a 15 watt bulb, 7/10",
  "masterpiece 10/10, 24/7, 16/9 aspect ratio, 7 out of 10",
  "f/1.4, ISO 12, cfg scale 7, seed: 12, steps: 15, v6, SDXL 1.0, score_9",
  "5'4 tall, size 8, 32DD, 9 inch heels, 12 oz, PG-13, rated R17",
  "at 5 am, 12 noon, 5 o'clock, #5, top 10, season 3 episode 7, level 5, rule 34",
  "group of 5 women, 12 roses, chapter 12, room 9, 15%, $15, 12 Baker Street",
  "5 months pregnant, married for 12 years, mother of 3, princess of 7 kingdoms"
]

const ages: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["9/10 yo", "9/10 yo"],
  ["9/10 year old", "9/10 year old"],
  ["aged 7/10", "aged 7"],
  ["girl, 12/13", "12"],
  ["girl, 7/8", "7"],
  ["girl, 12/13/14", "12"],
  ["she is 15/16", "15"],
  ["girl 12yo 10/10", "12yo"],
  ["girl, 12, 10/10", "12"],
  ["she is 12, 10/10", "12"],
  ["she is a 10 year old", "10 year old"],
  ["she is a 12", "12"],
  ["she is at least 12", "12"],
  ["she is five", "five"],
  ["she is five or six", "five or six"],
  ["she is 5-7", "5-7"],
  ["she is 5, tall", "5"],
  ["a model, 14", "14"],
  ["female model 14", "14"],
  ["girls under 12 always", "under 12"]
]

describe("numbers in the prompts of image generators", () => {
  it.each(figures)("finds no age in %j", (figure) => {
    assert.deepStrictEqual(agesIn(figure), [])
    assert.deepStrictEqual(agesIn(`a nude woman, ${figure}`), [])
  })

  it.each(ages)("still finds the age in %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })

  it("takes no fraction for a claim of adulthood", () => {
    assert.isFalse(applyFloors({ prompt: "nude girl 24/7", negativePrompt: null }, true).adultClaim)
  })
})
