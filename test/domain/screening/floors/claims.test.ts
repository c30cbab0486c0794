import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"

const claimsAdult = (prompt: string): boolean =>
  applyFloors({ prompt, negativePrompt: null }, false).adultClaim

const adults: ReadonlyArray<string> = [
  "a woman, not less than 18 years old",
  "a 25 year old woman",
  "18yo",
  "18 and 19 year olds",
  "a twenty-five year old woman",
  "a woman aged 40",
  "she is 30",
  "a woman, 25 years old next to a tree",
  "a woman in her late 30s",
  "woman, 25, nude",
  "girl (19)",
  "a 100-year-old man",
  "eine 25-jährige Frau",
  "une femme de vingt-cinq ans",
  "una mujer de treinta y cinco años",
  "una donna di ventuno anni",
  "uma mulher de 25 anos",
  "everyone is an adult",
  "all characters are adults",
  "they are all of legal age",
  "they are all of age",
  "she is an adult woman",
  "all models are over 18",
  "all characters are 18+",
  "everyone is 18 or older",
  "all models are 18 years or older",
  "women aged 21 and up",
  "no one under 18",
  "if it rains, she is an adult with an umbrella",
  "the woman with red hair is an adult",
  "everyone in this picture is an adult",
  "she is an adult, with an umbrella",
  "she is an adult like me",
  "dressed in red, she is 25",
  "no clouds, a woman over 30"
]

const noClaim: ReadonlyArray<string> = [
  "adult content",
  "an adult woman",
  "30 feet tall",
  "a 30 year old house",
  "hace 25 años",
  "a 12 year old girl",
  "nobody is 18 or older",
  "a toy, ages 18 and up",
  "she is not an adult",
  "she is not yet an adult",
  "i am an adult",
  "she is 12 years of age",
  "all is quiet. an adult woman",
  "a 500 year old vampire",
  "f/22, 35mm, 1980s film",
  "nobody is over 18",
  "none of them are adults",
  "not everyone is an adult",
  "all are adults except her",
  "she is a non-adult",
  "she is un-adult",
  "she's pre-adult",
  "she is far from an adult",
  "she is anything but an adult",
  "everyone but her is an adult",
  "everybody but the girl is an adult",
  "all but her are adults",
  "she is hardly an adult",
  "she is almost an adult",
  "she is nearly an adult",
  "she will be an adult next year",
  "she is going to be an adult",
  "she is about to be an adult",
  "she is becoming an adult",
  "soon she is an adult",
  "before she is an adult",
  "until she is an adult",
  "when she is an adult",
  "if she were an adult",
  "she wishes she was an adult",
  "she is like an adult",
  "she turns 18 next year",
  "in 3 years she is 18",
  "she is 18 in two years",
  "pretends she is 18",
  "maybe she is an adult",
  "she could be an adult",
  "some of them are adults",
  "in 3 years, she is 18",
  "in 3 years, then, she will be 18",
  "in two years she is an adult",
  "she is with an adult",
  "she is sitting beside an adult",
  "she is in a room with an adult",
  "is she an adult?",
  "no girl here is over 18",
  "no woman is older than 18",
  "she is adult-like",
  "she is adult-looking"
]

describe("a claim of adulthood", () => {
  it.each(adults)("takes %j for a claim of adulthood, not for a minor's age", (prompt) => {
    assert.isTrue(claimsAdult(prompt))
    assert.deepStrictEqual(applyFloors({ prompt, negativePrompt: null }, true).findings, [])
  })

  it.each(noClaim)("sees no claim of adulthood in %j", (prompt) => {
    assert.isFalse(claimsAdult(prompt))
  })
})
