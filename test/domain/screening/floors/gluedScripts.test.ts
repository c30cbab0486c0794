import { assert, describe, it } from "@effect/vitest"
import { floorsOf } from "./floorReadings.ts"

/** Terms that sexualise minors stand in no file of this repository in clear text. */
const coded = Buffer.from("66Gc66as", "base64").toString("utf8")

const evident: ReadonlyArray<string> = [
  "Hermione Granger",
  "12 year old",
  "schoolgirl",
  "child",
  "初音ミク",
  "小学生",
  "여고생",
  "เด็ก",
  "школьница",
  "15歳",
  coded
]

const glued: ReadonlyArray<string> = ["x", "я", "の", "ไ", "한"]

const isOfSameScript = (one: string, other: string): boolean =>
  [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /[\u0e00-\uffff]/u].some(
    (script) => script.test(one) && script.test(other)
  )

describe("a letter of another script", () => {
  it.each(evident.flatMap((word) => glued.map((letter) => [word, letter] as const)))(
    "beside %j hides nothing: %j",
    (word, letter) => {
      if (isOfSameScript(word, letter)) return
      for (const prompt of [`${letter}${word}`, `${word}${letter}`]) {
        assert.isAtLeast(floorsOf(prompt).score, 0.5, prompt)
      }
    }
  )

  it.each(["childª", "ªchild", "childⅣ", "childʰ", "ᶜʰⁱˡᵈ", "12ᵗʰ grader"])(
    "or a small one hides nothing: %j",
    (prompt) => {
      const { findings, score } = floorsOf(prompt)
      assert.isAtLeast(score, 0.5)
      for (const { end, start } of findings) assert.include(prompt, prompt.slice(start, end))
    }
  )
})
