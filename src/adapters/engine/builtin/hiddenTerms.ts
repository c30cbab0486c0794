import { lexiconGroup } from "./labels.ts"
import { countTerms, mergeCounts } from "./lexicon.ts"
import type { TermTries } from "./lexicon.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"
import { maskedTermsIn } from "./maskedTerms.ts"
import { makeTokens, readTokens } from "./tokens.ts"

const tokens = makeTokens(64)

/** The counts of a text or of one of its spellings, whichever are larger, group by group. */
const withSpelledTerms = (
  model: TermTries,
  spellings: ReadonlyArray<string>,
  counts: LexiconCounts
): LexiconCounts => {
  let most = counts
  for (const spelling of spellings) {
    readTokens(spelling, tokens)
    most = mergeCounts(most, countTerms(model, spelling, tokens))
  }
  return most
}

const countOf = (groups: ReadonlyMap<string, number>, group: number): number => {
  let count = 0
  for (const other of groups.values()) if (other === group) count++
  return count
}

/** A text without digits and asterisks hides nothing in this way. */
const mayHide = /[0-9*]/

/** The counts together with terms whose letters are masked or written as digits, and with terms that have a slip. */
export const withHiddenTerms = (
  model: TermTries,
  text: string,
  spellings: ReadonlyArray<string>,
  counts: LexiconCounts,
  near: number
): LexiconCounts => {
  if (near === 0 && !mayHide.test(text)) return counts
  const shown = withSpelledTerms(model, spellings, counts)
  const masked = maskedTermsIn(model, text)
  return {
    ...shown,
    explicit: shown.explicit + countOf(masked, lexiconGroup.explicit),
    suggestive: shown.suggestive + countOf(masked, lexiconGroup.suggestive) + near,
    mild: shown.mild + countOf(masked, lexiconGroup.mild)
  }
}

const leastWordingBesideHiddenTerm = -0.5

/**
 * The logit of the wording, given the counts of what the text shows and of all that was found. Who hides a term hides it
 * from the wording too, which therefore cannot say that the text is harmless.
 */
export const wordingBesideHiddenTerms = (wording: number, shown: LexiconCounts, all: LexiconCounts): number =>
  all.explicit + all.suggestive > shown.explicit + shown.suggestive
    ? Math.max(wording, leastWordingBesideHiddenTerm)
    : wording
