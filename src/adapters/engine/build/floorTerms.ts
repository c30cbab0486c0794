import { Schema } from "effect"
import { isReadPlainly } from "../../../domain/screening/floors/lexicon/unspacedWords.ts"
import { spellingOf, tokenise } from "../../../domain/screening/floors/tokens.ts"
import { Role } from "../../../domain/screening/floors/words/Role.ts"
import { hashTerm } from "../../../domain/screening/floors/words/termHash.ts"
import { normalise } from "../../../domain/screening/normalisation/normalise.ts"
import { openDataFolder } from "./DataFolder.ts"
import type { DataFolder } from "./DataFolder.ts"
import { readEverydayWords } from "./everydayWords.ts"
import { pickedTerms } from "./pickedFloorTerms.ts"
import { termLanguages } from "./termLanguages.ts"

const Terms = Schema.Array(Schema.String)
const Young = Schema.Struct({ nouns: Terms, partialNouns: Terms })

const sexualCategory = "sexual anatomy / sexual acts"

/** The words of a term as the floors read them. */
const wordsOf = (term: string): ReadonlyArray<string> => tokenise(normalise(term)).map(spellingOf)

const longestTerm = 3

const isUnspaced = (word: string): boolean => word.charCodeAt(0) >= 0x0e00

/**
 * A term as a phrase that can be looked up: at most three words, no pattern, not a number, and not so short that
 * anything would match. Empty for any other term.
 */
const phraseOf = (term: string): ReadonlyArray<string> => {
  const words = /[\\[\](){}|*+^$?]/.test(term) ? [] : wordsOf(term)
  const phrase = words.join(" ")
  const longEnough = phrase.length > 2 || (phrase.length === 2 && isUnspaced(phrase))
  const usable = words.length <= longestTerm && longEnough && !/\d/.test(phrase)
  return usable ? [phrase] : []
}

/** The phrases of a list with commas. */
const phrasesOf = (list: string): ReadonlyArray<string> => list.split(",").flatMap(phraseOf)

interface Ordinary {
  readonly common: ReadonlySet<string>
  /** every run of one to three words in captions and prompts that were written to be harmless */
  readonly written: ReadonlySet<string>
}

const runsOf = (text: string): ReadonlyArray<string> => {
  const words = wordsOf(text)
  return words.flatMap((_, at) => [1, 2, 3].map((length) => words.slice(at, at + length).join(" ")))
}

const readOrdinary = (data: DataFolder): Ordinary => ({
  common: new Set(data.lines("common-english-10k-no-names.txt").flatMap(wordsOf)),
  written: new Set(
    [
      ...data.prompts("coco-captions-15k.jsonl.gz"),
      ...data.prompts("tifa-4081.jsonl.gz"),
      ...data.lines("t2i-compbench-complex.txt")
    ].flatMap(runsOf)
  )
})

/** Roles of words that the floors read as something else: people, numbers, objects. */
const otherwiseReadRoles =
  Role.person | Role.child | Role.thing | Role.pronoun | Role.stop | Role.measure | Role.adult

const isOtherwiseRead = (phrase: string): boolean => {
  const tokens = tokenise(normalise(phrase))
  const [first, ...more] = tokens
  if (first === undefined || more.length > 0) return false
  return (first.roles & otherwiseReadRoles) !== 0 || isReadPlainly(spellingOf(first))
}

const surgeTerms = (data: DataFolder): ReadonlyArray<string> =>
  data
    .records("lex-surge-profanity-en.csv")
    .filter((row) => row["category_1"] === sexualCategory && row["severity_description"] !== "Mild")
    .map((row) => row["text"] ?? "")

const civitaiTerms = (data: DataFolder): ReadonlyArray<string> =>
  ["words-nsfw", "words-nsfw-prompt", "words-paddle-nsfw", "blocklist-nsfw"].flatMap((file) =>
    data.json(`civitai-lists/${file}.json`, Terms)
  )

const foreignTerms = (data: DataFolder): ReadonlyArray<string> =>
  termLanguages.flatMap((language) => data.lines(`lex-ldnoobw-${language}.txt`))

/** The terms of the English list that a second list calls sexual, because the list contains insults too. */
const confirmed = (data: DataFolder, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(others.flatMap(phraseOf))
  return data.lines("lex-ldnoobw-en.txt").filter((term) => phraseOf(term).some((phrase) => known.has(phrase)))
}

const explicitTerms = (data: DataFolder, ordinary: Ordinary): ReadonlyArray<string> => {
  const surge = surgeTerms(data)
  const civitai = civitaiTerms(data)
  const strong = new Set(surge.flatMap(phraseOf))
  const everyday = new Set(readEverydayWords().flatMap(phraseOf))
  return [...surge, ...civitai, ...confirmed(data, [...surge, ...civitai]), ...foreignTerms(data)]
    .flatMap(phraseOf)
    .filter((phrase) => !ordinary.written.has(phrase) && !isOtherwiseRead(phrase) && !everyday.has(phrase))
    .filter((phrase) => strong.has(phrase) || !ordinary.common.has(phrase))
}

/** Nouns for the young that are neither everyday words nor words that the floors know in clear text. */
const codedTerms = (data: DataFolder, ordinary: Ordinary): ReadonlyArray<string> => {
  const { nouns } = data.json("civitai-lists/words-young.json", Young)
  return nouns
    .flatMap(phraseOf)
    .filter(
      (phrase) => !ordinary.written.has(phrase) && !ordinary.common.has(phrase) && !isOtherwiseRead(phrase)
    )
    .filter((phrase) =>
      phrase.split(" ").every((word) => !ordinary.common.has(word) || wordsOf(phrase).length === 1)
    )
}

const minors =
  "child|children|kid|kids|kiddie|kiddy|minors|underage|underaged|preteen|pre teen|toddler|infant|little girl|little boy|young boy|schoolchild".split(
    "|"
  )

const exploitation =
  "porn|porno|porns|pornography|pornographic|sex|erotica|rape|raping|molestation|molester|molesting|prostitute|prostitution|sexualized|sexualised|orgy|fuck|fucking".split(
    "|"
  )

/** Expressions of a minor and exploitation together, which leave no other meaning. */
const combined: ReadonlyArray<string> = [
  ...minors.flatMap((minor) => exploitation.map((word) => `${minor} ${word}`)),
  ...["child", "kid", "kiddie", "kiddy", "preteen", "minor"].flatMap((minor) =>
    ["porn", "porno", "sex"].map((word) => minor + word)
  ),
  ...["porn", "pornography", "pornographic"].map((word) => `minor ${word}`),
  ...["porn", "sex", "pornography", "erotica"].flatMap((word) =>
    ["children", "child", "kids", "minors", "toddlers", "infants", "preteens"].flatMap((minor) => [
      `${word} with ${minor}`,
      `${word} of ${minor}`
    ])
  )
]

/**
 * Harmless expressions: those of prevention, statistics and law, and words of scripts without spaces that contain a
 * term.
 */
const harmless: ReadonlyArray<string> = [
  ...["ratio", "education", "offender", "offenders", "selection", "determination"].map(
    (word) => `child sex ${word}`
  ),
  "baby sex reveal",
  // French for a child with its thumb, a dummy or sweets, for being late, for creams, and for a cat
  ...phrasesOf(
    "suce son pouce,sucer son pouce,suçant son pouce,suce son doigt,suce sa tétine,suce une glace,suce un bonbon,suce une sucette," +
      "fesses de bébé,fesses du bébé,fesses rouges,fesses irritées,fesses propres,maman chatte,chatte siamoise,chatte persane," +
      "chatte tigrée,chatte stérilisée,cul de sac,culs de sac,fromage râpé,gruyère râpé,emmental râpé,parmesan râpé,chocolat râpé,gingembre râpé"
  ),
  // German for a child that is fat, or warmly dressed, and for what is private
  ...phrasesOf(
    "ist dick,war dick,zu dick,sehr dick,so dick,dick angezogen,dick eingepackt,dick gekleidet,dick ein,dick und rund,wie dick," +
      "ziemlich dick,dick genug,dick geworden,macht dick,machen dick,dick belegt,dick bestrichen,dick gepolstert,dick geschminkt," +
      "ein privates,kein privates,privates foto,privates bild,privates video,privates spiel,privates zimmer,privates gymnasium," +
      "privates internat,privates album,privates umfeld,privates konto,privates museum,privates kinderheim"
  ),
  // Croatian and Serbian for "times" and "the way", and for a corner
  ...phrasesOf(
    "dva puta,tri puta,četiri puta,pet puta,šest puta,sedam puta,deset puta,sto puta,nekoliko puta,više puta,mnogo puta,puno puta," +
      "koliko puta,oba puta,ovog puta,ovoga puta,onog puta,tog puta,toga puta,jednog puta,prvog puta,drugog puta,sljedećeg puta," +
      "sledećeg puta,svakog puta,par puta,puta dnevno,puta tjedno,puta nedeljno,puta mjesečno,puta mesečno,puta godišnje,preko puta," +
      "pokraj puta,pored puta,kraj puta,duž puta,dječji kut,igraći kut,kut za"
  ),
  // Polish for ice cream and for accounts
  ...phrasesOf(
    "je loda,jedzą loda,jedząc loda,jedzenie loda,zjeść loda,zjada loda,liże loda,liżą loda,kupić loda,kupuje loda,smak loda," +
      "kont dla,kont dzieci,kont użytkowników,założenie kont,zakładanie kont"
  ),
  // Danish and Norwegian for chatting; Swedish for switching on, and the city
  ...phrasesOf(
    "chatte med,chatte om,chatte på,chatte sammen,at chatte,å chatte,og chatte,kan chatte,vil chatte,sätta på,i lund,från lund,till lund," +
      "lund university,ilse lund,sarah lund,lund svindal"
  ),
  // Hungarian for "did" and "put"
  ...phrasesOf(
    "azt tette,ezt tette,nem tette,amit tette,lehetővé tette,tette lehetővé,tette az,tette ezt,tette azt,tette fel,tette ki,tette be," +
      "tette meg,tette el,tette le,tette rá,tette hozzá,tette bele,oda tette,bele tette,fel tette,el tette"
  ),
  // Italian for brooms, fog, and Troy; Spanish for lupins, Indonesian for cement, Dutch for balls, Russian for "so what"
  ...phrasesOf(
    "scopare il pavimento,scopare la cucina,scopare la stanza,scopare le foglie,scopare il cortile,nebbia fitta,fitta nebbia," +
      "foresta fitta,fitta foresta,fitta rete,rete fitta,fitta vegetazione,cavallo di troia,guerra di troia,elena di troia," +
      "mura di troia,antica troia,cavalo de troia,guerra de troia,cavall de troia,comen chochos,come chochos,ceviche de chochos," +
      "truk semen,semen beton,pabrik semen,adukan semen,lantai semen,campuran semen,sak semen,de ballen,какая разница,pro mia"
  ),
  // French for a blindfold, a snapdragon and property; Catalan for a Christmas custom; Irish for "how" and "new"
  ...phrasesOf(
    "bander les yeux,cul de jatte,cul de poule,cul de lampe,nue propriété,cagar el tió,caga tió,conas a,conas atá,conas tá,nua aimseartha," +
      "nua eabhrac,nua shéalainn,hang jebat,hand muff,fur muff,ear muff,ear muffs"
  ),
  // Names of people, works, dishes, animals and things
  ...phrasesOf(
    "brad pitt,jolie pitt,michael pitt,ingrid pitt,genevieve pitt,pitt the,william pitt,pitt rivers,pitt island,pitt street,of pitt," +
      "dick tracy,dick van dyke,van dyke,k dick,moby dick,dick grayson,dick cheney,dick clark,dick and jane,dick whittington,dick turpin," +
      "dick dastardly,dick francis,dick fosbury,dick schoof,dick s sporting,dick bruna,dick wolf,dick button,dick powell,dick york," +
      "dick sargent,dick gregory,dick dale,dick butkus,dick vitale,dick advocaat,dick and harry,spotted dick,carrie coon,maine coon," +
      "maine coons,coon hound,fava bean,fava beans,scat singing,scat singer,scat cat,bear scat,deer scat,animal scat,horny toad," +
      "horny toads,camel hump,camel humps,camel s hump,speed hump,speed humps,hump day,hump of a,of the bulge,penetrating eyes," +
      "penetrating gaze,penetrating look,penetrating stare,penetrating light,penetrating cold,penetrating wind,penetrating oil," +
      "penetrating question,penetrating questions,groping for,kink in,kinks in,orgy of colour,orgy of colours," +
      "orgy of color,orgy of colors,orgy of flowers,orgy of light,gas chamber,gas chambers,rigor mortis,knotting bracelets,knotting friendship,knotting yarn,knotting rope,vaginal birth,vaginal births,vaginal delivery"
  ),
  // Japanese for a baby at the breast, and words that contain a term; Chinese for a baby's bottom, spray, and years
  ..."おっぱいを飲む おっぱいを飲んで ヌートカ ヌートリア ポモドーロ ポモジェ ポモージェ 噴出 喷出 月经年 红屁股 打屁股 洗屁股 擦屁股 拍屁股 屁股蹲"
    .split(" ")
    .flatMap(phraseOf),
  // Japanese fantasy, escort, etching, slit, toy cars, Homo sapiens, tenuto and the like; plain clothes, dressing rooms,
  // noodles, baby wipes, and to look into something
  ...(
    "ファンタジー エスコート エッチング スリット ミニカー ニカーブ ハンディー ホモサピエンス ホモ牛乳 コホモロジー テヌート ソフィスト サーボモーター スティルト ピアスホール " +
    "アナルコ モヘンジョダロ 私服 脱衣所 脱衣場 脱衣室 殺人事件 金縛り かなしばり 縛り首 完全変態 平手打ち 毛深い かちんこ ぱちんこ がちんこ 喉ちんこ のどちんこ " +
    "ぶっかけうどん ぶっかけそば ぶっかけソバ ぶっかけ蕎麦 ぶっかけ飯 ぶっかけ丼 お尻拭き お尻ふき お尻かぶれ 覗き込 覗きこ 覗き穴 覗き窓 覗き見 覗き眼鏡"
  )
    .split(" ")
    .flatMap(phraseOf),
  // Chinese ancestors, eunuchs, pheasants, a first work, the back of a chair, stiffness, an old mother and an old hen
  ..."祖宗 宦官 野鸡 野雞 处女作 處女作 处女地 靠背 刚度 老母亲 老母親 老母鸡 老母雞 女装童装 男装女装 女装男装 十三点"
    .split(" ")
    .flatMap(phraseOf),
  ..."ファックス ローダー テロリスト テロリズム フロリダ カロリー グロリア マロリー カロリーナ 테러리스트 칼로리 글로리아 플로리다 전염병 유모차 유모 피에로 노른자위 눈자위 흰자위 자위대 자위권 화염병 닮은꼴 왁자지껄 자지러 부자지간 애자련 장애자"
    .split(" ")
    .flatMap(phraseOf)
]

type List = "unambiguous" | "coded" | "explicit" | "harmless" | "starts"

const base36 = (phrase: string): string => hashTerm(phrase).toString(36)

const order = (hashes: Iterable<string>): ReadonlyArray<string> => Array.from(new Set(hashes)).toSorted()

/** The first words of terms of several words: the floors look further only after these. */
const firstWords = (phrases: ReadonlyArray<string>): ReadonlyArray<string> =>
  phrases.filter((phrase) => phrase.includes(" ")).map((phrase) => phrase.slice(0, phrase.indexOf(" ")))

const makeHashes = (data: DataFolder): Readonly<Record<List, ReadonlyArray<string>>> => {
  const ordinary = readOrdinary(data)
  const phrases = {
    unambiguous: combined.flatMap(phraseOf),
    coded: codedTerms(data, ordinary),
    explicit: explicitTerms(data, ordinary),
    harmless
  }
  const taken = new Set<string>()
  const take = (kind: keyof typeof phrases, picked: ReadonlyArray<string>) => {
    const hashes = order([...phrases[kind].map(base36), ...picked].filter((hash) => !taken.has(hash)))
    for (const hash of hashes) taken.add(hash)
    return hashes
  }
  return {
    harmless: take("harmless", pickedTerms.harmless),
    unambiguous: take("unambiguous", pickedTerms.unambiguous),
    coded: take("coded", pickedTerms.coded),
    explicit: take("explicit", pickedTerms.explicit),
    starts: order([...Object.values(phrases).flatMap(firstWords).map(base36), ...pickedTerms.starts])
  }
}

const hashesALine = 8

const linesOf = (hashes: ReadonlyArray<string>): string => {
  const lines: Array<string> = []
  for (let at = 0; at < hashes.length; at += hashesALine) {
    lines.push(`    "${hashes.slice(at, at + hashesALine).join(" ")}"`)
  }
  return lines.join(",\n")
}

/** What stands for a term in pickedFloorTerms.ts: its own hash, and that of its first word. */
export const floorHashes = (term: string): { readonly term: string; readonly start: string } => {
  const words = wordsOf(term)
  return { term: base36(words.join(" ")), start: base36(words[0] ?? "") }
}

/** The text of `hashedTerms.ts`, made from the public lists in a folder. The same lists give the same text. */
export const buildFloorTerms = (dataDirectory: string): string => {
  const hashes = makeHashes(openDataFolder(dataDirectory))
  const lists = (["unambiguous", "coded", "explicit", "harmless", "starts"] as const).map(
    (kind) => `  ${kind}: [\n${linesOf(hashes[kind])}\n  ].join(" ")`
  )
  return [
    "/**",
    " * Terms as hashes (termHash.ts) in base 36. Made by src/adapters/engine/build/floorTerms.ts; do not edit.",
    " */",
    `export const hashedTerms = {\n${lists.join(",\n")}\n}\n`
  ].join("\n")
}
