import { lexiconGroup, youthGroup } from "./labels.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"
import type { Model } from "./Model.ts"
import { isNear } from "./nearTerms.ts"
import { holdsWord, matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch, PhraseTrie } from "./PhraseTrie.ts"
import type { Tokens } from "./tokens.ts"

const none: LexiconCounts = { explicit: 0, suggestive: 0, mild: 0, weak: 0, ambiguous: 0 }

/** More different terms than this say nothing more, and bound the work on a text made of terms. */
const mostTerms = 24

/** Calls `visit` with the group of every different phrase of a trie, the longest phrase at each place. */
const eachGroup = (trie: PhraseTrie, tokens: Tokens, visit: (group: number) => void): void => {
  const seen: Array<number> = []
  const match: PhraseMatch = { slot: 0, label: 0, end: 0 }
  for (let at = 0; at < tokens.count && seen.length < mostTerms; at++) {
    if (!matchAt(trie, tokens, at, match)) continue
    at = match.end - 1
    if (seen.includes(match.slot)) continue
    seen.push(match.slot)
    visit(match.label)
  }
}

export const countTerms = ({ lexicon }: Pick<Model, "lexicon">, tokens: Tokens): LexiconCounts => {
  const counts = { ...none }
  eachGroup(lexicon, tokens, (group) => {
    if (group === lexiconGroup.explicit) counts.explicit++
    else if (group === lexiconGroup.suggestive) counts.suggestive++
    else if (group === lexiconGroup.mild) counts.mild++
    else if (group === lexiconGroup.weak) counts.weak++
    else if (group === lexiconGroup.ambiguous) counts.ambiguous++
  })
  return counts
}

/** More near words than this say nothing more. */
const mostNear = 8

/** Shorter words are near to many others. */
const shortestClear = 5

const lengthAt = ({ ends, starts }: Tokens, at: number): number => (ends[at] ?? 0) - (starts[at] ?? 0)

const isNearAt = ({ lexicon, near }: Model, text: string, tokens: Tokens, at: number): boolean =>
  isNear(near, text, tokens.starts[at] ?? 0, tokens.ends[at] ?? 0) &&
  !holdsWord(lexicon, tokens.low[at] ?? 0, tokens.high[at] ?? 0)

/** How many different words are explicit or suggestive ones with a slip of the typist, and no term themselves. */
export interface NearCounts {
  readonly clear: number
  readonly short: number
}

export const countNear = (model: Model, text: string, tokens: Tokens): NearCounts => {
  const lengths = new Map<number, number>()
  for (let at = 0; at < tokens.count && lengths.size < mostNear; at++) {
    if (isNearAt(model, text, tokens, at)) lengths.set(tokens.low[at] ?? 0, lengthAt(tokens, at))
  }
  let clear = 0
  for (const length of lengths.values()) if (length >= shortestClear) clear++
  return { clear, short: lengths.size - clear }
}

/** The larger count of each group: two views of one text show the same terms. */
export const mergeCounts = (left: LexiconCounts, right: LexiconCounts): LexiconCounts => ({
  explicit: Math.max(left.explicit, right.explicit),
  suggestive: Math.max(left.suggestive, right.suggestive),
  mild: Math.max(left.mild, right.mild),
  weak: Math.max(left.weak, right.weak),
  ambiguous: Math.max(left.ambiguous, right.ambiguous)
})

/** The groups of youth words in a text, as bits (1 << group). */
export const youthGroupsIn = ({ youth }: Model, tokens: Tokens): number => {
  let groups = 0
  eachGroup(youth, tokens, (group) => {
    if (group !== youthGroup.grown) groups |= 1 << group
  })
  return groups
}
