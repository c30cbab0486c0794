import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readDataSet } from "../../../../src/adapters/engine/eval/DataSet.ts"
import { disguise, disguiseNames } from "../../../../src/adapters/engine/eval/disguises.ts"

const secret = "the text that nobody may see"

const failureOf = (content: string): string => {
  const set = readDataSet("mine", content)
  return Result.isFailure(set) ? set.failure : "no failure"
}

describe("a data set", () => {
  it("is read line by line, with its optional fields", () => {
    const lines = [
      '{"text":"a fox","labels":{"adult":false}}',
      "",
      '{"text":"nude","labels":{"adult":true,"real_person":false},"negative_prompt":"adult","language":"en"}'
    ]
    const set = readDataSet("mine", lines.join("\r\n"))
    assert.isTrue(Result.isSuccess(set))
    if (!Result.isSuccess(set)) return
    assert.deepStrictEqual(set.success.rows, [
      { text: "a fox", labels: { adult: false }, negativePrompt: null, language: null },
      {
        text: "nude",
        labels: { adult: true, real_person: false },
        negativePrompt: "adult",
        language: "en"
      }
    ])
  })

  it("that is wrong is refused by line and field, without a word of its text", () => {
    const wrong: ReadonlyArray<readonly [line: string, says: string]> = [
      [secret, "line 2: not JSON"],
      [`{"text":"${secret}"}`, "line 2: missing, unknown or of another type: labels"],
      [`{"text":["${secret}"],"labels":{}}`, "line 2: missing, unknown or of another type: text"],
      [`{"text":"a","labels":{"adult":"${secret}"}}`, "labels.adult"],
      [`{"text":"a","labels":{"${secret}":true}}`, "labels.an unknown field"],
      [`{"text":"a","labels":{},"${secret}":1}`, "an unknown field"],
      [`{"text":"a","labels":{},"language":"fr ${secret}"}`, "language"],
      [`["${secret}"]`, "the line"]
    ]
    for (const [line, says] of wrong) {
      const failure = failureOf(`{"text":"a","labels":{}}\n${line}\n`)
      assert.include(failure, says)
      assert.notInclude(failure, secret)
    }
    assert.include(failureOf("\n\n"), "no rows")
  })
})

describe("a disguise", () => {
  it("changes every longer word, always in the same way, and leaves short ones", () => {
    for (const name of disguiseNames) {
      const once = disguise(name, "a naked woman")
      assert.notStrictEqual(once, "a naked woman", name)
      assert.strictEqual(disguise(name, "a naked woman"), once, name)
      assert.strictEqual(disguise(name, "a fox on it"), "a fox on it", name)
    }
  })
})
