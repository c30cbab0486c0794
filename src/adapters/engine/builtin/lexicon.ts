import { Struct } from "effect"
import { withOnePronoun } from "./expressions.ts"
import { lexiconGroup, youthGroup } from "./labels.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"
import type { Model } from "./Model.ts"
import { isNear } from "./nearTerms.ts"
import { holdsWord } from "./PhraseTrie.ts"
import type { PhraseMatch, PhraseTrie } from "./PhraseTrie.ts"
import { lengthAt } from "./tokens.ts"
import type { Tokens, WordHashes } from "./tokens.ts"
import { findWhole } from "./wholePhrases.ts"
import type { PhraseReading } from "./wholePhrases.ts"
import { remember, remembers } from "./WordMemory.ts"

/** Further different terms of one group say nothing more. The limit bounds the work on a text made of terms. */
const mostOfGroup = 24

const mostGroups = 1 + Math.max(...Object.values(lexiconGroup), ...Object.values(youthGroup))

const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

/** The different phrases of the last reading: the slot of each in its trie, and its group. */
const slots = new Int32Array(mostOfGroup * mostGroups)
const groups = new Int32Array(mostOfGroup * mostGroups)
const ofGroup = new Int32Array(mostGroups)

const isKnown = (slot: number, count: number): boolean => {
  for (let at = 0; at < count; at++) if (slots[at] === slot) return true
  return false
}

/**
 * Reads the different phrases of a trie, the longest at each place, and returns how many there are. Each group has a
 * limit of its own, so that a row of weak words never keeps a clear one after them from being read.
 */
const readPhrases = (trie: PhraseTrie, reading: PhraseReading): number => {
  ofGroup.fill(0)
  let count = 0
  let at = 0
  while (findWhole(trie, reading, at, match) !== -1) {
    at = match.end
    const known = ofGroup[match.label] ?? mostOfGroup
    if (known >= mostOfGroup || isKnown(match.slot, count)) continue
    ofGroup[match.label] = known + 1
    slots[count] = match.slot
    groups[count++] = match.label
  }
  return count
}

/** How many different phrases of each group were found. Harmless ones are not counted. */
type Counting = Record<Exclude<keyof typeof lexiconGroup, "harmless">, number>

/** The counted groups, by their labels. */
const countedGroups: Array<keyof Counting | undefined> = []
for (const name of Struct.keys(lexiconGroup)) {
  if (name !== "harmless") countedGroups[lexiconGroup[name]] = name
}

const addPhrases = (counts: Counting, trie: PhraseTrie, text: string, tokens: WordHashes): void => {
  const count = readPhrases(trie, { text, tokens, excuse: lexiconGroup.harmless })
  for (let at = 0; at < count; at++) {
    const group = countedGroups[groups[at] ?? 0]
    if (group !== undefined) counts[group]++
  }
}

/** Where sexual terms and expressions are looked up. */
export type TermTries = Pick<Model, "lexicon" | "expressions">

/** A text is about medicine, the law or the news if it has a factual word for at least every so many of its words. */
const wordsPerFactual = 60

/** In any other text, clinical terms are explicit ones, and reported terms suggestive ones. */
const asUsed = (
  { clinical, explicit, factual, reported, suggestive, ...others }: Counting,
  words: number
): LexiconCounts =>
  factual > 0 && factual * wordsPerFactual >= words
    ? { ...others, explicit, suggestive, clinical: clinical + reported }
    : { ...others, explicit: explicit + clinical, suggestive: suggestive + reported, clinical: 0 }

/** Counts the different terms and expressions of each group in a text. */
export const countTerms = (
  { expressions, lexicon }: TermTries,
  text: string,
  tokens: Tokens
): LexiconCounts => {
  const counts = {
    explicit: 0,
    suggestive: 0,
    mild: 0,
    weak: 0,
    ambiguous: 0,
    intimate: 0,
    clinical: 0,
    factual: 0,
    reported: 0
  }
  addPhrases(counts, lexicon, text, tokens)
  addPhrases(counts, expressions, text, withOnePronoun(tokens))
  return asUsed(counts, tokens.count)
}

/** Further near words say nothing more. */
const mostNear = 8

const isNearAt = ({ farWords, lexicon, near }: Model, tokens: Tokens, at: number): boolean => {
  if (remembers(farWords, tokens, at)) return false
  const place = tokens.places[at] ?? 0
  if (isNear(near, tokens.letters, place, place + lengthAt(tokens, at)) && !holdsWord(lexicon, tokens, at))
    return true
  remember(farWords, tokens, at)
  return false
}

/**
 * How many different words of a text are explicit or suggestive ones with a slip (a typing error), and no terms
 * themselves.
 */
export const countNear = (model: Model, tokens: Tokens): number => {
  let near: Set<number> | undefined
  for (let at = 0; at < tokens.count && (near?.size ?? 0) < mostNear; at++) {
    if (isNearAt(model, tokens, at)) (near ??= new Set()).add(tokens.low[at] ?? 0)
  }
  return near?.size ?? 0
}

/** The larger count of each group, because two views of one text show the same terms. */
export const mergeCounts = (left: LexiconCounts, right: LexiconCounts): LexiconCounts => ({
  explicit: Math.max(left.explicit, right.explicit),
  suggestive: Math.max(left.suggestive, right.suggestive),
  mild: Math.max(left.mild, right.mild),
  weak: Math.max(left.weak, right.weak),
  ambiguous: Math.max(left.ambiguous, right.ambiguous),
  intimate: Math.max(left.intimate, right.intimate),
  clinical: Math.max(left.clinical, right.clinical)
})

/** The groups of youth words in a text, as bits (1 << group). */
export const youthGroupsIn = ({ youth }: Model, text: string, tokens: Tokens): number => {
  const count = readPhrases(youth, { text, tokens, excuse: youthGroup.grown })
  let bits = 0
  for (let at = 0; at < count; at++) if (groups[at] !== youthGroup.grown) bits |= 1 << (groups[at] ?? 0)
  return bits
}
