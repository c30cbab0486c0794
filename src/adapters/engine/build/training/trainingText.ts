import { foldSubstitutions, normalise } from "../../../../domain/screening/normalisation/normalise.ts"
import { longShare } from "../../builtin/adultWeights.ts"
import { countTerms } from "../../builtin/lexicon.ts"
import type { TermTries } from "../../builtin/lexicon.ts"
import type { LexiconCounts } from "../../builtin/LexiconCounts.ts"
import {
  makeLetterBuckets,
  makeWordBuckets,
  readLetterBuckets,
  readWordBuckets
} from "../../builtin/ngrams.ts"
import { makeTokens, readTokens } from "../../builtin/tokens.ts"
import type { BucketDocument } from "./bucketRegression.ts"
import type { CorpusText, Label } from "./corpus.ts"
import { isWritten } from "./writtenTexts.ts"

/** A text of the corpus, read once. */
export interface TrainingText extends BucketDocument {
  readonly source: string
  readonly label: Label
  readonly counts: LexiconCounts
  readonly length: number
  /** how much it counts in the second stage and the calibration */
  readonly trust: number
}

const tokens = makeTokens(256)
const wordBuckets = makeWordBuckets()
const letterBuckets = makeLetterBuckets()

/**
 * Distant supervision: two different terms, one of them explicit, make a text sexual. No term, or a single suggestive
 * one as in an oath, makes it harmless. Any other text is left out.
 */
const distantLabel = ({ ambiguous, explicit, mild, suggestive, weak }: LexiconCounts): boolean | null => {
  const hinting = suggestive + mild
  if (explicit > 0) return explicit + hinting > 1 ? true : null
  return hinting + weak < 2 && hinting + ambiguous < 3 ? false : null
}

interface Weights {
  readonly first: number
  readonly trust: number
}

/**
 * How much a text of each source counts, by whether it is sexual: `first` in the first stage, `trust` in the second
 * stage and the calibration. Labels of people and harmless texts that must not be found are trusted most. Written texts
 * say much about wording, but little about how often it is meant sexually: half of them are sexual, and few prompts are.
 * The other labels come from the lexicon itself.
 */
const weights: Readonly<Record<string, { readonly yes: Weights; readonly no: Weights }>> = {
  "copro-sexual": { yes: { first: 3, trust: 1 }, no: { first: 2, trust: 1 } },
  "copro-other": { yes: { first: 0, trust: 0 }, no: { first: 0.5, trust: 0.5 } },
  ailuminate: { yes: { first: 5, trust: 6 }, no: { first: 1, trust: 1 } },
  strongreject: { yes: { first: 5, trust: 6 }, no: { first: 1, trust: 1 } },
  edos: { yes: { first: 2, trust: 0.5 }, no: { first: 0.7, trust: 0.05 } },
  hh: { yes: { first: 2, trust: 0.5 }, no: { first: 0.7, trust: 0.2 } },
  wiki: { yes: { first: 2, trust: 0.5 }, no: { first: 0.7, trust: 0.3 } },
  imagereward: { yes: { first: 0, trust: 0 }, no: { first: 2, trust: 5 } },
  coco: { yes: { first: 0, trust: 0 }, no: { first: 2, trust: 10 } },
  written: { yes: { first: 2.4, trust: 1 }, no: { first: 3.2, trust: 2 } },
  made: { yes: { first: 1.5, trust: 0 }, no: { first: 0.9, trust: 0 } }
}

/** The share of its trust that a harmless text keeps if it contains an explicit, suggestive or mild term. */
const trustBesideTerm = (
  { label, source }: CorpusText,
  { suggestive }: LexiconCounts,
  words: number
): number => {
  // Every second one was written to contain one, far more than among users' prompts, and would silence the terms. But
  // among all long texts many do.
  if (isWritten(source)) return 0.02 + 0.08 * longShare(words)
  if (label !== "unlabelled") return 1
  // Only our own rule says that these are harmless. Image prompts show what they suggest.
  if (suggestive === 0) return 0.5
  return source === "imagereward" ? 0 : 0.2
}

/**
 * Harmless written texts of the kinds in which terms are used for something else. They teach the wording, and nothing about
 * how often a term is meant sexually: nearly every one was written to contain one.
 */
const wordingOnly: ReadonlySet<string> = new Set(
  ["rants", "insults", "crime-reports", "health", "arts", "tender"].map((part) => `written-${part}`)
)

const unknown: Weights = { first: 1, trust: 1 }

const weightOf = (source: string, positive: boolean): Weights => {
  const both = weights[isWritten(source) ? "written" : source]
  if (both === undefined) return unknown
  const weight = positive ? both.yes : both.no
  return wordingOnly.has(source) ? { ...weight, trust: 0 } : weight
}

/** Reads a text of the corpus as the engine would; null if it has no usable label. */
export const readTrainingText = (tries: TermTries, item: CorpusText): TrainingText | null => {
  const { text } = foldSubstitutions(normalise(item.text), 1)
  readTokens(text, tokens)
  const counts = countTerms(tries, text, tokens)
  const positive = item.label === "unlabelled" ? distantLabel(counts) : item.label === "sexual"
  if (positive === null || (item.source === "copro-other" && counts.explicit > 0)) return null
  readWordBuckets(tokens, wordBuckets)
  readLetterBuckets(tokens, letterBuckets)
  const { first, trust } = weightOf(item.source, positive)
  const besideTerm = !positive && counts.explicit + counts.suggestive + counts.mild > 0
  return {
    source: item.source,
    label: item.label,
    counts,
    length: tokens.count,
    words: wordBuckets.found.slice(0, wordBuckets.count),
    letters: letterBuckets.found.slice(0, letterBuckets.count),
    positive,
    weight: besideTerm && item.label === "unlabelled" ? 0 : first,
    trust: besideTerm ? trust * trustBesideTerm(item, counts, tokens.count) : trust
  }
}
