/** A number word and its value. */
export type NumberWord = readonly [word: string, value: number]

/** Words whose values count up by one. */
export const counted = (words: string, from: number): ReadonlyArray<NumberWord> =>
  words.split(" ").map((word, index) => [word, from + index] as const)

/** Words whose values count up by ten. */
export const tens = (words: string, from: number): ReadonlyArray<NumberWord> =>
  words.split(" ").map((word, index) => [word, from + index * 10] as const)

const misspelled = (value: number, words: string): ReadonlyArray<NumberWord> =>
  words.split(" ").map((word) => [word, value] as const)

export const englishNumbers: ReadonlyArray<NumberWord> = [
  ...counted(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
    0
  ),
  ...counted("sixteen seventeen eighteen nineteen", 16),
  ...tens("twenty thirty forty fifty sixty seventy eighty ninety", 20),
  ["dozen", 12],
  // Frequent misspellings of the ages of minors, and of 18 and 19
  ...misspelled(11, "elevn"),
  ...misspelled(12, "twelv twelfe tweleve twleve"),
  ...misspelled(13, "thriteen thirten therteen thirtheen"),
  ...misspelled(14, "forteen fourten fourtheen fouteen fourtteen"),
  ...misspelled(15, "fiveteen fiften fifeteen fifthteen fithteen fivteen"),
  ...misspelled(16, "sixten sixtteen sixeteen sxteen sixtheen"),
  ...misspelled(17, "seventen sevnteen seventheen seveteen"),
  ...misspelled(18, "eightteen eighten eigtheen"),
  ...misspelled(19, "ninteen nineten")
]

const germanUnits = counted("ein zwei drei vier fünf sechs sieben acht neun", 1)
const germanTens = tens("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", 20)

export const germanNumbers: ReadonlyArray<NumberWord> = [
  ...germanUnits.slice(1),
  ...counted("zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn", 10),
  ...germanTens,
  ...germanTens.flatMap(([ten, value]) =>
    germanUnits.map(([unit, more]) => [`${unit}und${ten}`, value + more] as const)
  ),
  ["fuenf", 5],
  ["zwoelf", 12],
  ["fuenfzehn", 15]
]

const italianTens = tens("venti trenta quaranta cinquanta sessanta settanta ottanta novanta", 20)
const italianUnits = counted("uno due tre quattro cinque sei sette otto nove", 1)

const italianCompounds = italianTens.flatMap(([ten, value]) =>
  italianUnits.map(([unit, more]) => {
    const stem = unit === "uno" || unit === "otto" ? ten.slice(0, -1) : ten
    return [stem + unit, value + more] as const
  })
)

const italianTeens = counted(
  "dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
  10
)

export const romanceNumbers: ReadonlyArray<NumberWord> = [
  // French
  ...counted("deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize", 2),
  ...tens("vingt trente quarante cinquante soixante", 20),
  ["dizaine", 10],
  ["douzaine", 12],
  ["quinzaine", 15],
  // Spanish
  ...counted(
    "tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete",
    3
  ),
  ...counted(
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis",
    18
  ),
  ...counted("veintisiete veintiocho veintinueve", 27),
  ...tens("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30),
  // Portuguese
  ...counted(
    "dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete",
    2
  ),
  ...counted("dezoito dezenove", 18),
  ["quatorze", 14],
  ["dezasseis", 16],
  ["dezassete", 17],
  ["dezanove", 19],
  ...tens("vinte trinta quarenta cinquenta sessenta setenta oitenta noventa", 20),
  // Italian
  ...italianUnits.slice(1),
  ...italianTeens,
  ...italianTens,
  ...italianCompounds
]

/** Follow a number in digits or in words. */
export const germanAgeEndings = ["", "e", "er", "es", "en", "em"].flatMap((ending) => [
  `jährig${ending}`,
  `jaehrig${ending}`
])

const englishAgeEndings = ["yearold", "yearolds", "yearsold", "yo"]

/** Ages in one word, as in German and Italian: "zwölfjährige", "dodicenne"; in English run together: "tenyearold". */
export const ageWords: ReadonlyArray<NumberWord> = [
  ...englishNumbers.flatMap(([word, value]) =>
    englishAgeEndings.map((ending) => [word + ending, value] as const)
  ),
  ...germanNumbers.flatMap(([word, value]) =>
    germanAgeEndings.map((ending) => [word + ending, value] as const)
  ),
  ...[...italianTeens, ...italianTens, ...italianCompounds].flatMap(([word, value]) => [
    [`${word.slice(0, -1)}enne`, value] as const,
    [`${word.slice(0, -1)}enni`, value] as const
  ])
]

/** Words whose values count up from one, each with all endings. */
export const inflected = (stems: string, endings: ReadonlyArray<string>): ReadonlyArray<NumberWord> =>
  counted(stems, 1).flatMap(([stem, value]) => endings.map((ending) => [stem + ending, value] as const))

const germanStems = "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft"

/** First to twentieth in English, which birthdays need, and to twelfth in the others, which grades need. */
export const ordinals: ReadonlyArray<NumberWord> = [
  ...counted("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth", 1),
  ...counted("thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth", 13),
  ...inflected(germanStems, ["e", "en", "er"]),
  ...counted("deuxième troisième quatrième cinquième sixième", 2),
  ...inflected("primer segund tercer cuart quint sext séptim octav noven décim undécim duodécim", ["o", "a"]),
  ["primer", 1],
  ["tercer", 3],
  ...inflected("primeir segund terceir quart quint sext sétim oitav non décim", ["o", "a"]),
  ...counted("prima seconda terza quarta quinta", 1)
]

/** Pupils called by their grade in one word: "Siebtklässlerin". */
export const gradeWords: ReadonlyArray<NumberWord> = inflected(germanStems, [
  "klässler",
  "klässlern",
  "klässlerin",
  "klässlerinnen"
])
