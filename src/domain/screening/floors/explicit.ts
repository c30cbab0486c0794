import { normalise } from "../normalisation/normalise.ts"
import type { Span } from "../normalisation/normalise.ts"
import { isInHarmlessPhrase } from "./harmlessPhrases.ts"
import { isEverydayWord } from "./lexicon/everydayWords.ts"
import { holdsExplicitWord } from "./lexicon/unspacedWords.ts"
import { lastOfPhrase, phrasesOf } from "./phrases.ts"
import type { Reading } from "./Reading.ts"
import { follows, Gap, hasRole, tightGaps, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { explicitExpressions as moreExpressions } from "./words/moreLanguages.ts"
import { normalisedWords } from "./words/normalisedWords.ts"
import { childWords, people, youngPeople } from "./words/polish.ts"
import { Role } from "./words/Role.ts"
import { explicitExpressions } from "./words/wordLists.ts"

const expressions = phrasesOf(
  [...explicitExpressions, ...moreExpressions].map((written) => normalise(written).text)
)

const colours = normalisedWords(
  "lipstick color colored colour coloured tone tones toned heels pumps makeup nails nail shade shades palette beige pink stockings"
)

/** Words, alone or in pairs, that make the plain explicit word before them harmless. */
const harmlessAfter = new Map<string, ReadonlySet<string>>([
  [
    "sex",
    new Set([
      ..."education ed reveal pistols symbol discrimination and ratio male female m f".split(" "),
      "of the",
      "at birth",
      "assigned at"
    ])
  ],
  ["vaginal", normalisedWords("birth births delivery deliveries")],
  ["nipple", normalisedWords("shield shields confusion cream guard guards thrush")],
  ["topless", normalisedWords("bus buses")],
  [
    "bottomless",
    normalisedWords(
      "pit pits brunch brunches mimosas coffee fries drinks lake well hole ocean bag basket abyss chasm"
    )
  ],
  [
    "sexual",
    normalisedWords(
      "education health orientation orientations reproduction reproductive dimorphism selection identity minority minorities maturity characteristics"
    )
  ],
  ["sexually", normalisedWords("transmitted")],
  ["sexuelle", normalisedWords("bildung aufklärung orientierung orientation")],
  ["naked", normalisedWords("truth eye eyes mole gun juice wine flame flames singularity tree trees")],
  ["nude", colours],
  ["breasts", normalisedWords("of")],
  [
    "hardcore",
    normalisedWords(
      "punk band music gamer gaming game games mode parkour rock soccer football training workout workouts fan fans skateboarding climbing"
    )
  ],
  ["xxx", normalisedWords("hash")],
  ["rape", normalisedWords("seed seeds oil field fields flower flowers crisis prevention")],
  [
    "provocative",
    normalisedWords("question questions art article book film speech statement essay idea thought title tone")
  ],
  ["blote", normalisedWords("voeten voet handen hand oog benen been armen hoofd hals schouders rug knieen")],
  ["bloot", normalisedWords("been hoofd")],
  ["nackten", normalisedWords("füßen beinen armen zehen händen")],
  ["nackte", normalisedWords("füße beine arme zehen hände")],
  ["nus", normalisedWords("pieds")],
  ["seksuele", normalisedWords("voorlichting opvoeding vorming gezondheid oriëntatie")],
  ["moaning", new Set(["about", "myrtle", "in pain", "with pain", "in agony"])],
  ["moans", new Set(["about", "in pain", "with pain", "in agony"])]
])

const harmlessBefore = new Map([
  ["peladas", normalisedWords("jogando jogar joga jogam jogo bola")],
  ["sex", new Set(["same", "opposite", "single", "both", "biological", "age and"])],
  ["sexual", normalisedWords("educación educação orientación orientação salud saúde")],
  ["sexuelle", normalisedWords("éducation orientation santé")],
  ["sessuale", normalisedWords("educazione orientamento salute")],
  ["breasts", normalisedWords("chicken duck turkey")],
  ["nipple", normalisedWords("bottle")],
  ["nipples", normalisedWords("bottle")],
  // Czech and Polish for "boredom", and French for "grated"
  ["nuda", normalisedWords("je taková taka straszna")],
  ["rape", normalisedWords("fromage gruyère emmental parmesan chocolat gingembre")],
  [
    "pelada",
    normalisedWords(
      "nuez castaña patata papa naranja manzana laranja maçã batata jogando jogar joga jogam jogo bola"
    )
  ],
  ["nus", normalisedWords("pieds bras")],
  ["nudo", normalisedWords("torso occhio")],
  // Indonesian for "the naked eye" and "bare feet"
  ["telanjang", normalisedWords("mata kaki dada ayam")]
])

/**
 * "Nu" means naked in French and Portuguese after one of these words. Otherwise it is Dutch for "now", a letter, or a
 * name.
 */
const nakedBehind = normalisedWords(
  "tout enfant garçon garçonnet bébé homme fils ado adolescent gamin mineur élève écolier collégien lycéen ans anos menino " +
    "garoto rapaz filho aluno menor moleque homem pequeno"
)

/** "Naga" and "nagi" mean naked in Polish beside one of these words. Otherwise they are names. */
const polishPeople = normalisedWords(
  `${people} ${youngPeople} ${childWords} letnia letni letniej lat lata latka latki latkę latką`
)

const polishAges = normalisedWords("wiek ma lat")

const isOfPolish = (tokens: Tokens, at: number): boolean =>
  polishPeople.has(wordAt(tokens, at)) || hasRole(tokens, at, Role.ageWord)

const isPolish = (tokens: Tokens, at: number): boolean => {
  const reach = tightGaps | Gap.comma
  if (isOfPolish(tokens, at - 1) && follows(tokens, at, reach)) return true
  if (polishAges.has(wordAt(tokens, at + 1)) && follows(tokens, at + 1, reach)) return true
  if (!follows(tokens, at + 1, tightGaps)) return false
  // "naga 14-letnia"
  return isOfPolish(tokens, at + 1) || (follows(tokens, at + 2, tightGaps) && isOfPolish(tokens, at + 2))
}

const isNu = (tokens: Tokens, at: number): boolean => {
  const isBehind = nakedBehind.has(wordAt(tokens, at - 1)) && follows(tokens, at, tightGaps)
  return isBehind || (wordAt(tokens, at + 1) === "d" && follows(tokens, at + 2, Gap.apostrophe))
}

/** "Nudi" means naked beside one of these Italian words. In Croatian and Serbian it means "offers". */
const nakedItalians = normalisedWords(
  "bambini bimbi ragazzi ragazzini minori minorenni adolescenti uomini corpi maschi figli fratelli"
)

const isNudi = (tokens: Tokens, at: number): boolean =>
  (nakedItalians.has(wordAt(tokens, at - 1)) && follows(tokens, at, tightGaps)) ||
  (nakedItalians.has(wordAt(tokens, at + 1)) && follows(tokens, at + 1, tightGaps))

const beforeEmpty = normalisedWords("este e era sunt complet total toată aproape și")

/** "Goală" means naked in Romanian after a person or an age: "fetița este goală". A list or a box is empty. */
const isGoala = (tokens: Tokens, at: number): boolean => {
  let noun = at - 1
  while (beforeEmpty.has(wordAt(tokens, noun))) noun--
  return (
    hasRole(tokens, noun, Role.person | Role.youngPerson | Role.child | Role.year) ||
    wordAt(tokens, noun) === "ani"
  )
}

for (const [words, after] of [
  ["γυμνό γυμνά", "μάτι μάτια πόδια χέρια"],
  ["çıplak", "ayak ayakla ayaklı ayaklar gözle göz elle"],
  ["голый голого голым", "король короля провод провода проводом факт факты"],
  ["голая голой голую", "правда правды правду земля земли землю степь степи спина шея"],
  [
    "голые голых голыми",
    "руки рук руками ноги ног ногами стены стен стенами деревья деревьев скалы скал ветки провода факты глазами"
  ]
] as const) {
  for (const word of normalisedWords(words)) harmlessAfter.set(word, normalisedWords(after))
}

/** Words that mean naked in one language and something else in others, with the test for that language. */
const ofOneLanguage = new Map([
  ["nu", isNu],
  ["nudi", isNudi],
  ["goala", isGoala],
  ["naga", isPolish],
  ["nagi", isPolish]
])

const holdsEither = (words: ReadonlySet<string> | undefined, one: string, two: string): boolean =>
  words !== undefined && (words.has(one) || words.has(two))

const isBeforeHarmless = (tokens: Tokens, at: number): boolean => {
  const word = wordAt(tokens, at)
  const next = wordAt(tokens, at + 1)
  const reach = tightGaps | (word === "sex" ? Gap.colon : 0)
  const isOther = holdsEither(harmlessAfter.get(word), next, `${next} ${wordAt(tokens, at + 2)}`)
  return isOther && follows(tokens, at + 1, reach)
}

const isBehindHarmless = (tokens: Tokens, at: number): boolean => {
  const last = wordAt(tokens, at - 1)
  const before = harmlessBefore.get(wordAt(tokens, at))
  return holdsEither(before, last, `${wordAt(tokens, at - 2)} ${last}`) && follows(tokens, at, tightGaps)
}

const isHarmless = (tokens: Tokens, at: number): boolean => {
  const isOfLanguage = ofOneLanguage.get(wordAt(tokens, at))
  if (isOfLanguage !== undefined) return !isOfLanguage(tokens, at)
  return isBeforeHarmless(tokens, at) || isBehindHarmless(tokens, at) || isInHarmlessPhrase(tokens, at)
}

/** Whether the text contains a plain explicit word or expression. */
export const holdsPlainExplicit = (reading: Reading, originalOf: (span: Span) => string): boolean =>
  holdsExplicitToken(reading, originalOf) ||
  ((reading.roles & Role.unspaced) !== 0 && holdsExplicitWord(reading.text))

const holdsExplicitToken = ({ roles, tokens }: Reading, originalOf: (span: Span) => string): boolean =>
  (roles & (Role.explicit | Role.explicitPrefix)) !== 0 &&
  tokens.some(
    (token, at) =>
      ((token.roles & Role.explicit) !== 0 &&
        !isHarmless(tokens, at) &&
        !isEverydayWord(originalOf(token))) ||
      (hasRole(tokens, at, Role.explicitPrefix) && lastOfPhrase(tokens, at, expressions, tightGaps) !== -1)
  )
