import { assert, describe, it } from "@effect/vitest"
import { findingsIn, floorsOf } from "./floorReadings.ts"

const minors: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["she is 12 years", "12 years"],
  ["she's 12 yrs, park", "12 yrs"],
  ["person, 12 years", "12 years"],
  ["she has just turned 12", "12"],
  ["just turned 13, park", "13"],
  ["she could be 12", "12"],
  ["she will be 12", "12"],
  ["she became 12", "12"],
  ["she is actually 12", "12"],
  ["the elf is 15", "15"],
  ["my friend is 15", "15"],
  ["girl, fifteen", "fifteen"],
  ["girls, 15", "15"],
  ["a group of girls (13-14)", "13-14"],
  ["person (15)", "15"],
  ["singer, 14", "14"],
  ["girl, only about 12", "12"],
  ["girl of about 12", "12"],
  ["14 year blonde girl", "14 year"],
  ["14yr asian girl", "14yr"],
  ["15yof", "15yof"],
  ["12+ years old", "12+ years old"],
  ["aged down to 12", "aged down to 12"],
  ["aged approx. 12", "aged approx. 12"],
  ["her age must be under 14", "age must be under 14"],
  ["the girl's 14th birthday", "14th"],
  ["her thirteenth birthday", "thirteenth"],
  ["girl, 14th birthday", "14th"],
  ["a girl, 14y", "14y"],
  ["a boy 12y, park", "12y"],
  ["nude 14y", "14y"],
  ["girl thirteen", "thirteen"],
  ["a boy twelve, park", "twelve"],
  ["girl, 17 and a half", "17 and a half"],
  ["a girl at most 15", "15"],
  ["a girl max 16 years", "16 years"],
  ["girl no older than 14", "than 14"],
  ["an orphan of twelve", "twelve"],
  ["her 15th bday", "15th"],
  ["nude, under 16", "under 16"],
  ["under 16 years", "under 16 years"],
  ["she will be 18 years old", "18 years old"],
  ["approaching 18 years old", "18 years old"],
  ["not even 18 years old", "18 years old"],
  ["menor de 18 años", "18 años"],
  ["sotto i 18 anni", "18 anni"],
  ["noch keine 18 Jahre alt", "18 Jahre alt"],
  ["elle n'a pas encore 18 ans", "18 ans"]
]

const nobody: ReadonlyArray<string> = [
  "she is 12 years into her career",
  "she has been 12 times to Rome",
  "girl 1: red, girl 2: blue, girl 3: green",
  "girl 3 is blonde",
  "a male elf",
  "a woman no older than 40",
  "her company, its fourteenth birthday",
  "boys twelve angry men",
  "a boy 10y ago",
  "girl 9: sitting",
  "girl, 7 red balloons",
  "12 girls, 15 boys",
  "girl, one dog",
  "woman, 16:9",
  "a woman under 10 lamps",
  "a woman under 10 years of marriage",
  "woman <10 calories",
  "10 year old hoodie",
  "a 10 year anniversary party girl",
  "the day before her 19th birthday"
]

const children: ReadonlyArray<readonly [prompt: string, word: string]> = [
  ["highschool girl", "highschool girl"],
  ["a high school cheerleader", "high school cheerleader"],
  ["highschoolers", "highschoolers"],
  ["a minor girl", "minor girl"],
  ["lil girl", "lil girl"],
  ["eine Grundschülerin", "Grundschülerin"],
  ["una niñita", "niñita"],
  ["uma garotinha", "garotinha"],
  ["una bimba", "bimba"]
]

const noChildren: ReadonlyArray<string> = [
  "child-bearing hips",
  "her inner kid",
  "baby bangs",
  "Rosemary's baby",
  "a child psychologist"
]

/** The age is somebody else's, or nobody's: the child stays one. */
const ofOthers: ReadonlyArray<string> = [
  "a nude child and a man aged 30",
  "a nude man (30) and a child",
  "nude child, her father is 40",
  "nude schoolgirl and her mother, 45",
  "a 30 year old man holding a nude child",
  "a 30 year old man. A nude child",
  "a 30 year old man; nude child",
  "a nude child. 30 year old man",
  "a nude child & 30 year old man",
  "I'm 30 years old, nude schoolgirl",
  "I am an adult, nude schoolgirl",
  "nude child, 18+ content",
  "nude child, rated 18+"
]

const ofTheSame: ReadonlyArray<string> = [
  "nude schoolgirl, 25 year old woman",
  "nude schoolgirl, she is 25",
  "nude schoolgirl aged 25",
  "nude schoolgirl (25)",
  "nude schoolgirl, everyone is an adult"
]

describe("what a prompt says of somebody", () => {
  it.each(minors)("is a minor's age in %j", (prompt, stated) => {
    assert.deepStrictEqual(findingsIn(prompt, "age"), [stated])
  })

  it.each(nobody)("is no age in %j", (prompt) => {
    assert.deepStrictEqual([findingsIn(prompt, "age"), floorsOf(prompt).adultClaim], [[], false])
  })

  it.each(children)("is a child in %j", (prompt, word) => {
    assert.deepStrictEqual(findingsIn(prompt, "lexicon"), [word])
  })

  it.each(noChildren)("is no child in %j", (prompt) => {
    assert.deepStrictEqual(findingsIn(prompt, "lexicon"), [])
  })

  it.each(ofOthers)("is not the child's adult age in %j", (prompt) => {
    assert.strictEqual(floorsOf(prompt).score, 0.5)
  })

  it.each(ofTheSame)("is the adult age of who looks like a child in %j", (prompt) => {
    assert.deepInclude(floorsOf(prompt), { score: 0, reviewScore: 0.3 })
  })
})

describe("a negative prompt", () => {
  it.each(["aged up", "grown woman", "milfs", "aged, wrinkles"])("lists adulthood: %j", (negative) => {
    assert.isTrue(floorsOf("nude woman", negative).negativeAdulthood)
  })

  it.each(["under-aged", "teen-aged", "old anime", "aged wood", "adult toys", "old version"])(
    "lists no adulthood: %j",
    (negative) => {
      assert.isFalse(floorsOf("nude woman", negative).negativeAdulthood)
    }
  )
})
