import { extendHigh, extendLow } from "./phraseHash.ts"
import type { Tokens } from "./tokens.ts"

/** A node of a trie of phrases, reached over the words before it. */
export interface PhraseNode {
  readonly key: number
  readonly check: number
  /** 1 to 32,767 where a phrase ends here, else 0 */
  readonly label: number
  /** Whether a longer phrase goes on from here. */
  readonly goesOn: boolean
}

/** An open-addressing table of nodes, at most half full. A slot whose mark is 0 is free. */
export interface PhraseTrie {
  readonly mask: number
  readonly keys: Uint32Array
  readonly checks: Uint16Array
  readonly marks: Uint16Array
}

/** The bit of a mark that says that a longer phrase goes on; the other bits are the label. */
export const goesOnBit = 0x8000
const labelBits = 0x7fff

/** How many words a phrase may have. In scripts without spaces each character is a word. */
export const longestPhrase = 24

export const makePhraseTrie = (nodes: ReadonlyArray<PhraseNode>): PhraseTrie => {
  let slots = 16
  while (slots < nodes.length * 2) slots *= 2
  const mask = slots - 1
  const keys = new Uint32Array(slots)
  const checks = new Uint16Array(slots)
  const marks = new Uint16Array(slots)
  for (const { check, goesOn, key, label } of nodes) {
    let slot = key & mask
    while (marks[slot] !== 0) slot = (slot + 1) & mask
    keys[slot] = key
    checks[slot] = check
    marks[slot] = label | (goesOn ? goesOnBit : 0)
  }
  return { mask, keys, checks, marks }
}

/** The slot of a node, -1 when there is none. */
const find = (trie: PhraseTrie, key: number, check: number): number => {
  const { checks, keys, marks, mask } = trie
  let slot = key & mask
  while (marks[slot] !== 0) {
    if (keys[slot] === key && checks[slot] === check) return slot
    slot = (slot + 1) & mask
  }
  return -1
}

/** The longest phrase found at a word: which it is, its label, and the word after it. */
export interface PhraseMatch {
  /** Tells phrases of one trie apart. */
  slot: number
  label: number
  end: number
}

/** Looks for the longest phrase that begins at a word. The answer is written into `match`; none is a label of 0. */
export const matchAt = (trie: PhraseTrie, tokens: Tokens, from: number, match: PhraseMatch): boolean => {
  const { count, high, low } = tokens
  const last = Math.min(count, from + longestPhrase)
  let phraseLow = 0
  let phraseHigh = 0
  match.label = 0
  for (let at = from; at < last; at++) {
    phraseLow = extendLow(phraseLow, low[at] ?? 0)
    phraseHigh = extendHigh(phraseHigh, high[at] ?? 0)
    const slot = find(trie, phraseLow, phraseHigh >>> 16)
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

/** Whether a word with these hashes is a phrase of its own. */
export const holdsWord = (trie: PhraseTrie, low: number, high: number): boolean => {
  const slot = find(trie, extendLow(0, low), extendHigh(0, high) >>> 16)
  return slot >= 0 && ((trie.marks[slot] ?? 0) & labelBits) !== 0
}
