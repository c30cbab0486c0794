import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readWrittenTexts } from "../../../../src/adapters/engine/build/training/writtenTexts.ts"
import { decodeModel } from "../../../../src/adapters/engine/builtin/Model.ts"
import { scorePrompt } from "../../../../src/adapters/engine/builtin/scorePrompt.ts"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"

const artefact = new URL("../../../../src/adapters/engine/builtin/model.bin", import.meta.url)
const model = decodeModel(readFileSync(artefact), "test")

const texts = readWrittenTexts()
const sexual = texts.filter(({ label }) => label === "sexual").map(({ text }) => text)
const harmless = texts.filter(({ label }) => label !== "sexual").map(({ text }) => text)

const scoreOf = (check: "adult" | "real_person", prompt: string): number =>
  scorePrompt(model, { prompt, negativePrompt: null, checks: [check] }).checks[check]?.score ?? 0

// Every assertion is about a count, so that no failure prints a text.
describe("texts written for the training", () => {
  it("are there once each, sexual and harmless", () => {
    assert.strictEqual(new Set(texts.map(({ text }) => text.toLowerCase())).size, texts.length)
    assert.isAbove(sexual.length, 4000)
    assert.isAbove(harmless.length, sexual.length)
  })

  it("name no minor and no real person if they are sexual", () => {
    const minors = sexual.filter(
      (prompt) => applyFloors({ prompt, negativePrompt: null }, true).findings.length > 0
    )
    assert.strictEqual(minors.length, 0)
    const people = sexual.filter((prompt) => scoreOf("real_person", prompt) >= 0.5)
    assert.strictEqual(people.length, 0)
  })

  it("are what the committed model was built from", () => {
    // Shares do not need every text.
    const oneOfEight = (all: ReadonlyArray<string>) => all.filter((_, index) => index % 8 === 0)
    const shareOver = (all: ReadonlyArray<string>) =>
      all.filter((text) => scoreOf("adult", text) >= 0.5).length / all.length
    assert.isAbove(shareOver(oneOfEight(sexual)), 0.4)
    assert.isBelow(shareOver(oneOfEight(harmless)), 0.1)
  })
})
