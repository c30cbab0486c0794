import { checkOf, extendHigh, extendLow } from "./phraseHash.ts"
import type { WordHashes } from "./tokens.ts"

/** A node of a trie of phrases, reached by the words before it. */
export interface PhraseNode {
  readonly key: number
  readonly check: number
  /** 1 to 32,767 if a phrase ends here, else 0. */
  readonly label: number
  /** Whether a longer phrase goes on from here. */
  readonly goesOn: boolean
}

/** An open-addressing table of nodes, at most half full. A slot whose mark is 0 is free. */
export interface PhraseTrie {
  /** A few bits for each node, small enough to stay in the processor's cache. It rules out most words of a text. */
  readonly filter: Int32Array
  /** How far to shift a key to get the number of its bit in the filter. */
  readonly filterShift: number
  readonly mask: number
  readonly keys: Uint32Array
  readonly checks: Uint8Array
  readonly marks: Uint16Array
}

/** The bit of a mark that says that a longer phrase goes on; the other bits are the label. */
export const goesOnBit = 0x8000
const labelBits = 0x7fff

/** How many words a phrase may have. In scripts without spaces each character is a word. */
export const longestPhrase = 24

/** A table with room for so many nodes. */
export const makeEmptyTrie = (nodes: number): PhraseTrie => {
  let slots = 16
  while (slots < nodes * 2) slots *= 2
  return {
    filter: new Int32Array(slots / 8),
    filterShift: Math.clz32(slots * 4) + 1,
    mask: slots - 1,
    keys: new Uint32Array(slots),
    checks: new Uint8Array(slots),
    marks: new Uint16Array(slots)
  }
}

export const addNode = (trie: PhraseTrie, { check, goesOn, key, label }: PhraseNode): void => {
  const { checks, filter, filterShift, keys, marks, mask } = trie
  const bit = key >>> filterShift
  filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << bit)
  let slot = key & mask
  while (marks[slot] !== 0) slot = (slot + 1) & mask
  keys[slot] = key
  checks[slot] = check
  marks[slot] = label | (goesOn ? goesOnBit : 0)
}

export const makePhraseTrie = (nodes: ReadonlyArray<PhraseNode>): PhraseTrie => {
  const trie = makeEmptyTrie(nodes.length)
  for (const node of nodes) addNode(trie, node)
  return trie
}

/** The slot of a node, -1 if there is none. */
const find = (trie: PhraseTrie, key: number, check: number): number => {
  const { checks, keys, marks, mask } = trie
  let slot = key & mask
  while (marks[slot] !== 0) {
    if (keys[slot] === key && checks[slot] === check) return slot
    slot = (slot + 1) & mask
  }
  return -1
}

/** Whether a node may have this key. The filter reads other bits of the key than the table does. */
const passes = ({ filter, filterShift }: PhraseTrie, key: number): boolean => {
  const bit = key >>> filterShift
  return ((filter[bit >>> 5] ?? 0) & (1 << bit)) !== 0
}

/** The longest phrase found at a word: which it is, its label, and the word after it. */
export interface PhraseMatch {
  /** Tells phrases of one trie apart. */
  slot: number
  label: number
  end: number
}

const followPhrase = (
  trie: PhraseTrie,
  { count, high, low }: WordHashes,
  from: number,
  match: PhraseMatch
): boolean => {
  const last = Math.min(count, from + longestPhrase)
  let phraseLow = 0
  let phraseHigh = 0
  match.label = 0
  for (let at = from; at < last; at++) {
    phraseLow = extendLow(phraseLow, low[at] ?? 0)
    phraseHigh = extendHigh(phraseHigh, high[at] ?? 0)
    const slot = find(trie, phraseLow, checkOf(phraseHigh))
    if (slot < 0) break
    const mark = trie.marks[slot] ?? 0
    const label = mark & labelBits
    if (label !== 0) {
      match.slot = slot
      match.label = label
      match.end = at + 1
    }
    if ((mark & goesOnBit) === 0) break
  }
  return match.label !== 0
}

/**
 * The first word at or after `from` at which a phrase begins, -1 if there is none. The longest phrase there is written
 * into `match`.
 */
export const findPhrase = (
  trie: PhraseTrie,
  tokens: WordHashes,
  from: number,
  match: PhraseMatch
): number => {
  const { count, keys } = tokens
  for (let at = from; at < count; at++) {
    if (passes(trie, keys[at] ?? 0) && followPhrase(trie, tokens, at, match)) return at
  }
  return -1
}

/** Looks for the longest phrase that begins at a word, and writes it into `match` if there is one. */
export const matchAt = (trie: PhraseTrie, tokens: WordHashes, at: number, match: PhraseMatch): boolean =>
  passes(trie, tokens.keys[at] ?? 0) && followPhrase(trie, tokens, at, match)

/** The label of a word that is a phrase of its own, by its hashes; 0 if it is none. */
export const labelOfWord = (trie: PhraseTrie, low: number, high: number): number => {
  const key = extendLow(0, low)
  if (!passes(trie, key)) return 0
  const slot = find(trie, key, checkOf(extendHigh(0, high)))
  return slot < 0 ? 0 : (trie.marks[slot] ?? 0) & labelBits
}

/** Whether the word at a place is a phrase of its own. */
export const holdsWord = (trie: PhraseTrie, { high, low }: WordHashes, at: number): boolean =>
  labelOfWord(trie, low[at] ?? 0, high[at] ?? 0) !== 0
