import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import { unspacedCasts } from "../../../../src/domain/screening/floors/canon/unspacedCasts.ts"

const floorsOf = (prompt: string) => {
  const { findings, reviewScore, score } = applyFloors({ prompt, negativePrompt: null }, true)
  const named = findings
    .filter(({ floor }) => floor === "canon")
    .map(({ end, start }) => prompt.slice(start, end))
  return { named, score, reviewScore }
}

const blocked = { score: 0.5, reviewScore: 0.5 }
const reviewed = { score: 0, reviewScore: 0.3 }

describe("names of minor characters in scripts without spaces between words", () => {
  it("are found, each with its work", () => {
    for (const [from, names] of unspacedCasts) {
      assert.match(from, /\S/, names)
      for (const name of names.split(", "))
        assert.deepStrictEqual(floorsOf(`${name}の絵`), { named: [name], ...blocked })
    }
  })

  it.each([
    ["アーニャフォージャーの絵", "アーニャフォージャー"],
    ["アーニャ＝フォージャーの絵", "アーニャ＝フォージャー"],
    ["ｱｰﾆｬ･ﾌｫｰｼﾞｬｰの絵", "ｱｰﾆｬ･ﾌｫｰｼﾞｬｰ"],
    ["初音 ミクと海", "初音 ミク"],
    ["하츠네미쿠 그림", "하츠네미쿠"],
    ["네즈코를 그려줘", "네즈코"],
    ["画一张赫敏的画", "赫敏"]
  ])("are found however their parts are separated: %s", (prompt, name) => {
    assert.deepStrictEqual(floorsOf(prompt), { named: [name], ...blocked })
  })

  it.each(["25歳の初音ミク", "大人になった初音ミク", "成人した赫敏", "성인 하츠네 미쿠"])(
    "lead to review if an adult version is stated: %s",
    (prompt) => {
      const { named, ...scores } = floorsOf(prompt)
      assert.lengthOf(named, 1)
      assert.deepStrictEqual(scores, reviewed)
    }
  )

  it.each(["未成年の初音ミク", "成人向けの初音ミク", "成人漫画 赫敏", "大人のおもちゃ、初音ミク"])(
    "are of no adult version in %s",
    (prompt) => {
      const { score } = floorsOf(prompt)
      assert.strictEqual(score, 0.5)
    }
  )

  it.each(["初音のミク", "ミク", "碇", "綾波", "아냐"])("are not found in %s", (prompt) => {
    assert.deepStrictEqual(floorsOf(prompt).named, [])
  })
})
