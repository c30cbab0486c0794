import { assert, describe, it } from "@effect/vitest"
import {
  foldSubstitutions,
  normalise,
  originalSpan
} from "../../../../src/domain/screening/normalisation/normalise.ts"
import type { NormalisedText } from "../../../../src/domain/screening/normalisation/normalise.ts"

type Row = readonly [original: string, normalised: string]

const spelling: ReadonlyArray<Row> = [
  ["A Red Fox", "a red fox"],
  ["  two \t\r\n foxes  ", "two foxes"],
  ["ｆｕｌｌ　ｗｉｄｔｈ １５", "full width 15"],
  ["𝐛𝐨𝐥𝐝 𝓼𝓬𝓻𝓲𝓹𝓽 ⓒⓘⓡⓒⓛⓔ 🅱🅾🆇", "bold script circle box"],
  ["🇫🇴🇽", "fox"],
  ["ﬁne ﬂow oﬃce", "fine flow office"],
  ["¹⁵ ½ Ⅻ", "15 1/2 xii"],
  ["9½ 2¾ 7⅓ 10²³ x² 4① 5⒍ 1⁵", "9.5 2.7 7.3 10^23 x2 4^1 5^6 15"],
  ["١٥ १२ ๑๕", "15 12 15"],
  ["naïve Ñandú Straße Øl Łódź Ærø", "naive nandu strasse ol lodz aero"],
  ["nai\u0308ve", "naive"],
  ["z\u0301\u0302\u0303a\u0304\u0305lgo", "zalgo"],
  ["f\u200bo\u200dx\u2060 \ufeffr\u00adun", "fox run"],
  ["\u202efox\u202c", "fox"],
  ["fo\u{e0078}x\ufe0f", "fox"],
  ["İstanbul ISPARTA ılık", "istanbul isparta ilik"],
  ["“a” ‘b’s – — ‑", "\"a\" 'b's - - -"],
  ["\u0000fo\u0000x\u001b", "fox"],
  ["fo\ud800x\udfff", "fox"],
  ["𝔣\ud800𝔬𝔵", "fox"],
  ["세상 \u1112\u1161\u11ab글", "세상 한글"],
  ["\u1100\u1161\u11a8 \u1112\u1175\u11c2", "각 힣"],
  ["猫と犬", "猫と犬"],
  ["👍🏽 ok", "👍🏽 ok"]
]

const lookAlikes: ReadonlyArray<Row> = [
  ["f\u043ex", "fox"],
  ["\u0441hild\u0433\u0435n", "children"],
  ["\u0440\u0430\u0440\u0435\u0440", "papep"],
  ["sc\u03bfpe", "scope"],
  ["\u0397\u039f\u03a4", "hot"],
  ["\u0570ouse", "house"],
  ["ꓡꓲꓠꓰ", "line"],
  ["ᏞᎥᏦᎬ", "like"],
  ["ʀᴇᴅ ɢʀᴇᴇɴ", "red green"],
  ["девочка", "девочка"],
  ["καλημερα", "καλημερα"],
  ["москва и лондон", "москва и лондон"]
]

const spelledOut: ReadonlyArray<Row> = [
  ["f o x e s", "foxes"],
  ["f.o.x", "fox"],
  ["f-o-x", "fox"],
  ["f_o_x", "fox"],
  ["f * o * x", "fox"],
  ["r e d  f o x", "red fox"],
  ["U.S.A. map", "usa. map"],
  ["f o", "f o"],
  ["f.o-x", "f.o-x"],
  ["a 5 y o", "a5yo"],
  ["5 x 7", "5 x 7"],
  ["f 0 x 3 s", "f0x3s"],
  ["ꓡ ꓲ ꓠ ꓰ", "line"],
  ["f o.x.e.s", "f oxes"],
  ["a  b  c  d e", "abc de"],
  ["1 2  f o x", "1 2 fox"],
  ["& a b", "& a b"],
  ["猫 と 犬", "猫 と 犬"]
]

const dialect: ReadonlyArray<Row> = [
  ["((fox:1.3)), [red:0.5]", "fox , red"],
  ["(fox:1.2), year", "fox , year"],
  ["(red fox: .8 )", "red fox"],
  ["fox::2 cat::-0.5", "fox cat"],
  ["(fox)1.4 hare", "fox hare"],
  ["<lora:red_fox_v2:0.8> den", "red fox v2 den"],
  ["<red_fox> age <9, <= 9, < nine", "red fox age <9, <= 9, < nine"],
  ["score_9, score_8_up, red fox", ", , red fox"],
  ["a fox BREAK a hare", "a fox a hare"],
  ["a coffee break", "a coffee break"],
  ["blue_hair, \\(series\\)", "blue hair, series"],
  ["age: 9, 12:30, 16:9", "age: 9, 12:30, 16:9"],
  ["(age:9)", "age:9"]
]

const substitutions: ReadonlyArray<Row> = [
  ["f0x", "fox"],
  ["r3d h4re", "red hare"],
  ["g1rl g!rl", "girl girl"],
  ["1amb p1ay", "lamb play"],
  ["@nimal $now ca$tle", "animal snow castle"],
  ["b4dg3r5", "badgers"],
  ["7iger 5nake", "tiger snake"],
  ["r a b b 1 t", "rabbit"],
  ["n 0 0 n", "noon"],
  ["0live 0ak 4mbers @men", "olive oak ambers amen"],
  ["k!!ng fox$", "kiing foxs"],
  ["fooooox", "fox"],
  ["foxxx and a deer", "fox and a deer"],
  ["f0x f*** 1000...", "fox f*** 1000..."],
  ["f0x !fox us$5", "fox !fox us$5"],
  ["fox15 b4dg3r99", "fox15 badger99"],
  ["5jahriges 4kms", "5jahriges 4kms"],
  ["a red fox!", "a red fox!"],
  ["f*x f***", "f*x f***"],
  ["15yo 12y 7th 3rd 1st", "15yo 12y 7th 3rd 1st"],
  ["8k 35mm f1.8 4k 60fps", "8k 35mm f1.8 4k 60fps"],
  ["1girl 2boys 3d", "1girl 2boys 3d"],
  ["2025 12/05/2010 16x9 1080p 1980s", "2025 12/05/2010 16x9 1080p 1980s"],
  ["$15, 5@5", "$15, 5@5"]
]

describe("the first view", () => {
  it.each([...spelling, ...lookAlikes, ...spelledOut, ...dialect])(
    "reads %j as %j",
    (original, normalised) => {
      assert.strictEqual(normalise(original).text, normalised)
    }
  )

  it("leaves a long compatibility form alone, so that a text never grows to many times its length", () => {
    assert.strictEqual(normalise("ﷺ").text, "ﷺ")
    assert.isAtMost(normalise("㌀".repeat(100)).text.length, 400)
  })
})

describe("the second view", () => {
  it.each(substitutions)("reads %j as %j", (original, folded) => {
    assert.strictEqual(foldSubstitutions(normalise(original)).text, folded)
  })

  it("shortens long runs of a letter to two where asked", () => {
    assert.strictEqual(foldSubstitutions(normalise("boooook"), 2).text, "book")
  })

  it("is of the text that is asked for, though another was read since that has nothing to fold", () => {
    const view = normalise("a f0x")
    foldSubstitutions(normalise("a fox"))
    assert.strictEqual(foldSubstitutions(view).text, "a fox")
  })

  it("is the first view where there is nothing to fold", () => {
    const view = normalise("a portrait of a fox, 8k, 35mm")
    assert.strictEqual(foldSubstitutions(view), view)
  })
})

/** The original words behind a word of a view. */
const wordsBehind = (view: NormalisedText, word: string, original: string): string => {
  const at = view.text.indexOf(word)
  assert.notStrictEqual(at, -1, `${JSON.stringify(word)} in ${JSON.stringify(view.text)}`)
  const { end, start } = originalSpan(view, at, at + word.length)
  return original.slice(start, end)
}

describe("offsets", () => {
  it.each<readonly [original: string, word: string, behind: string]>([
    ["A red FOX runs", "fox", "FOX"],
    ["👍🏽 ｆｏｘ 👍", "fox", "ｆｏｘ"],
    ["𝐟𝐨𝐱 den", "fox", "𝐟𝐨𝐱"],
    ["the of\ufb01ce fox", "office", "of\ufb01ce"],
    ["a nai\u0308ve\u0301 fox", "naive", "nai\u0308ve\u0301"],
    ["a \u200bf\u200bo\u200bx\u200b den", "fox", "f\u200bo\u200bx"],
    ["one  f o x  den", "fox", "f o x"],
    ["((fox:1.3))", "fox", "fox"],
    ["a\ud800 fo\u0000x", "fox", "fo\u0000x"],
    ["a \u1112\u1161\u11ab", "한", "\u1112\u1161\u11ab"],
    ["<lora:red_fox:0.8>", "red fox", "red_fox"]
  ])("of %j lead from %j to %j", (original, word, behind) => {
    assert.strictEqual(wordsBehind(normalise(original), word, original), behind)
  })

  it("cover what was shortened and what was replaced", () => {
    const original = "a F0OOOOx!"
    assert.strictEqual(wordsBehind(foldSubstitutions(normalise(original)), "fox", original), "F0OOOOx")
    assert.strictEqual(wordsBehind(foldSubstitutions(normalise("reddd!")), "red", "reddd!"), "reddd")
  })

  it("end with the text when it is a slice that divides a pair of surrogates", () => {
    const slice = "𝐛𝐨𝐥𝐝 ".repeat(100).slice(0, 9 * 99 + 1)
    for (let round = 0; round < 1000; round++) {
      const { ends, text } = normalise(slice)
      assert.strictEqual(text, "bold ".repeat(99).trimEnd())
      assert.isAtMost(ends.at(-1) ?? 0, slice.length)
    }
  })

  it("of an empty stretch are empty", () => {
    assert.deepStrictEqual(originalSpan(normalise("a fox"), 2, 2), { start: 2, end: 2 })
  })
})

describe("signs that stand for several letters", () => {
  it.each(["👧", "½", "ﷺ", "Ⅷ", "㌀"])("do not make a text many times as long: %s", (sign) => {
    const original = sign.repeat(5_000)
    const { text } = normalise(original)
    assert.isBelow(text.length, original.length + 1_100)
    assert.isAbove(text.length, 0)
  })

  it("hide no picture of a child behind them", () => {
    assert.include(normalise(`${"½".repeat(2_000)} 👧`).text, "little girl")
  })
})
