import { Schema } from "effect"
import { lexiconGroup } from "../builtin/labels.ts"
import type { DataFolder } from "./DataFolder.ts"
import { isWord } from "./ordinaryText.ts"
import type { OrdinaryText } from "./ordinaryText.ts"
import { countTexts, labelFinder, makePhraseCollector, phraseOf } from "./phrases.ts"
import type { ReviewedTerm } from "./reviewedTerms.ts"
import { termLanguages } from "./termLanguages.ts"

const { ambiguous, explicit, suggestive } = lexiconGroup

interface Candidate {
  readonly term: string
  readonly group: number
  readonly isEnglish: boolean
}

const Terms = Schema.Array(Schema.String)
const sexual = "sexual anatomy / sexual acts"

const english = (terms: ReadonlyArray<string>, group: number): ReadonlyArray<Candidate> =>
  terms.map((term) => ({ term, group, isEnglish: true }))

const foreign = (terms: ReadonlyArray<string>, group: number): ReadonlyArray<Candidate> =>
  terms.map((term) => ({ term, group, isEnglish: false }))

/**
 * The spellings of a listed term. Some are patterns with a "?" after a letter that may be missing; other patterns are
 * left out.
 */
const spellings = (pattern: string): ReadonlyArray<string> => {
  if (/[\\[\](){}|*+^$]/.test(pattern)) return []
  const optional = pattern.indexOf("?")
  if (optional < 1) return [pattern.replaceAll("?", "")]
  const rest = pattern.slice(optional + 1)
  return [pattern.slice(0, optional) + rest, pattern.slice(0, optional - 1) + rest].flatMap(spellings)
}

/** Slurs and insults, which the sexual lists contain too. They are a matter of hate, not of this check. */
const insults = (data: DataFolder): ReadonlySet<string> =>
  new Set(
    data
      .records("lex-surge-profanity-en.csv")
      .filter((row) => ![row["category_1"], row["category_2"], row["category_3"]].includes(sexual))
      .map((row) => phraseOf(row["text"] ?? ""))
  )

const surgeCandidates = (data: DataFolder): ReadonlyArray<Candidate> =>
  data.records("lex-surge-profanity-en.csv").flatMap((row) => {
    const categories = [row["category_1"], row["category_2"], row["category_3"]]
    if (!categories.includes(sexual)) return []
    const isPlain = categories[0] === sexual && row["severity_description"] !== "Mild"
    return english([row["text"] ?? ""], isPlain ? explicit : suggestive)
  })

const civitaiCandidates = (data: DataFolder): ReadonlyArray<Candidate> => {
  const terms = (file: string) => data.json(`civitai-lists/${file}`, Terms).flatMap(spellings)
  return [
    ...english(terms("words-nsfw-prompt.json"), explicit),
    ...english(terms("words-nsfw.json"), suggestive),
    ...english(terms("words-nsfw-soft.json"), suggestive),
    ...english(terms("blocklist-nsfw.json"), suggestive),
    ...foreign(terms("words-paddle-nsfw.json"), suggestive)
  ]
}

const candidates = (data: DataFolder): ReadonlyArray<Candidate> => [
  ...surgeCandidates(data),
  ...english(data.lines("lex-ldnoobw-en.txt"), explicit),
  ...civitaiCandidates(data),
  ...termLanguages.flatMap((language) => foreign(data.lines(`lex-ldnoobw-${language}.txt`), suggestive))
]

const isAscii = (phrase: string) => /^[ -~]*$/.test(phrase)

/** A term seen in this many harmless prompts means something else. */
const mostSeen = 3

/** Shorter terms of one word mean too many things, above all in languages other than their own. */
const shortestWord = { english: 4, foreign: 5 }

const shortestLength = ({ isEnglish }: Candidate, phrase: string): number => {
  if (!isAscii(phrase)) return 2
  return isEnglish ? shortestWord.english : shortestWord.foreign
}

/**
 * The group of an expression, 0 to leave it out. An expression of plain words is a figure of speech, and would be found
 * where it is meant literally.
 */
const groupOfExpression = (
  { group }: Candidate,
  phrase: string,
  ordinary: OrdinaryText,
  seen: number
): number => {
  const isPlain = phrase.split(" ").every((word) => isWord(ordinary, word) || ordinary.prose.has(word))
  return isPlain || seen > 0 ? 0 : group
}

/** Whether a term of another language is also an English word or a name. */
const isMisread = ({ isEnglish }: Candidate, word: string, ordinary: OrdinaryText): boolean =>
  !isEnglish && (isWord(ordinary, word) || ordinary.givenNames.has(word))

/**
 * The group of a one-word term, 0 to leave it out. A common word, or one seen in a harmless prompt, counts only beside
 * clearer ones.
 */
const groupOfWord = (candidate: Candidate, word: string, ordinary: OrdinaryText, seen: number): number => {
  if (word.length < shortestLength(candidate, word) || seen >= mostSeen) return 0
  if (isMisread(candidate, word, ordinary)) return 0
  if (seen > 0 || ordinary.commonWords.has(word)) return ambiguous
  if (!isWord(ordinary, word)) return candidate.group
  return candidate.group === explicit ? suggestive : ambiguous
}

/** Expressions that would hide a clearer term inside them, because only the longest match at a place counts. */
const hiding = (
  terms: ReadonlyMap<string, number>,
  reviewed: ReadonlyArray<ReviewedTerm>
): ReadonlyArray<string> => {
  const collector = makePhraseCollector()
  for (const { label, path, trie } of reviewed) if (trie === "lexicon") collector.addPath(path, label)
  for (const [term, group] of terms) if (!term.includes(" ")) collector.add(term, group)
  const inside = labelFinder(collector.nodes())
  return Array.from(terms).flatMap(([term, group]) =>
    term.includes(" ") && inside(term).some((label) => label < group) ? [term] : []
  )
}

const groupOf = (candidate: Candidate, phrase: string, ordinary: OrdinaryText, seen: number): number => {
  if (!candidate.isEnglish && ordinary.everydayWords.has(phrase)) return ambiguous
  return phrase.includes(" ")
    ? groupOfExpression(candidate, phrase, ordinary, seen)
    : groupOfWord(candidate, phrase, ordinary, seen)
}

/** A word of a script without spaces is several words to the engine, one for each character. */
const isUnspaced = (phrase: string): boolean => phrase.includes(" ") && !isAscii(phrase)

/** The terms of the public lists with their groups. */
export const readLexicon = (
  data: DataFolder,
  ordinary: OrdinaryText,
  reviewed: ReadonlyArray<ReviewedTerm>
): ReadonlyMap<string, number> => {
  const leftOut = insults(data)
  const all = candidates(data)
    .map((candidate) => ({ candidate, phrase: phraseOf(candidate.term) }))
    .filter(({ phrase }) => !leftOut.has(phrase))
  const phrases = new Set(all.map(({ phrase }) => phrase))
  const harmless = countTexts(phrases, [...ordinary.captions, ...ordinary.harmlessPrompts])
  const art = countTexts(phrases, ordinary.artPrompts)
  const terms = new Map<string, number>()
  for (const { candidate, phrase } of all) {
    const seen = (harmless.get(phrase) ?? 0) + Math.floor((art.get(phrase) ?? 0) / 4)
    const group = groupOf(candidate, phrase, ordinary, seen)
    const known = terms.get(phrase)
    if (group !== 0 && (known === undefined || group < known)) terms.set(phrase, group)
  }
  for (const term of hiding(terms, reviewed)) terms.delete(term)
  // In scripts without spaces, an everyday word has to be known as harmless, so that a term inside it is not found.
  for (const word of ordinary.everydayWords) if (isUnspaced(word)) terms.set(word, lexiconGroup.harmless)
  return terms
}
