import { assert, describe, it } from "@effect/vitest"
import { minorsLines } from "../../../../src/domain/policy/minorsLines.ts"
import { countedAlone, floorsAlone } from "./floorReadings.ts"

describe("a suggestive word", () => {
  it.each([
    ["sexy 15 year old girl", "15 year old"],
    ["a 15 year old girl, posing, sexy look", "15 year old"],
    ["seksowna 15-latka", "15-latka"],
    ["sexy schoolgirl", "schoolgirl"],
    ["a child, sexy", "child"],
    ["the schoolgirl is sexy", "schoolgirl"]
  ])("makes a minor count in %j", (prompt, found) => {
    assert.deepStrictEqual(countedAlone(prompt), [found])
  })

  it.each([
    "sexy costume, not for kids",
    "sexy mom and her kids",
    "hey sexy baby",
    "sexy 25 year old woman",
    "a 15 year old girl plays the piano",
    "a schoolgirl on a sexy motorbike",
    "a 12 year old girl with kinky hair",
    "fille de 12 ans au dessous du pont",
    "a 16 year old intern learns ERP",
    "pojke 10 år, till slut som vanligt"
  ])("changes nothing in %j", (prompt) => {
    assert.deepStrictEqual(countedAlone(prompt), [])
  })

  it("makes a minor count in disguise, after more words for children than a decision lists", () => {
    const children = "child, ".repeat(120)
    assert.strictEqual(floorsAlone(`${children}a 5exy child`).score, minorsLines.act)
    assert.strictEqual(floorsAlone(`${children}a 5mall child`).score, 0)
  })
})
