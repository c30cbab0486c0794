import { lexiconGroup } from "./labels.ts"
import type { Model } from "./Model.ts"
import { matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch } from "./PhraseTrie.ts"
import { makeTokens, readTokens } from "./tokens.ts"

/** A word with one or two letters masked. It begins and ends with a letter and has at most 22 characters. */
const masked = /(?<![a-z*])[a-z]{1,8}\*[a-z]{0,6}\*?[a-z]{1,6}(?![a-z*])/g

/** Further masked words say nothing more. The limit bounds the work on a text made of masks. */
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
    // Who masks a term does not write about medicine.
    if (group === lexiconGroup.explicit || group === lexiconGroup.clinical) return lexiconGroup.explicit
    if (group === lexiconGroup.reported) clearest = lexiconGroup.suggestive
    else if (group === lexiconGroup.suggestive || (group === lexiconGroup.mild && clearest === 0))
      clearest = group
  }
  return clearest
}

/** The words of a text with letters masked by `*`, each with the group of the term that it can stand for. */
export const maskedTermsIn = (model: Pick<Model, "lexicon">, text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  if (!text.includes("*")) return found
  for (const [word] of text.matchAll(masked)) {
    if (found.size >= mostMasked) break
    if (!found.has(word)) found.set(word, clearestGroup(model, word))
  }
  return found
}
