import { assert, describe, it } from "@effect/vitest"
import { agesIn, floorsOf } from "./floorReadings.ts"

const ages: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["15f nude", "15f"],
  ["lena15f nude", "15f"],
  ["nude 15F", "15F"],
  ["nude, 15f, bed", "15f"],
  ["nude (15f)", "15f"],
  ["[15F] on a bed, nude", "15F"],
  ["15F selling nudes", "15F"],
  ["15f here wanna see nudes", "15f"],
  ["nude 15-f", "15-f"],
  ["nude 15 female", "15 female"],
  ["nude 15 f", "15 f"],
  ["f15 nude", "f15"],
  ["nude (F15)", "F15"],
  ["12/f nude", "12/f"],
  ["nude, 15/f", "15/f"],
  ["nude photo, 15/f/ca", "15/f"],
  ["F/15 nude", "F/15"],
  ["nude f/14", "f/14"],
  ["nude 14/m", "14/m"],
  ["14/m nude", "14/m"],
  ["nude girl 15f", "15f"],
  ["my sister (14F), nude", "14F"],
  ["my son (14m), nude", "14m"],
  ["15f girl, nude", "15f"]
]

/** Apertures, jets, temperatures, lengths, sizes and sexes of patients. */
const figures: ReadonlyArray<string> = [
  "nude woman, f/8, iso 100", "nude woman, f/11, 50mm", "nude woman, f/16", "nude portrait, f/10", "nude woman, f14 lens",
  "nude woman, f/15 aperture", "15 f lens, nude portrait", "nude portrait f11", "nude art on an F15 jet",
  "F15 jet fighter, nude nose art", "nude, F15 fighter", "naked pilot, F-15", "topless at 15F", "nude, 15F temperature",
  "naked in winter, 15F outside", "nude 15m pool", "nude statue 15m tall", "15m porn video", "porn, 15m views",
  "nude woman with an M14 rifle", "penis, 14F catheter", "nude bra, 14F", "sex (m/f): 15/12", "15 f and 12 m, sex ratio",
  "nude, 12 m/s wind", "nude, 15/m2", "nude nail polish #f15", "nude 25f", "nude, f/22", "nude, 7f", "nude f8"
] // oxfmt-ignore

describe("an age beside the letter of a sex", () => {
  it.each(ages)("is read in %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })

  it.each(figures)("is none in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })

  it("is no claim of adulthood, which an aperture would be as well", () => {
    assert.isFalse(floorsOf("nude girl 22f, f/22").adultClaim)
  })
})
