import { logitOf, makeFeatures, wordingOfBuckets, writeFeatures } from "../../builtin/adultWeights.ts"
import type { AdultWeights } from "../../builtin/adultWeights.ts"
import type { TermTries } from "../../builtin/lexicon.ts"
import type { LexiconCounts } from "../../builtin/LexiconCounts.ts"
import { trainBuckets } from "./bucketRegression.ts"
import type { CorpusText } from "./corpus.ts"
import { trainFeatures } from "./featureRegression.ts"
import { calibrate } from "./isotonic.ts"
import { makeRandom } from "./plainMath.ts"
import { keepQuiet, quietLogit } from "./quiet.ts"
import { readTrainingText } from "./trainingText.ts"
import type { TrainingText } from "./trainingText.ts"
import { isWritten } from "./writtenTexts.ts"

const settings = { passes: 16, rate: 1, decay: 2e-3, seed: 20_261 }

/** The labelled sources by the fold in which they are held out: what one author wrote is held out together. */
const foldOfSource: ReadonlyMap<string, string> = new Map([
  ["copro-sexual", "copro"],
  ["copro-other", "copro"],
  ["ailuminate", "ailuminate"],
  ["strongreject", "strongreject"]
])

/** The number of folds for the parts of the written texts. All texts of a part are in the same one. */
const writtenFolds = 8

/** The number of random folds for the texts of all other sources. */
const randomFolds = 3

/**
 * The second stage sees each labelled source, and each part of the written texts, through a first stage that never saw
 * it.
 */
const foldsOf = (texts: ReadonlyArray<TrainingText>): ReadonlyArray<string> => {
  const random = makeRandom(7)
  const parts = Array.from(new Set(texts.map(({ source }) => source).filter(isWritten))).toSorted()
  const foldOfPart = new Map(parts.map((part, at) => [part, `written ${at % writtenFolds}`]))
  return texts.map(({ source }) => {
    const fold = foldOfPart.get(source) ?? foldOfSource.get(source)
    return fold ?? `random ${Math.floor(random() * randomFolds)}`
  })
}

const bucketsOf = (found: Uint32Array) => ({ count: found.length, found })

/**
 * The first stage's logit of every text, by a first stage that was trained without its source, so that the second stage
 * learns how far wording can be trusted on text from elsewhere.
 */
const wordingFromElsewhere = (texts: ReadonlyArray<TrainingText>): Float64Array => {
  const foldOf = foldsOf(texts)
  const logits = new Float64Array(texts.length)
  for (const fold of new Set(foldOf)) {
    const weights = trainBuckets(
      texts.filter((_, at) => foldOf[at] !== fold),
      settings
    )
    for (const [at, { letters, words }] of texts.entries()) {
      if (foldOf[at] === fold) logits[at] = wordingOfBuckets(weights, bucketsOf(words), bucketsOf(letters))
    }
  }
  return logits
}

const featuresOf = (wording: number, counts: LexiconCounts, length: number): Float64Array => {
  const features = makeFeatures()
  writeFeatures(features, wording, counts, length)
  return features
}

const mostTerms = 3

/** How often texts with one, two, three and more terms of a group are sexual. The rate never falls with more terms. */
const ratesOf = (
  texts: ReadonlyArray<TrainingText>,
  termsOf: (counts: LexiconCounts) => number
): Float64Array => {
  let least = 0
  return Float64Array.from({ length: mostTerms }, (_, at) => {
    const holding = texts.filter(({ counts }) => Math.min(termsOf(counts), mostTerms) === at + 1)
    const all = holding.reduce((sum, { trust }) => sum + trust, 0)
    const sexual = holding.reduce((sum, { positive, trust }) => sum + (positive ? trust : 0), 0)
    least = Math.max(least, Math.min(highestRate, (sexual + 1) / (all + 2)))
    return least
  })
}

const highestRate = 0.985

/** Trains both stages and the calibration. The same texts give the same weights. */
export const trainAdult = (tries: TermTries, corpus: ReadonlyArray<CorpusText>): AdultWeights => {
  const texts = corpus.flatMap((item) => readTrainingText(tries, item) ?? [])
  const labelled = texts.filter(({ label }) => label !== "unlabelled")
  const buckets = trainBuckets(texts, settings)
  const wording = wordingFromElsewhere(texts)
  const documents = texts.flatMap(({ counts, length, positive, source, trust }, at) =>
    trust === 0
      ? []
      : [{ features: featuresOf(wording[at] ?? 0, counts, length), positive, weight: trust, source }]
  )
  const features = trainFeatures(documents)
  const outcomes = documents.map((document) => ({
    logit: logitOf(features, document.features),
    positive: document.positive,
    weight: document.weight,
    source: document.source
  }))
  const captions = outcomes.filter(({ source }) => source === "coco").map(({ logit }) => logit)
  const table = keepQuiet(calibrate(outcomes), quietLogit(captions, features))
  return {
    buckets,
    features,
    ...table,
    explicitRates: ratesOf(labelled, ({ explicit }) => explicit),
    suggestiveRates: ratesOf(
      texts.filter(({ counts }) => counts.explicit === 0),
      ({ mild, suggestive }) => mild + suggestive
    )
  }
}
