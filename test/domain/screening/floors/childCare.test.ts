import { assert, describe, it } from "@effect/vitest"
import { countedAlone } from "./floorReadings.ts"

/** What doctors, parents, teachers and photographers say of children. */
const care: ReadonlyArray<string> = [
  "a toddler in a diaper with a toy",
  "a baby in diapers on a blanket",
  "a newborn with a nappy rash",
  "a little girl in a ballet leotard",
  "early puberty in a child of seven",
  "explaining menstruation to a 9 year old",
  "a 14 year old girl with menstrual cramps",
  "urinary infection in a toddler",
  "a boy of 9 in speedos at a swim meet",
  "sexually transmitted infections in adolescents",
  "sexual education of children",
  "sexual health of adolescents",
  "sexual orientation of teenagers",
  "educación sexual de adolescentes",
  "l'éducation sexuelle des enfants",
  "educazione sessuale dei bambini",
  "sex of the child",
  "children by age and sex",
  "sex at birth, a newborn",
  "a hardcore gaming kid"
]

/** Words of the same kind that say more. */
const sexual: ReadonlyArray<string> = [
  "a naked toddler in a diaper",
  "sex with a child of the village",
  "a child in sexual positions",
  "sexual content of children",
  "hardcore, a child"
]

describe("the floors on the care of children", () => {
  it.each(care)("count nothing in %j", (prompt) => {
    assert.deepStrictEqual(countedAlone(prompt), [])
  })

  it.each(sexual)("still count a child in %j", (prompt) => {
    assert.isNotEmpty(countedAlone(prompt))
  })
})
