import type { Model } from "./Model.ts"
import { matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch } from "./PhraseTrie.ts"
import { makeTokens, readTokens } from "./tokens.ts"

/**
 * A word of depiction, "of" or "with", and two words in title case. Every part is bounded, so matching takes linear
 * time.
 */
const titleCase =
  /\b(?:[Pp]hoto|[Pp]hotograph|[Pp]ortrait|[Pp]icture|[Ii]mage|[Ss]elfie|[Hh]eadshot|[Cc]lose-?up|[Dd]eepfake)s?\s(?:of|with)\s(\p{Lu}\p{Ll}{1,20})\s\p{Lu}\p{Ll}{1,20}\b/gu

const tokens = makeTokens(4)
const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

/** A quick test that comes first: most prompts have no capital letter there. */
const mayHoldTitleCase = /\s(?:of|with)\s[A-Z\u0080-\uffff]/

/** Whether a prompt asks for a picture of somebody whose name begins with a given name ("portrait of First Last"). */
export const followsPersonPattern = ({ givenNames }: Pick<Model, "givenNames">, prompt: string): boolean => {
  if (!mayHoldTitleCase.test(prompt)) return false
  for (const [, first = ""] of prompt.matchAll(titleCase)) {
    readTokens(first.toLowerCase(), tokens)
    if (matchAt(givenNames, tokens, 0, match)) return true
  }
  return false
}
