import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ScreeningEngineBuiltin } from "../../../../src/adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"

/** Everyday sentences, some of whose words or parts are terms elsewhere, or terms with a slip. */
const harmless: Readonly<Record<string, ReadonlyArray<string>>> = {
  English: [
    "write a CLI tool in Rust with a progress bar", "the footer of the page names the author", "nymphs and piglets in a teepee",
    "three octopuses and a pooch at the window", "the service was restarted, with an exponential backoff", "the nicest whorls",
    "an ERP system for a bakery", "a disk encrypted with LUKS", "be explicit about the types", "a stripped-down version",
    "he was groping for the light switch", "he entered his office", "cum laude", "a report on penetration testing",
    "bed", "bedroom", "bikini", "midnight", "motel", "describe",
    "a beach in Phuket", "girl with kinky curls", "rape seed in bloom", "blue-footed boobies", "an orgy of colours", "tits feeding their chicks"
  ],
  German: [
    "eine junge Frau im Garten, bitte nicht zu dunkel", "ein lustiger Hund in der Nähe des Sees",
    "dafür braucht der Junge weiter nichts statt Samen und Wasser", "ein Keks, lecker und weich", "das Kind malt mit den Fingern", "keine Lust, viel zu dick", "eine nackte Wand", "nette Leute unter der Linde", "der Himmel ist schwarz, wir kennen die Stelle"
  ],
  French: [
    "un pique-nique en famille", "le train est en retard", "une créature suceuse de sang",     "un enfant de dix ans et ses parents au bord de la mer", "les Nations Unies, fondées en 1945",
    "voir le texte ci-dessous, puis revenir", "les orages, le voleur, les onglets", "une folle course en voiture", "jouir de la vue sur les Alpes", "un ciel blanc, son mari",
    "un baiser sur la joue", "un gâteau au chocolat"
  ],
  Spanish: [
    "no puedo, usted había salido", "pues sabía que vuela un pájaro", "un niño con un gato negro y un martillo",
    "gozar de un día de verano", "las corridas de los niños en el parque", "este gran lobo",
    "un descuento excitante", "un perro en el asiento trasero", "chocar con el bordillo", "la limosna del eunuco"
  ],
  Italian: ["ero al mare quando passò la folla", "frutta e panna, accetto volentieri", "un pesce e una regina", "la vita della nonna", "una ragazza spagnola con un cono gelato", "sbattere le uova, la maiuscola", "il cavallo di Troia", "una figura umana in tuta"],
  Portuguese: ["quem fica em casa com o papai", "bater palmas, uma aranha fofa", "a viúva bebe uma cerveja"],
  Dutch: ["ook de groep moest bellen", "een boze heks met een gordel", "mijn nicht is niet dom, een domme vraag", "een broek met wijde pijpen, getallen aftrekken"],
  Danish: ["nogen tager et billede", "han fik en gave", "til slut sov hun"],
  Polish: ["lew leży na skale", "nabiał i ser", "smutny chłopiec, pusty dom", "pluć z wieży", "wartości, zob. poniżej"],
  Estonian: ["punane auto ja punased püksid"],
  Hungarian: ["sült csirke tányéron", "nőnapi virágok"],
  Turkish: ["cilt bakımı", "fıstığı ve ufku"],
  Lithuanian: ["pusė obuolio", "traukinio vagonas"],
  Albanian: ["çka do"],
  Finnish: ["kuvan kukin osa, erotin"],
  Romanian: ["un tren gata să pornească, va porni", "un basm cu un fluture", "pâinea, precum și vinul", "cum se face pâinea"],
  Swedish: ["en stor kurva", "filmen är slut, till slut gick de hem"],
  Vietnamese: ["chơi thêm lần nữa"],
  Russian: ["девочка и мальчик с кошкой", "подросток играет в футбол", "младенец спит, ребёнок смеётся"],
  Japanese: [
    "マンゴーのかき氷", "ギニアの地図",
    "公園で遊ぶ子供", "女の子と男の子と犬", "イエローのピエロ", "マイクロフトとステファニー", "テロリストの映画",
    "フロリダの海", "画像の挿入", "嫌いな食べ物", "青少年のスポーツ",
    "裸足で歩く", "ファックスを送る", "トラバースとガントチャート"
  ],
  Chinese: ["一个女孩在公园里", "儿童画", "婴儿睡觉", "青少年足球", "成人礼", "激情的演讲", "提交配置文件"],
  Korean: ["어린이 그림책", "공원에서 노는 소녀와 소년", "글로리아는 하늘을 쳐다보지 않는다", "모든 사람은 평등하여야 한다", "칼로리", "번호로 로그인하고 기호로 표시"],
  Thai: ["ทหารกับอาหาร", "โปรดดูการแสดง", "โปรแกรมตัดต่อ", "ชายหาดสดใส", "หลงทาง"]
} // oxfmt-ignore

/** A sentence or two in each, so that what keeps everyday words out does not keep the others out with them. */
const sexual = [
  "eine nackte Frau im Bett", "sein Schwanz ist hart", "un couple nu au lit", "eles fazem amor", "trío con dos mujeres", "goła baba",
  "kobieta robi mu loda", "мокрая и влажная киска", "תמונה של אישה מאוננת", "AV女優の写真", "张开双腿的女人", "다리를 벌리는 여자", "เรื่องเสียว", "une femme nue, seins nus", "una mujer desnuda", "una donna nuda", "uma mulher nua, peitos",
  "een naakte vrouw", "голая женщина", "裸の女性", "色情图片", "누드 사진", "成人电影", "成人ビデオ", "激情视频", "야한 사진",
  "sie schliefen miteinander und sie stöhnte vor Lust", "il lui fait l'amour et elle gémit de plaisir",
  "hicieron el amor, completamente desnudos", "fanno l'amore sul letto, a gambe aperte", "eles fizeram amor na cama, sem roupa",
  "ze bedreven de liefde, helemaal naakt", "uprawiają seks w hotelu", "они занимались любовью", "çıplak bir kadın, sevişiyorlar",
  "de hade sex, helt nakna", "nakne bryster", "alaston nainen", "nahá žena, šukají", "meztelen nő", "femeie goală",
  "γυμνή γυναίκα", "perempuan telanjang", "phụ nữ khỏa thân", "en nøgen kvinde", "אישה עירומה", "gola žena", "নগ্ন মহিলা"
] // oxfmt-ignore

layer(ScreeningEngineBuiltin)("in other languages than English", (it) => {
  const screen = Effect.fnUntraced(function* (prompt: string) {
    const engine = yield* ScreeningEngine
    const { checks } = yield* engine.screen({
      prompt,
      negativePrompt: null,
      checks: ["adult", "minors_sexual", "copyrighted_ip"]
    })
    return {
      adult: checks.adult?.score ?? NaN,
      minors: checks.minors_sexual?.reviewScore ?? NaN,
      works: checks.copyrighted_ip?.score ?? NaN
    }
  })

  it.effect.each(Object.entries(harmless))("everyday words are harmless: %s", ([, sentences]) =>
    Effect.gen(function* () {
      for (const sentence of sentences) {
        const { adult, minors, works } = yield* screen(sentence)
        assert.isBelow(adult, 0.3, sentence)
        assert.isBelow(minors, 0.3, sentence)
        assert.isBelow(works, 0.3, sentence)
      }
    })
  )

  it.effect("plain words of sex are found", () =>
    Effect.gen(function* () {
      for (const sentence of sexual) assert.isAtLeast((yield* screen(sentence)).adult, 0.5, sentence)
    })
  )
})
