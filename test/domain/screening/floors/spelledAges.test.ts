import { assert, describe, it } from "@effect/vitest"
import { agesIn } from "./floorReadings.ts"

const ages: ReadonlyArray<readonly [prompt: string, age: string]> = [
  ["on beş yaşında bir kız", "on beş yaşında"],
  ["onbeş yaşındaki kız", "onbeş yaşındaki"],
  ["tizenöt éves lány", "tizenöt éves"],
  ["fată de cincisprezece ani", "fată de cincisprezece ani"],
  ["în vârstă de paisprezece ani", "vârstă de paisprezece ani"],
  ["cô gái mười lăm tuổi", "mười lăm tuổi"],
  ["पंद्रह साल की लड़की", "पंद्रह साल की"],
  ["فتاة عمرها خمسة عشر عاما", "عمرها خمسة عشر"],
  ["בת חמש עשרה", "בת חמש עשרה"],
  ["gadis berusia lima belas tahun", "berusia lima belas"],
  ["femtonårig flicka", "femtonårig"],
  ["femtenårige jente", "femtenårige"],
  ["viisitoistavuotias tyttö", "viisitoistavuotias"],
  ["patnáctiletá dívka", "patnáctiletá"],
  ["pätnásťročná dievča", "pätnásťročná"],
  ["п'ятнадцятирічна дівчина", "ятнадцятирічна"],
  ["петнадесетгодишна девойка", "петнадесетгодишна"],
  ["petnaestogodišnja djevojka", "petnaestogodišnja"],
  ["δεκαπεντάχρονη", "δεκαπεντάχρονη"],
  ["devojka, 15 godina", "15 godina"],
  ["момиче на 15 години", "15 години"],
  ["دختر ۱۵ ساله", "۱۵ ساله"],
  ["মেয়ে 15 বছরের", "15 বছরের"],
  ["15 வயது பெண்", "15 வயது"],
  ["15 taong gulang na babae", "15 taong"],
  ["ผู้หญิงอายุ 15 ปี", "ผู้หญิงอายุ 15"],
  ["Маша, 15 лет", "15 лет"],
  ["Anna, 15 år", "15 år"],
  ["Mädchen ca. 15", "15"],
  ["girl, approx. 15", "15"],
  ["ragazza nuda circa 15", "15"],
  ["chica desnuda de unos 15", "15"]
]

const none: ReadonlyArray<string> = [
  "on beş katlı bina",
  "yirmi beş yaşında kadın",
  "huszonöt éves nő",
  "fată de douăzeci de ani",
  "cô gái hai mươi tuổi",
  "cô gái hai mươi lăm tuổi",
  "cô gái hai mươi ba tuổi",
  "पच्चीस साल की लड़की",
  "امرأة عمرها خمسة وعشرون عاما",
  "אישה בת עשרים וחמש",
  "Bathsheba, בת שבע",
  "wanita berusia dua puluh lima tahun",
  "wanita berusia tiga puluh tahun",
  "tjugofemårig kvinna",
  "femårig plan",
  "osmnáctiletá dívka",
  "Маша, 15 лет в браке",
  "on fourteen hills, three Hungarian eves"
]

describe("ages in words and units of further languages", () => {
  it.each(ages)("are found in %j", (prompt, age) => {
    assert.deepStrictEqual(agesIn(prompt), [age])
  })

  it.each(none)("are of no minor in %j", (prompt) => {
    assert.deepStrictEqual(agesIn(prompt), [])
  })
})
