import { findPhrase, matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch, PhraseTrie } from "./PhraseTrie.ts"
import type { WordHashes } from "./tokens.ts"

/**
 * A text in which phrases are looked for. `excuse` is the label of the phrases that use a word in its other meaning.
 */
export interface PhraseReading {
  readonly text: string
  readonly tokens: WordHashes
  readonly excuse: number
}

const spaceCode = 0x20
const joiningSigns: ReadonlySet<number> = new Set(Array.from("-_'’", (sign) => sign.charCodeAt(0)))

/**
 * Whether two words of one phrase may have this between them: nothing, spaces or a single sign. "Naked, eye contact" or
 * "naked / eye" is not the naked eye.
 */
const joins = (text: string, from: number, to: number): boolean => {
  if (to - from === 1 && joiningSigns.has(text.charCodeAt(from))) return true
  for (let at = from; at < to; at++) if (text.charCodeAt(at) !== spaceCode) return false
  return true
}

/** The first word after the one at `from` that something else separates from the word before it; `end` if there is none. */
const partedAt = (text: string, { ends, starts }: WordHashes, from: number, end: number): number => {
  for (let at = from + 1; at < end; at++) {
    if (!joins(text, ends[at - 1] ?? 0, starts[at] ?? 0)) return at
  }
  return end
}

/**
 * Like `findPhrase`, but a phrase with the label `excuse` counts only if its words are joined. If they are not, a
 * shorter phrase may be found there.
 */
export const findWhole = (
  trie: PhraseTrie,
  { excuse, text, tokens }: PhraseReading,
  from: number,
  match: PhraseMatch
): number => {
  let at = findPhrase(trie, tokens, from, match)
  while (at !== -1 && match.label === excuse) {
    const parted = partedAt(text, tokens, at, match.end)
    if (parted === match.end || matchAt(trie, { ...tokens, count: parted }, at, match)) return at
    at = findPhrase(trie, tokens, at + 1, match)
  }
  return at
}
