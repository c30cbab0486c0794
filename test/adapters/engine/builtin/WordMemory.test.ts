import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { decodeModel } from "../../../../src/adapters/engine/builtin/Model.ts"
import { scorePrompt } from "../../../../src/adapters/engine/builtin/scorePrompt.ts"
import { makeTokens, readTokens } from "../../../../src/adapters/engine/builtin/tokens.ts"
import { makeWordMemory, remember, remembers } from "../../../../src/adapters/engine/builtin/WordMemory.ts"
import { checkIds } from "../../../../src/domain/policy/CheckId.ts"
import { modelBytes } from "../modelBytes.ts"

const score = (model: ReturnType<typeof decodeModel>, prompt: string) =>
  scorePrompt(model, { prompt, negativePrompt: null, checks: checkIds })

/** Words with a slip, parts of names with and without one, masked ones and ordinary ones. */
const Words = Schema.Array(
  Schema.Literals([
    "nude", "nudde", "nakd", "eroitc", "jenifer", "jennifer", "aniston", "anistn", "emma", "watson", "wattson",
    "mickey", "micky", "mouse", "muose", "m*ckey", "of", "the", "portrait", "thanks", "harbour", "boats"
  ]) // oxfmt-ignore
)

describe("WordMemory", () => {
  it.prop(
    "holds the words that were put into it, and no others",
    [Schema.Array(Schema.String)],
    ([texts]) => {
      const memory = makeWordMemory()
      const tokens = makeTokens(16)
      const [told = "", ...others] = texts
      readTokens(told, tokens)
      for (let at = 0; at < tokens.count; at++) {
        remember(memory, tokens, at)
        assert.isTrue(remembers(memory, tokens, at))
      }
      const known = new Set(Array.from(tokens.low.subarray(0, tokens.count)))
      readTokens(others.join(" "), tokens)
      for (let at = 0; at < tokens.count; at++) {
        if (!known.has(tokens.low[at] ?? 0)) assert.isFalse(remembers(memory, tokens, at))
      }
    }
  )

  const model = decodeModel(modelBytes, "test")

  it.prop("changes no answer, whatever was read before", [Schema.Array(Words)], ([prompts]) => {
    const texts = prompts.map((words) => words.join(" "))
    const after = texts.map((text) => score(model, text))
    const alone = texts.map((text) => {
      for (const memory of [model.farWords, model.namelessWords, model.unmeantWords]) memory.fill(0)
      return score(model, text)
    })
    assert.deepStrictEqual(after, alone)
  })
})
