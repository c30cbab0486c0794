import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import { worksOfFirstName } from "../../../../src/domain/screening/floors/canon/firstNames.ts"

const namesIn = (prompt: string): ReadonlyArray<string> =>
  applyFloors({ prompt, negativePrompt: null }, true)
    .findings.filter(({ floor }) => floor === "canon")
    .map(({ end, start }) => prompt.slice(start, end))

const namesakes: ReadonlyArray<readonly [prompt: string, name: string]> = [
  ["Lisa from The Simpsons", "Lisa"],
  ["the simpsons' lisa", "lisa"],
  ["Bart (The Simpsons)", "Bart"],
  ["anya, spy x family", "anya"],
  ["the evangelion character asuka", "asuka"],
  ["Emma from the anime The Promised Neverland", "Emma"],
  ["Sansa of Game of Thrones", "Sansa"],
  ["misty_(pokemon)", "misty"],
  ["pokemon trainer misty", "misty"],
  ["Will from Stranger Things", "Will"],
  ["Violet from The Incredibles", "Violet"],
  ["Princess Jasmine from Aladdin", "Princess Jasmine"],
  ["Jasmine from Aladdin", "Jasmine"],
  ["Eleven from Stranger Things", "Eleven"],
  ["miku (vocaloid)", "miku"],
  ["Asuka from Tekken", "Asuka"],
  ["Bubbles (Powerpuff)", "Bubbles"],
  ["klee genshin", "klee"],
  ["Steve from American Dad", "Steve"]
]

const others: ReadonlyArray<string> = [
  "Lisa from The Sopranos",
  "Marge from The Simpsons",
  "Lisa, watching The Simpsons",
  "The Simpsons. Lisa stands up",
  "will Stranger Things have another season",
  "this will be a Stranger Things poster",
  "a violet dress, The Incredibles",
  "eleven Stranger Things posters",
  "Emma Watson",
  "a picture in the style of Klee",
  "misty from the rain",
  "I hope Final Fantasy gets a sequel",
  "you love live music",
  "the Pretty Cure song that I love",
  "a Zelda fan on a pan",
  "Steve, a dad"
]

describe("the canon floor, of a first name", () => {
  it.each(namesakes)("finds the character in %j", (prompt, name) => {
    assert.deepStrictEqual(namesIn(prompt), [name])
  })

  it.each(others)("finds no character in %j", (prompt) => {
    assert.deepStrictEqual(namesIn(prompt), [])
  })

  it("finds every first name that is said to be from its work, whatever the title", () => {
    assert.isAbove(worksOfFirstName.size, 300)
    for (const [name, works] of worksOfFirstName) {
      for (const work of works) {
        const found = namesIn(`portrait of ${name} from ${work}`)
        assert.include(found.join(" "), name, `${name} from ${work}`)
      }
    }
  })
})
