import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readCuratedNames } from "../../../../src/adapters/engine/build/curatedNames.ts"
import { phraseOf } from "../../../../src/adapters/engine/build/phrases.ts"
import { decodeModel } from "../../../../src/adapters/engine/builtin/Model.ts"
import { scorePrompt } from "../../../../src/adapters/engine/builtin/scorePrompt.ts"
import type { CheckId } from "../../../../src/domain/policy/CheckId.ts"

const artefact = new URL("../../../../src/adapters/engine/builtin/model.bin", import.meta.url)
const model = decodeModel(readFileSync(artefact), "test")
const names = readCuratedNames()

const scoreOf = (check: CheckId, prompt: string): number =>
  scorePrompt(model, { prompt, negativePrompt: null, checks: [check] }).checks[check]?.score ?? 0

describe("names chosen by hand", () => {
  it.each(Object.entries(names))("are in order and there once: %s", (_, section) => {
    assert.deepStrictEqual(section, section.toSorted())
    const phrases = section.map(phraseOf)
    assert.lengthOf(phrases, new Set(phrases).size)
  })

  // The build leaves out a few that ordinary texts contain.
  it.each<readonly [keyof typeof names, CheckId, number]>([
    ["people", "real_person", 0.5],
    ["characters", "copyrighted_ip", 0.5],
    ["works", "copyrighted_ip", 0.3]
  ])("are what the committed model was built from, all but a few: %s", (section, check, line) => {
    const missed = names[section].filter((name) => scoreOf(check, `${name} on a beach`) < line)
    assert.isBelow(missed.length, names[section].length / 50, missed.slice(0, 20).join(", "))
  })

  it("that people or things have too count beside their work alone", () => {
    const alone = names.ambiguousCharacters.filter(
      (name) => scoreOf("copyrighted_ip", `${name} on a beach`) >= 0.5
    )
    assert.isBelow(alone.length, names.ambiguousCharacters.length / 50, alone.join(", "))
    assert.isAbove(scoreOf("copyrighted_ip", "Snow White from Disney on a beach"), 0.5)
  })
})
