import { assert, describe, it } from "@effect/vitest"
import { applyFloors } from "../../../src/domain/screening/floors.ts"

/** The words that the age floor points at. */
const agesIn = (prompt: string): ReadonlyArray<string> =>
  applyFloors({ prompt, negativePrompt: null }, true)
    .findings.filter(({ floor }) => floor === "age")
    .map(({ start, end }) => prompt.slice(start, end))

const english: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["a 15 year old girl on a beach", "15 year old"],
  ["a 15-year-old on a beach", "15-year-old"],
  ["15year old", "15year old"],
  ["15yearold", "15yearold"],
  ["girl, 15 year-old, park", "15 year-old"],
  ["two 11-year-olds", "11-year-olds"],
  ["a boy who is 12 years old", "12 years old"],
  ["12 yrs old", "12 yrs old"],
  ["a 13yr old", "13yr old"],
  ["a 14 yr. old boy", "14 yr. old"],
  ["7 years of age", "7 years of age"],
  ["15yo", "15yo"],
  ["a 15 yo at home", "15 yo"],
  ["a 15-yo at home", "15-yo"],
  ["15 y/o student", "15 y/o"],
  ["15 y.o. student", "15 y.o."],
  ["15 y o student", "15 y o"],
  ["12 year girl", "12 year"],
  ["fifteen-year-old", "fifteen-year-old"],
  ["a six year old", "six year old"],
  ["a twelve years old girl", "twelve years old"],
  ["a girl aged 12", "aged 12"],
  ["a girl aged twelve", "aged twelve"],
  ["a girl, aged only 9", "aged only 9"],
  ["aged 12 years", "aged 12 years"],
  ["boys aged 5-7", "aged 5-7"],
  ["aged 12 to 14", "aged 12 to 14"],
  ["age: 9", "age: 9"],
  ["age 9", "age 9"],
  ["age:9", "age:9"],
  ["(age:9)", "age:9"],
  ["at the age of 12", "age of 12"],
  ["her age is 9", "age is 9"],
  ["she is 14", "14"],
  ["she is 14 and smiling", "14"],
  ["she's 14, in a room", "14"],
  ["I'm 13", "13"],
  ["im 13", "13"],
  ["he just turned twelve", "twelve"],
  ["a girl who is only 11.", "11"],
  ["a girl (12)", "12"],
  ["girl, 12, on a beach", "12"],
  ["boy (9) in a garden", "9"],
  ["girls under 16", "under 16"],
  ["15 or 16 year olds", "15 or 16 year olds"],
  ["a 12-13 year old", "12-13 year old"],
  ["a 17 to 18 year old", "17 to 18 year old"],
  ["12.5 years old", "12.5 years old"],
  ["10 and a half years old", "10 and a half years old"],
  ["a girl less than 18 years old", "18 years old"],
  ["she is not 18 years old yet", "18 years old"],
  ["a 6 month old baby", "6 month old"],
  ["an 18 month old", "18 month old"],
  ["an 8 year old catgirl", "8 year old"],
  ["an 8 year old blonde girl drinking whisky", "8 year old"],
  ["an 8 year old boy's bicycle", "8 year old"],
  ["(15:1.2) year old girl", "15:1.2) year old"],
  ["a woman of 30 with a 10 year old", "10 year old"],
  ["15 years-old", "15 years-old"],
  ["a 14 years young girl", "14 years young"],
  ["a girl of 12", "12"],
  ['"a girl aged 12", photo', "aged 12"],
  ["a sign, “she is 12”", "12"],
  ["a boy of nine", "nine"],
  ["a girl that is 12", "12"],
  ["she appears to be about 14", "14"],
  ["girl, 15 yrs", "15 yrs"],
  ["girl15, park", "15"],
  ["Age = 15", "Age = 15"],
  ["between the ages of 12 and 14", "ages of 12 and 14"],
  ["she is almost 18", "almost 18"],
  ["she is not yet 18", "yet 18"],
  ["a girl under 18 years old", "18 years old"],
  ["her 15th birthday", "15th"],
  ["she looks about 12", "12"],
  ["12歳の少女", "12歳"]
]

const grades: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["a girl in grade six", "grade six"],
  ["una alumna de tercer grado", "tercer grado"],
  ["a 7th grader", "7th grader"],
  ["7th graders at school", "7th graders"],
  ["a 2nd-grade student", "2nd-grade"],
  ["in 5th grade", "5th grade"],
  ["third grade", "third grade"],
  ["a seventh-grader", "seventh-grader"],
  ["a girl in twelfth grade", "twelfth grade"],
  ["12th grader", "12th grader"],
  ["in grade 7", "grade 7"],
  ["grade 7 girl", "grade 7"],
  ["a year 9 pupil", "year 9"],
  ["Schülerin der 7. Klasse", "7. Klasse"],
  ["in der zehnten Klasse", "zehnten Klasse"],
  ["Siebtklässlerin", "Siebtklässlerin"],
  ["im 7. Schuljahr", "7. Schuljahr"],
  ["ein Mädchen aus Klasse 5", "Klasse 5"],
  ["élève de CM2", "CM2"],
  ["une fille en CE1", "CE1"],
  ["en 6ème", "6ème"],
  ["collégienne en quatrième", "quatrième"],
  ["élève de terminale", "terminale"],
  ["quinto de primaria", "quinto de primaria"],
  ["6º de primaria", "6º de primaria"],
  ["séptimo grado", "séptimo grado"],
  ["2º de la ESO", "2º de la ESO"],
  ["aluna do 7º ano", "7º ano"],
  ["quinto ano do ensino fundamental", "quinto ano"],
  ["8ª série", "8ª série"],
  ["quinta elementare", "quinta elementare"],
  ["terza media", "terza media"]
]

const otherLanguages: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["12 Jahre alt", "12 Jahre alt"],
  ["ein 12-jähriges Mädchen", "12-jähriges"],
  ["12jährige", "12jährige"],
  ["eine zwölfjährige Schülerin", "zwölfjährige"],
  ["zwölf Jahre alt", "zwölf Jahre alt"],
  ["im Alter von 12 Jahren", "Alter von 12 Jahren"],
  ["ein Mädchen mit 12 Jahren", "12 Jahren"],
  ["une fille de 13 ans", "13 ans"],
  ["treize ans", "treize ans"],
  ["dix-sept ans", "dix-sept ans"],
  ["une fille âgée de 13 ans", "âgée de 13 ans"],
  ["une chica de 13 años", "13 años"],
  ["tiene trece años de edad", "trece años de edad"],
  ["edad: 13", "edad: 13"],
  ["uma menina de 13 anos", "13 anos"],
  ["treze anos de idade", "treze anos de idade"],
  ["una ragazza di 13 anni", "13 anni"],
  ["lei ha 13 anni", "13 anni"],
  ["una dodicenne", "dodicenne"],
  ["13enne", "13enne"]
]

const disguised: ReadonlyArray<readonly [prompt: string, stated: string]> = [
  ["ｆｉｆｔｅｅｎ ｙｅａｒ ｏｌｄ girl", "ｆｉｆｔｅｅｎ ｙｅａｒ ｏｌｄ"],
  ["a １５ｙｏ", "１５ｙｏ"],
  ["a ¹⁵ year old", "¹⁵ year old"],
  ["a ١٥ year old", "١٥ year old"],
  ["a 1\u200b5\u200b year old", "1\u200b5\u200b year old"],
  ["15 y\u0435\u0430r \u043eld", "15 y\u0435\u0430r \u043eld"],
  ["15 y\u0301e\u0301a\u0301r old", "15 y\u0301e\u0301a\u0301r old"],
  ["f i f t e e n  y e a r  o l d", "f i f t e e n  y e a r  o l d"],
  ["15 y.e.a.r old", "15 y.e.a.r old"],
  ["f1ft33n year old", "f1ft33n year old"],
  ["15 yeaaaaar old", "15 yeaaaaar old"],
  ["fifteeeeen year old", "fifteeeeen year old"],
  ["𝟏𝟓 𝐲𝐞𝐚𝐫 𝐨𝐥𝐝", "𝟏𝟓 𝐲𝐞𝐚𝐫 𝐨𝐥𝐝"],
  ["👧🏽 1️⃣5️⃣yo", "1️⃣5️⃣yo"],
  ["15_year_old", "15_year_old"],
  ["1 5 y o", "1 5 y o"]
]

const notOfAPerson: ReadonlyArray<string> = [
  "una quemadura de tercer grado",
  "grade one steel",
  "8 year old whisky",
  "a glass of 12-year-old single malt",
  "whisky aged 12 years",
  "the cheddar, aged 9 months",
  "8 year old oak tree",
  "an 8 year old oak tree with a girl under it",
  "the oak tree is 8 years old",
  "an 8 year old car",
  "her 8 year old dog",
  "a 3 year old laptop on a desk",
  "17th century portrait",
  "the 5th of May, 2012",
  "born on 12/05/2010",
  "for 12 years she danced",
  "12 years ago",
  "a 10 year anniversary",
  "5 minutes later",
  "a girl, 8k, 35mm, f/1.8, 16:9",
  "(x:0.8), year",
  "(girl:1.2), [old house:0.9] year",
  "score_9, score_8_up, year 2025, girl",
  "12 girls in a row",
  "12 roses",
  "1girl, 2boys",
  "she is 14 feet tall",
  "she appears to be 14 feet tall",
  "a poster that is 12",
  "she is 5'4 tall",
  'a "tall" girl, 12" doll',
  "he is 10 minutes late",
  "it is 12:30",
  "she is 14% done",
  "size 12 dress",
  "level 9 wizard",
  "chapter 12",
  "Ice Age 3",
  "ages 8 and up",
  "1,000 year old ruins",
  "a 500 year old vampire",
  "one hundred and five years old",
  "high-grade steel",
  "a 1st grade teacher",
  "grade 8 steel bolts",
  "13th grade",
  "pendant 13 ans",
  "il y a 13 ans",
  "13 ans plus tard",
  "un whisky de 12 ans",
  "hace 13 años",
  "un vino de 12 años",
  "quemaduras de segundo grado",
  "há 13 anos",
  "13 anni fa",
  "no quinto ano de casamento",
  "for 12 years girl bands were famous",
  "her company's 15th birthday",
  "a 12-year journey",
  "grade 8 piano",
  "year 9 of the project",
  "en 5ème position",
  "10 cm2",
  "im 7. Jahrhundert"
]

describe("the age floor", () => {
  it.each(english)("finds the age in %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })

  it.each(grades)("finds the school grade in %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })

  it.each(otherLanguages)("finds the age in other languages: %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })

  it.each(disguised)("finds the age in disguise: %j", (prompt, stated) => {
    assert.deepStrictEqual(agesIn(prompt), [stated])
  })

  it.each(notOfAPerson)("finds no age of a person in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })

  it("finds every age, each once", () => {
    assert.deepStrictEqual(agesIn("a 12 year old, a 7th grader and a woman of 30, age: 9"), [
      "12 year old",
      "7th grader",
      "age: 9"
    ])
  })
})
