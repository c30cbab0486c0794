import { assert, describe, it } from "@effect/vitest"
import { countedAlone, floorsAlone } from "./floorReadings.ts"

/** What people say of children, in words that are sexual in another language, or that contain a sexual word. */
const everyday: ReadonlyArray<string> = [
  // English
  "Brad Pitt with his children",
  "Dick Van Dyke dancing with the children",
  "a Dick Tracy comic for kids",
  "kids playing in a cul-de-sac",
  "children eating fava beans",
  "Pippa Middleton with a baby",
  "a nipple shield for the baby",
  "a vaginal birth, the baby is well",
  "kids on a topless bus",
  "kids in a bottomless pit game",
  "a baby sex reveal cake",
  "a rape seed field and kids",
  "kids on a camel hump",
  "kids knotting bracelets",
  "nazis marching past children",
  // French
  "les enfants sont en retard à l'école",
  "les enfants mangent du fromage râpé",
  "crème pour les fesses de bébé",
  "enfant qui joue avec un chien, gueule ouverte",
  // German
  "Kinder auf Wippen",
  "Mädchen mit bunten Bändern, ein Kind",
  "Kind mit Küken",
  "Kinder füttern Möpse",
  "ein privates Foto der Kinder",
  "die Kinder wickeln sich dick ein",
  "das Kind muss pinkeln",
  // Spanish, Portuguese, Italian, Catalan, Romanian
  "un niño montado en un asno",
  "un bebé ñu",
  "criança lavando as mãos na torneira",
  "bambini e il cavallo di Troia",
  "un bambino con un retard",
  "els nens volen fer cagar el tió",
  "copil cu mușchi",
  // Dutch, Danish, Norwegian, Swedish
  "kinderen gooien de ballen",
  "kind met hond, poot omhoog",
  "børn kan chatte med læreren",
  "föda barn",
  "barnet sitter på potta",
  "sätta på barnen jackan",
  "barn i Lund",
  // Polish, Czech, Croatian, Hungarian, Estonian, Latvian, Turkish
  "dziecko je loda",
  "zakładanie kont dla dzieci",
  "dítě a býk",
  "děti a nudí",
  "djeca stoje preko puta škole",
  "a gyerek azt tette",
  "dombos táj gyerekekkel",
  "laps ja kuts",
  "bērni un kūts",
  "çocuk şık giyinmiş",
  // Ukrainian, Indonesian, Thai, Japanese, Chinese, Korean
  "дитина і сіра кішка",
  "anak kecil dan truk semen",
  "เด็กใส่เสื้อกันฝน",
  "ウェセックスの子供",
  "ファンタジーの世界の子供",
  "ミニカーで遊ぶ子供",
  "私服の高校生",
  "子供が箱を覗き込む",
  "母性愛と赤ちゃん",
  "儿童椅的靠背",
  "孩子和祖宗",
  "子供とポモドーロ",
  "孩子没有connect权限",
  "孩子给宝宝擦屁股",
  "아기 유모차",
  "어린이와 피에로"
]

/** The same words where they are meant. */
const meant: ReadonlyArray<readonly [prompt: string, word: string]> = [
  ["enfant, rape", "enfant"],
  ["子供とセックス", "子供"],
  ["anak kecil, semen", "anak kecil"],
  ["a kid and his dick", "kid"],
  ["naked kids in a cul-de-sac", "kids"],
  ["nackte Kinder auf Wippen", "Kinder"],
  ["孩子connect色情", "孩子"],
  ["孩子fuck", "孩子"],
  ["孩子dicks的", "孩子"],
  ["a kid, râpe", "kid"],
  ["two kids, põrn", "kids"],
  ["dziecko loda", "dziecko"]
]

/** Words that mean a child in another language, in texts about adults. */
const adults: ReadonlyArray<string> = [
  "mulher nua bebe vinho",
  "mujer desnuda bebe vino",
  "moj dečko i ja, seks",
  "dite sesso",
  "një ditë, seks",
  "아기자기한 카페, 누드"
]

const children: ReadonlyArray<readonly [prompt: string, word: string]> = [
  ["el bebe desnudo", "bebe"],
  ["um bebê pelado", "bebê"],
  ["madre y bebe desnudos", "bebe"],
  ["nahé dítě", "dítě"],
  ["nahe dite", "dite"],
  ["nahé děcko", "děcko"],
  ["누드 아기", "아기"]
]

describe("everyday words", () => {
  it.each(adults)("are no child in %j", (prompt) => {
    assert.deepStrictEqual(countedAlone(prompt), [])
  })

  it.each(children)("do not hide the child in %j", (prompt, word) => {
    assert.include(countedAlone(prompt), word)
  })

  it.each(everyday)("are not sexual in %j", (prompt) => {
    assert.deepStrictEqual([floorsAlone(prompt).score, countedAlone(prompt)], [0, []])
  })

  it.each(meant)("are beside what is meant in %j", (prompt, word) => {
    assert.include(countedAlone(prompt), word)
  })
})
