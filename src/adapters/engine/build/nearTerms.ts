import { lexiconGroup } from "../builtin/labels.ts"
import { hashesOf, looksOf, nearLengths, swappedHashesOf } from "../builtin/nearTerms.ts"
import { matchAt } from "../builtin/PhraseTrie.ts"
import type { PhraseMatch, PhraseTrie } from "../builtin/PhraseTrie.ts"
import { makeTokens, readTokens } from "../builtin/tokens.ts"
import type { DataFolder } from "./DataFolder.ts"
import { readOrdinaryText } from "./ordinaryText.ts"
import type { OrdinaryText } from "./ordinaryText.ts"
import { readPeople } from "./people.ts"
import { wordsOf } from "./phrases.ts"
import { readCorpus } from "./training/corpus.ts"

const tokens = makeTokens(64)
const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

/** The group of a normalised phrase as a whole, 0 if it is no term. */
export const groupOf = (lexicon: PhraseTrie, phrase: string): number => {
  readTokens(phrase, tokens)
  return matchAt(lexicon, tokens, 0, match) && match.end === tokens.count ? match.label : 0
}

const isUsable = (word: string) =>
  /^[a-z]+$/.test(word) && word.length >= nearLengths.shortest && word.length <= nearLengths.longest

const isExplicit = (group: number) => group === lexiconGroup.explicit || group === lexiconGroup.clinical

/** Whether a word makes a text likely to be sexual by itself, so that it is worth finding with a slip. */
const isWorthFinding = (lexicon: PhraseTrie, word: string): boolean => {
  const group = groupOf(lexicon, word)
  return isExplicit(group) || group === lexiconGroup.suggestive || group === lexiconGroup.reported
}

/** Shorter suggestive words are near to too many others, so they are found only with two letters swapped. */
const shortestSuggestive = 6

const hashesWorthFinding = (lexicon: PhraseTrie, word: string): ReadonlyArray<number> =>
  isExplicit(groupOf(lexicon, word)) || word.length >= shortestSuggestive
    ? hashesOf(word)
    : swappedHashesOf(word)

/**
 * Whether a word is an ordinary one, which must not be taken for a term with a slip: its hashes are taken out of the
 * table.
 */
const isOrdinary = (lexicon: PhraseTrie, word: string) =>
  /^[a-z]+$/.test(word) && word.length <= nearLengths.longest + 1 && !isWorthFinding(lexicon, word)

/** The hashes of the words worth finding, without those by which an ordinary word would be found. Ascending. */
const nearHashes = (
  lexicon: PhraseTrie,
  vocabulary: ReadonlySet<string>,
  ordinary: ReadonlySet<string>
): ReadonlyArray<number> => {
  const taken = new Set(
    Array.from(ordinary).flatMap((word) => (isOrdinary(lexicon, word) ? looksOf(word) : []))
  )
  const found = Array.from(vocabulary).filter((word) => isUsable(word) && isWorthFinding(lexicon, word))
  const hashes = new Set(
    found.flatMap((word) => hashesWorthFinding(lexicon, word)).filter((hash) => !taken.has(hash))
  )
  return Array.from(hashes).toSorted((one, other) => one - other)
}

/**
 * How often a word must be used in English to be ordinary: rarer ones are names and slips themselves. Very frequent
 * ones are also taken with endings.
 */
const fewestUses = { word: 20_000, withEndings: 1_000_000 }
const endings = ["s", "ed", "ing"]
/** Shorter words are mostly abbreviations, which take no endings. */
const shortestWithEndings = 3

/** Words that people write and mean, the everyday ones with their endings. */
export const readOrdinaryWords = (data: DataFolder, ordinary: OrdinaryText): ReadonlySet<string> => {
  const people = readPeople(data, ordinary)
  const usedAtLeast = (least: number) =>
    Array.from(ordinary.uses).flatMap(([word, uses]) => (uses >= least ? [word] : []))
  const everyday = new Set([
    ...ordinary.commonWords,
    ...ordinary.captions.flatMap(wordsOf),
    ...usedAtLeast(fewestUses.withEndings)
  ])
  return new Set([
    ...everyday,
    ...Array.from(everyday).flatMap((word) =>
      word.length < shortestWithEndings ? [] : endings.map((ending) => word + ending)
    ),
    ...ordinary.prose,
    ...ordinary.everydayWords,
    ...usedAtLeast(fewestUses.word),
    ...[...ordinary.harmlessPrompts, ...ordinary.artPrompts].flatMap(wordsOf),
    ...people.words,
    ...ordinary.givenNames,
    ...ordinary.lastNames
  ])
}

/** The words of the data, among which the terms are looked for: the lexicon holds no words, only hashes. */
export const vocabularyOf = (data: DataFolder, ordinary: OrdinaryText): ReadonlySet<string> =>
  new Set([
    ...ordinary.uses.keys(),
    ...data.records("lex-surge-profanity-en.csv").flatMap((row) => wordsOf(row["text"] ?? "")),
    ...readCorpus(data).flatMap(({ text }) => wordsOf(text))
  ])

/** The hashes by which the engine finds terms with a slip. */
export const readNearHashes = (data: DataFolder, lexicon: PhraseTrie): ReadonlyArray<number> => {
  const ordinary = readOrdinaryText(data)
  return nearHashes(lexicon, vocabularyOf(data, ordinary), readOrdinaryWords(data, ordinary))
}
