import { lexiconGroup } from "./labels.ts"
import type { Model } from "./Model.ts"
import { matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch } from "./PhraseTrie.ts"
import { makeTokens, readTokens } from "./tokens.ts"

/** What digits stand for. A 1 may be either letter. */

const readings = ["oizeasgtbg", "olzeasgtbg"]

/** Words of letters and digits beyond these say nothing more, and bound the work on a text made of them. */
const mostWords = 16
const lengths = { shortest: 3, longest: 16 } as const

const words = makeTokens(64)
const word = makeTokens(1)
const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

const isMixed = (text: string): boolean => /[0-9]/.test(text) && /[a-z]/.test(text) && !/[^0-9a-z]/.test(text)

const groupOf = ({ lexicon }: Pick<Model, "lexicon">, spelled: string): number => {
  readTokens(spelled, word)
  return matchAt(lexicon, word, 0, match) && match.end === word.count ? match.label : 0
}

const clearestGroup = (model: Pick<Model, "lexicon">, written: string): number => {
  const groups = new Set(
    readings.map((reading) =>
      groupOf(
        model,
        written.replaceAll(/[0-9]/g, (digit) => reading.charAt(Number(digit)))
      )
    )
  )
  return (
    [lexiconGroup.explicit, lexiconGroup.suggestive, lexiconGroup.mild].find((group) => groups.has(group)) ??
    0
  )
}

/** Words of letters and digits in a text that are terms when every digit is read as a letter, by their group. */
export const digitTermsIn = (model: Pick<Model, "lexicon">, text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  if (!/[0-9]/.test(text)) return found
  readTokens(text, words)
  for (let at = 0; at < words.count && found.size < mostWords; at++) {
    const [start, end] = [words.starts[at] ?? 0, words.ends[at] ?? 0]
    if (end - start < lengths.shortest || end - start > lengths.longest) continue
    const written = text.slice(start, end)
    if (isMixed(written) && !found.has(written)) found.set(written, clearestGroup(model, written))
  }
  return found
}
