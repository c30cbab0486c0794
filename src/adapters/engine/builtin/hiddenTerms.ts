import { withDigitTerms } from "./digitTerms.ts"
import { lexiconGroup } from "./labels.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"
import type { NearCounts, TermTries } from "./lexicon.ts"
import { maskedTermsIn } from "./maskedTerms.ts"

const countOf = (groups: ReadonlyMap<string, number>, group: number): number => {
  let count = 0
  for (const other of groups.values()) if (other === group) count++
  return count
}

/** Nothing is hidden in letters alone. */
const mayHide = /[0-9*]/

/** The counts with terms whose letters are masked or written as digits, and with terms that have a slip. */
export const withHiddenTerms = (
  model: TermTries,
  text: string,
  counts: LexiconCounts,
  near: NearCounts
): LexiconCounts => {
  if (near.clear + near.short === 0 && !mayHide.test(text)) return counts
  const shown = withDigitTerms(model, text, counts)
  const masked = maskedTermsIn(model, text)
  return {
    ...shown,
    explicit: shown.explicit + countOf(masked, lexiconGroup.explicit),
    suggestive: shown.suggestive + countOf(masked, lexiconGroup.suggestive) + near.clear + near.short,
    mild: shown.mild + countOf(masked, lexiconGroup.mild)
  }
}
