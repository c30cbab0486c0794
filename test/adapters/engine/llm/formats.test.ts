import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { grammarLine, jsonLetters, jsonWords, vllmLine } from "../../../../src/adapters/engine/llm/formats.ts"
import { sayLetters, sayLine, sayWords } from "../../../fakes/modelSpeech.ts"

const ids = ["m1", "m2", "a1"]

describe("a form for answers", () => {
  it.prop(
    "takes every answer that its constraint lets through",
    [Schema.Tuple([Schema.Boolean, Schema.Boolean, Schema.Boolean])],
    ([[m1, m2, a1]]) => {
      const beliefs = { m1: Number(m1), m2: Number(m2), a1: Number(a1) }
      const line = sayLine(ids, beliefs).content
      const { structured_outputs } = vllmLine.constraint(ids) as { structured_outputs: { regex: string } }

      assert.match(line, new RegExp(`^(?:${structured_outputs.regex})$`))
      assert.match(line, vllmLine.pattern(ids))
      assert.match(sayLetters(ids, beliefs).content, jsonLetters.pattern(ids))
      assert.match(sayWords(ids, beliefs).content, jsonWords.pattern(ids))
    }
  )

  it("is a grammar of llama.cpp", () => {
    assert.deepStrictEqual(grammarLine.constraint(["m1", "m2"]), {
      grammar: 'root ::= "m1=" [YN] " m2=" [YN]'
    })
  })

  it("is a JSON schema that hosted servers call strict", () => {
    const answer = { type: "string", enum: ["Y", "N"] }
    assert.deepStrictEqual(jsonLetters.constraint(["m1", "m2"]), {
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "answers",
          strict: true,
          schema: {
            type: "object",
            properties: { m1: answer, m2: answer },
            required: ["m1", "m2"],
            additionalProperties: false
          }
        }
      }
    })
  })

  const wrong: Readonly<Record<string, string>> = {
    "an answer too few": "m1=Y m2=N",
    "an answer too many": "m1=Y m2=N a1=N a2=N",
    "another order": "m2=Y m1=N a1=N",
    "a word in front": "Sure: m1=Y m2=N a1=N",
    "a line after it": "m1=Y m2=N a1=N\nm1=N m2=N a1=N",
    "small letters": "m1=y m2=n a1=n"
  }
  for (const [what, text] of Object.entries(wrong)) {
    it(`takes no line with ${what}`, () => {
      assert.notMatch(text, vllmLine.pattern(ids))
    })
  }
})
