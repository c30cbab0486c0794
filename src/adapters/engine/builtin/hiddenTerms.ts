import { digitTermsIn } from "./digitTerms.ts"
import { lexiconGroup } from "./labels.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"
import type { NearCounts } from "./lexicon.ts"
import { maskedTermsIn } from "./maskedTerms.ts"
import type { Model } from "./Model.ts"

const countOf = (groups: ReadonlyMap<string, number>, group: number): number => {
  let count = 0
  for (const other of groups.values()) if (other === group) count++
  return count
}

/** The counts with terms whose letters are masked or written as digits, and with explicit words that have a slip. */
export const withHiddenTerms = (
  model: Pick<Model, "lexicon">,
  text: string,
  counts: LexiconCounts,
  near: NearCounts
): LexiconCounts => {
  const masked = maskedTermsIn(model, text)
  const digits = digitTermsIn(model, text)
  // Some words with digits are among the counted ones already; words with masks never are.
  const countOfBoth = (counted: number, group: number) =>
    Math.max(counted, countOf(digits, group)) + countOf(masked, group)
  return {
    ...counts,
    explicit: countOfBoth(counts.explicit, lexiconGroup.explicit) + near.clear,
    suggestive: countOfBoth(counts.suggestive, lexiconGroup.suggestive),
    mild: countOfBoth(counts.mild, lexiconGroup.mild) + near.short
  }
}
