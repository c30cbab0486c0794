import { lexiconGroup } from "./labels.ts"
import type { Model } from "./Model.ts"
import { matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch } from "./PhraseTrie.ts"
import { makeTokens, readTokens } from "./tokens.ts"

/** A word with one or two letters masked: a letter first, a letter last, at most 16 characters. */
const masked = /(?<![a-z*])[a-z]{1,8}\*[a-z]{0,6}\*?[a-z]{1,6}(?![a-z*])/g

/** Masked words beyond these say nothing more, and bound the work on a text made of masks. */
const mostMasked = 24

const letters = Array.from("aeiouybcdfghjklmnpqrstvwxz")

const tokens = makeTokens(16)
const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

const groupOf = ({ lexicon }: Pick<Model, "lexicon">, word: string): number => {
  readTokens(word, tokens)
  return tokens.count === 1 && matchAt(lexicon, tokens, 0, match) ? match.label : 0
}

/** The clearest group that a masked word can stand for, 0 for none. */
const clearestGroup = (model: Pick<Model, "lexicon">, word: string): number => {
  let clearest = 0
  for (const letter of letters) {
    const filled = word.replace("*", letter)
    const group = filled.includes("*") ? clearestGroup(model, filled) : groupOf(model, filled)
    if (group === lexiconGroup.explicit) return group
    if (group === lexiconGroup.suggestive || (group === lexiconGroup.mild && clearest === 0)) clearest = group
  }
  return clearest
}

/** Words of a text with letters masked by `*`, by the group of the term that they can stand for. */
export const maskedTermsIn = (model: Pick<Model, "lexicon">, text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  if (!text.includes("*")) return found
  for (const [word] of text.matchAll(masked)) {
    if (found.size >= mostMasked) break
    if (!found.has(word)) found.set(word, clearestGroup(model, word))
  }
  return found
}
