import { findPhrase, matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch, PhraseTrie } from "./PhraseTrie.ts"
import type { WordHashes } from "./tokens.ts"

/** A text in which phrases are looked for, and the label of those that take the other meaning of a word in them. */
export interface PhraseReading {
  readonly text: string
  readonly tokens: WordHashes
  readonly excuse: number
}

/** What parts two words so that they are no phrase: "naked, eye contact" is not the naked eye. */
const parting = /[,;.!?|]/

/** The first word behind a sign that parts it from the one before, from a place on; `end` where there is none. */
const partedAt = (text: string, { ends, starts }: WordHashes, from: number, end: number): number => {
  for (let at = from + 1; at < end; at++) {
    if (parting.test(text.slice(ends[at - 1] ?? 0, starts[at] ?? 0))) return at
  }
  return end
}

/** Like `findPhrase`, but a phrase that excuses has to stand in one piece; else a shorter one may be there. */
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
