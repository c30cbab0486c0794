import { lexiconGroup } from "./labels.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"
import type { Model } from "./Model.ts"
import { matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch } from "./PhraseTrie.ts"
import { makeTokens, readTokens } from "./tokens.ts"

/** A word with one or two letters masked: a letter first, a letter last, at most 16 characters. */
const masked = /(?<![a-z*])[a-z]{1,8}\*[a-z]{0,6}\*?[a-z]{1,6}(?![a-z*])/g

/** Masked words beyond these say nothing more, and bound the work on a text made of masks. */
const mostMasked = 8

const letters = Array.from("aeiouybcdfghjklmnpqrstvwxz")

const tokens = makeTokens(16)
const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

const groupOf = ({ lexicon }: Model, word: string): number => {
  readTokens(word, tokens)
  return tokens.count === 1 && matchAt(lexicon, tokens, 0, match) ? match.label : 0
}

/** The clearest group that a masked word can stand for, 0 for none. */
const clearestGroup = (model: Model, word: string): number => {
  let clearest = 0
  for (const letter of letters) {
    const filled = word.replace("*", letter)
    const group = filled.includes("*") ? clearestGroup(model, filled) : groupOf(model, filled)
    if (group === lexiconGroup.explicit) return group
    if (group === lexiconGroup.suggestive) clearest = group
  }
  return clearest
}

/** The counts with the terms of which letters are masked by `*`. */
export const countMaskedTerms = (model: Model, text: string, counts: LexiconCounts): LexiconCounts => {
  if (!text.includes("*")) return counts
  const words = new Set(Array.from(text.matchAll(masked), ([word]) => word).slice(0, mostMasked))
  const groups = Array.from(words, (word) => clearestGroup(model, word))
  const countOf = (group: number) => groups.filter((other) => other === group).length
  return {
    ...counts,
    explicit: counts.explicit + countOf(lexiconGroup.explicit),
    suggestive: counts.suggestive + countOf(lexiconGroup.suggestive)
  }
}
