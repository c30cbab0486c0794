import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import { minorCharacters } from "../../../../src/domain/screening/floors/canon/minorCharacters.ts"
import type { FloorName } from "../../../../src/domain/screening/floors/FloorResult.ts"

/** The words that a floor points at. */
const foundBy = (floor: FloorName, prompt: string): ReadonlyArray<string> =>
  applyFloors({ prompt, negativePrompt: null }, true)
    .findings.filter((finding) => finding.floor === floor)
    .map(({ start, end }) => prompt.slice(start, end))

/** Terms that sexualise minors stand in no file of this repository in clear text. */
const decoded = (term: string): string => Buffer.from(term, "base64").toString("utf8")
const coded = decoded("bG9saQ==")

const children: ReadonlyArray<readonly [prompt: string, word: string]> = [
  ["a child in a garden", "child"],
  ["a 👧 on a swing", "👧"],
  ["a 👶🏽 asleep", "👶"],
  ["a todler", "todler"],
  ["some childern", "childern"],
  ["a schoolgril", "schoolgril"],
  ["a preschool girl", "preschool girl"],
  ["her lil sister", "lil sister"],
  ["a teen-ager", "teen-ager"],
  ["un môme", "môme"],
  ["two children", "children"],
  ["a kid with a ball", "kid"],
  ["kids at play", "kids"],
  ["a toddler", "toddler"],
  ["an infant", "infant"],
  ["a baby sleeping", "baby"],
  ["a newborn", "newborn"],
  ["a preteen girl", "preteen"],
  ["a pre-teen", "pre-teen"],
  ["a schoolgirl", "schoolgirl"],
  ["a school girl on a bus", "school girl"],
  ["a schoolboy", "schoolboy"],
  ["an underage person", "underage"],
  ["an under-age person", "under-age"],
  ["a minor", "minor"],
  ["a minor, in a room", "minor"],
  ["sex with a minor", "minor"],
  ["a photo of a minor", "minor"],
  ["minors at a party", "minors"],
  ["a little girl", "little girl"],
  ["a little boy", "little boy"],
  ["a young boy", "young boy"],
  ["a middle school student", "middle school student"],
  ["a kindergartner", "kindergartner"],
  ["a teenager on a bike", "teenager"],
  ["two teenage friends", "teenage"],
  ["a teen girl", "teen girl"],
  ["a woman in her teens", "her teens"],
  ["a high school student", "high school student"],
  ["a high-schooler", "high-schooler"],
  ["une collégienne", "collégienne"],
  ["una adolescente", "adolescente"],
  ["a preschooler", "preschooler"],
  ["a littlegirl", "littlegirl"],
  ["somebody who is not an adult", "not an adult"],
  ["a non-adult person", "non-adult"],
  ["under the age of majority", "under the age of majority"],
  ["a gen alpha girl", "gen alpha"],
  ["tanner stage 2", "tanner stage"],
  ["noch nicht volljährig", "noch nicht volljährig"],
  ["elle n'est pas encore majeure", "pas encore majeure"],
  ["no es mayor de edad", "no es mayor de edad"],
  ["não é maior de idade", "não é maior de idade"],
  ["non ancora maggiorenne", "non ancora maggiorenne"],
  ["未满十八的女生", "未满十八"],
  ["可愛いJKの写真", "JKの"],
  ["裸のJS", "のJS"],
  ["child's bedroom", "child"],
  ["ein Kind im Garten", "Kind"],
  ["zwei Kinder", "Kinder"],
  ["ein kleines Mädchen", "kleines Mädchen"],
  ["eine Minderjährige", "Minderjährige"],
  ["un enfant", "enfant"],
  ["une petite fille", "petite fille"],
  ["une fillette", "fillette"],
  ["una niña", "niña"],
  ["dos niños", "niños"],
  ["un nino en la playa", "nino"],
  ["menor de edad", "menor de edad"],
  ["uma criança", "criança"],
  ["un bambino", "bambino"],
  ["una minorenne", "minorenne"],
  ["een kleuter", "kleuter"],
  ["маленький ребёнок", "ребёнок"],
  ["公園の小学生", "小学生"],
  ["一个小孩", "小孩"]
]

const disguised: ReadonlyArray<readonly [prompt: string, word: string]> = [
  ["a ｃｈｉｌｄ", "ｃｈｉｌｄ"],
  ["a c\u200bh\u200bi\u200bld", "c\u200bh\u200bi\u200bld"],
  ["a \u0441hild", "\u0441hild"],
  ["a c h i l d", "c h i l d"],
  ["photo, c.h.i.l.d", "c.h.i.l.d"],
  ["a c-h-i-l-d", "c-h-i-l-d"],
  ["a ch1ld", "ch1ld"],
  ["a chi1d", "chi1d"],
  ["two chi|dren", "chi|dren"],
  ["jun1or high girl", "jun1or high girl"],
  ["midd1e schoo1 girl", "midd1e schoo1 girl"],
  ["a k!d here", "k!d"],
  ["a chiiiild", "chiiiild"],
  ["a ch*ld", "ch*ld"],
  ["a ćhíld", "ćhíld"],
  ["a 𝒸𝒽𝒾𝓁𝒹", "𝒸𝒽𝒾𝓁𝒹"],
  ["a 🅲🅷🅸🅻🅳", "🅲🅷🅸🅻🅳"],
  ["((child:1.3))", "child"],
  ["a_child_in_a_park", "child"],
  ["<lora:child:0.8>", "child"]
]

const somethingElse: ReadonlyArray<string> = [
  "kid gloves",
  "a goat kid",
  "a couple 👨‍👩‍👧",
  "a woman 👩‍👦 smiling",
  "childs pose, yoga",
  "babys breath flowers",
  "girlscout cookies",
  "Knabe grand piano",
  "Rugrats poster",
  "a teenie weenie bikini",
  "Karate Kid poster",
  "not an adult film, a cartoon",
  "not an adult site",
  "JK Rowling",
  "a JS file",
  "a children's book illustration",
  "song in A minor",
  "the key of A minor",
  "A minor scale",
  "a minor chord",
  "a minor detail",
  "B minor",
  "Asia Minor",
  "Ursa Minor",
  "baby blue car",
  "baby grand piano",
  "a baby elephant",
  "baby's breath flowers",
  "oh baby",
  "child seat",
  "inner child",
  "Destiny's Child",
  "wild child",
  "no children",
  "without kids",
  "a kind of magic",
  "a kind woman",
  "Nina Simone on stage",
  "enfant terrible",
  "schoolgirl uniform",
  "school girl outfit",
  "teen",
  "Teenage Mutant Ninja Turtles",
  "a high school reunion",
  "a student",
  "a petite young woman",
  "a girl and a boy",
  "her daughter",
  "childhood memories"
]

const characters: ReadonlyArray<readonly [prompt: string, name: string]> = [
  ["Hermione Granger in a library", "Hermione Granger"],
  ["hermione in a library", "hermione"],
  ["anya_forger, spy x family", "anya_forger"],
  ["Forger Anya", "Forger Anya"],
  ["Miku Hatsune on stage", "Miku Hatsune"],
  ["Marinette Dupain-Cheng", "Marinette Dupain-Cheng"],
  ["Bart Simpson's house", "Bart Simpson"],
  ["((Lisa Simpson:1.2))", "Lisa Simpson"],
  ["Hеrmione Grangеr", "Hеrmione Grangеr"],
  ["H e r m i o n e", "H e r m i o n e"],
  ["Ａｒｙａ Ｓｔａｒｋ", "Ａｒｙａ Ｓｔａｒｋ"],
  ["<lora:hatsune_miku:0.8>", "hatsune_miku"]
]

const nobody: ReadonlyArray<string> = [
  "a peter pan collar",
  "a stack of Harry Potter books",
  "Granger Hermann",
  "Lisa and Homer",
  "a portrait of Bart"
]

const unambiguous: ReadonlyArray<string> = [
  coded,
  `${coded}s`,
  decoded("bG9saWNvbg=="),
  decoded("c2hvdGFjb24="),
  decoded("amFpbGJhaXQ="),
  decoded("Y2hpbGQgcG9ybg=="),
  decoded("Q2hpbGQtUG9ybm9ncmFwaHk="),
  decoded("dW5kZXJhZ2Ugc2V4"),
  decoded("Y3NhbQ==")
]

const unambiguousInDisguise: ReadonlyArray<string> = [
  coded.toUpperCase(),
  Array.from(coded).join(" "),
  Array.from(coded).join("."),
  Array.from(coded).join("\u200b"),
  coded.replace("o", "0"),
  coded.replace("o", "оооо"),
  coded.replace("o", "*"),
  coded.replace("o", "\u043e"),
  Array.from(coded, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join("")
]

describe("the lexicon floor", () => {
  it.each(children)("finds the word for a child in %j", (prompt, word) => {
    assert.deepStrictEqual(foundBy("lexicon", prompt), [word])
  })

  it.each(disguised)("finds the word in disguise: %j", (prompt, word) => {
    assert.deepStrictEqual(foundBy("lexicon", prompt), [word])
  })

  it.each(somethingElse)("finds no child in %j", (prompt) => {
    assert.deepStrictEqual(foundBy("lexicon", prompt), [])
  })

  it("finds every unambiguous term, whether or not the prompt is sexual", () => {
    for (const term of unambiguous) {
      const prompt = `a ${term}, in a park`
      const { findings, score, reviewScore } = applyFloors({ prompt, negativePrompt: null }, false)
      assert.deepStrictEqual(
        findings.map(({ counted, end, floor, start }) => [floor, counted, prompt.slice(start, end)]),
        [["lexicon", true, term]]
      )
      assert.deepStrictEqual([score, reviewScore], [0.5, 0.5])
    }
  })

  it("finds an unambiguous term in disguise", () => {
    for (const term of unambiguousInDisguise) {
      assert.deepStrictEqual(foundBy("lexicon", `photo, ${term}, in a park`), [term])
    }
  })

  it("tells a name and a fashion from the coded word inside them", () => {
    assert.deepStrictEqual(foundBy("lexicon", `${decoded("c2hvdGE=")} Aizawa`), [])
    assert.deepStrictEqual(foundBy("lexicon", `a gothic ${coded}ta dress`), [])
  })
})

describe("the canon floor", () => {
  it.each(characters)("finds the character in %j", (prompt, name) => {
    assert.deepStrictEqual(foundBy("canon", prompt), [name])
  })

  it.each(nobody)("finds no character in %j", (prompt) => {
    assert.deepStrictEqual(foundBy("canon", prompt), [])
  })

  it("finds every character of the list by name, over three hundred, each with the work it comes from", () => {
    assert.isAtLeast(new Set(minorCharacters.map(({ name }) => name.toLowerCase())).size, 300)
    for (const { from, name } of minorCharacters) {
      assert.match(from, /\S/, name)
      assert.deepStrictEqual(foundBy("canon", `portrait of ${name}, in a park`), [name])
    }
  })
})
