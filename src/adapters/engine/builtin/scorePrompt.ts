import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { readText } from "../../../domain/screening/floors/readText.ts"
import { foldSubstitutions, normalise } from "../../../domain/screening/normalisation/normalise.ts"
import type { NormalisedText } from "../../../domain/screening/normalisation/normalise.ts"
import type { EngineCheck, EngineReport, EngineRequest } from "../../../domain/screening/ScreeningEngine.ts"
import { scoreAdult, sexualProbability } from "./adult.ts"
import type { SexualEvidence } from "./adult.ts"
import { wordingOf } from "./adultWeights.ts"
import { spellingsOf } from "./digitWords.ts"
import { speaksOfExploitation } from "./exploitation.ts"
import { withHiddenTerms, wordingBesideHiddenTerms } from "./hiddenTerms.ts"
import { countNear, countTerms, mergeCounts, youthGroupsIn } from "./lexicon.ts"
import { holdsExplicit } from "./LexiconCounts.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"
import { scoreMinorsSexual } from "./minorsSexual.ts"
import type { MinorsEvidence } from "./minorsSexual.ts"
import type { Model } from "./Model.ts"
import { readNames, surerNames, withHiddenNames } from "./names.ts"
import type { NameScores } from "./names.ts"
import { followsPersonPattern } from "./personPattern.ts"
import { scoreRealPerson } from "./realPerson.ts"
import { tokensOf } from "./tokens.ts"

/** What one view of a prompt shows. */
interface Findings extends NameScores {
  readonly words: number
  readonly counts: LexiconCounts
  /** How many different words are explicit or suggestive ones with a slip. */
  readonly near: number
  /** The first stage's logit; 0 if no check was asked for that needs it. */
  readonly wording: number
  /** The groups of youth words, as bits (1 << group). */
  readonly youthGroups: number
}

const findIn = (model: Model, text: string, asks: (check: CheckId) => boolean): Findings => {
  const tokens = tokensOf(text)
  const counts = countTerms(model, text, tokens)
  return {
    words: tokens.count,
    counts,
    near: countNear(model, tokens),
    wording: asks("adult") || asks("minors_sexual") ? wordingOf(model.adult.buckets, tokens) : 0,
    youthGroups: asks("minors_sexual") ? youthGroupsIn(model, text, tokens) : 0,
    ...readNames(model, text, tokens, { asks, isSexual: holdsExplicit(counts) })
  }
}

const merge = (left: Findings, right: Findings): Findings => ({
  words: left.words,
  counts: mergeCounts(left.counts, right.counts),
  near: Math.max(left.near, right.near),
  wording: Math.max(left.wording, right.wording),
  youthGroups: left.youthGroups | right.youthGroups,
  ...surerNames(left, right)
})

/**
 * A normalised text, and where it repeats a letter three times or more, the text with two of them: a double letter or a
 * single one may have been meant.
 */
interface View {
  readonly plain: NormalisedText
  readonly shortened: string | null
}

const longRun = /([a-z])\1\1/

const viewOf = (plain: NormalisedText): View => ({
  plain,
  shortened: longRun.test(plain.text) ? foldSubstitutions(plain, 2).text : null
})

/**
 * What the text shows as written and, if they differ, in the views that read digits, signs and long runs of a letter as
 * letters.
 */
const findInViews = (
  model: Model,
  { plain, shortened }: View,
  asks: (check: CheckId) => boolean
): Findings => {
  const found = findIn(model, plain.text, asks)
  const folded = foldSubstitutions(plain, 1).text
  if (folded === plain.text) return found
  const both = merge(found, findIn(model, folded, asks))
  return shortened === null ? both : merge(both, findIn(model, shortened, asks))
}

/** The texts in which misspelled names are looked for. */
const writtenIn = ({ plain, shortened }: View): ReadonlyArray<string> =>
  shortened === null ? [plain.text] : [plain.text, shortened]

/** Below this probability nothing that is said about age can matter. */
const innocent = 0.02

const minorsEvidence = (
  { negativePrompt, prompt }: EngineRequest,
  plain: NormalisedText,
  { counts }: SexualEvidence,
  sexual: number,
  { youthGroups }: Findings
): MinorsEvidence => {
  const exploitation = speaksOfExploitation(plain.text)
  return {
    sexual,
    explicit: holdsExplicit(counts),
    suggestive: counts.suggestive > 0,
    youthGroups,
    exploitation,
    contents: sexual < innocent && youthGroups === 0 && !exploitation ? null : readText(prompt),
    prompt,
    negativePrompt
  }
}

/**
 * Scores a prompt on the checks asked for, and on no other. The negative prompt lists what is not wanted; it is read
 * only to see whether it lists adulthood. `inputTokens` is the number of words of the prompt after normalisation. Pure,
 * and linear in the length of the text.
 */
export const scorePrompt = (model: Model, request: EngineRequest): EngineReport => {
  const { checks, prompt } = request
  const asks = (check: CheckId) => checks.includes(check)
  const plain = normalise(prompt)
  const view = viewOf(plain)
  const found = findInViews(model, view, asks)
  const spellings = spellingsOf(plain.text)
  const names = withHiddenNames(model, writtenIn(view), spellings, found, {
    asks,
    isSexual: holdsExplicit(found.counts)
  })
  const counts = withHiddenTerms(model, plain.text, spellings, found.counts, found.near)
  const evidence: SexualEvidence = {
    counts,
    wording: wordingBesideHiddenTerms(found.wording, found.counts, counts),
    words: found.words
  }
  const sexual = sexualProbability(model.adult, evidence)
  const score = (check: CheckId): EngineCheck => {
    switch (check) {
      case "adult":
        return scoreAdult(model.adult, evidence.counts, sexual)
      case "minors_sexual":
        return scoreMinorsSexual(minorsEvidence(request, plain, evidence, sexual, found))
      case "real_person":
        return scoreRealPerson(names.person, followsPersonPattern(model, prompt))
      case "copyrighted_ip":
        return names.works
    }
  }
  const scored: Partial<Record<CheckId, EngineCheck>> = {}
  for (const check of checks) scored[check] = score(check)
  return { engineVersion: model.version, inputTokens: found.words, checks: scored }
}
