import type { AdultWeights } from "../../builtin/adultWeights.ts"
import { lexiconGroup } from "../../builtin/labels.ts"
import type { TermTries } from "../../builtin/lexicon.ts"
import type { DataFolder } from "../DataFolder.ts"
import { readLexicon } from "../lexicon.ts"
import { groupOf, vocabularyOf } from "../nearTerms.ts"
import { readOrdinaryText } from "../ordinaryText.ts"
import { readReviewedTerms } from "../reviewedTerms.ts"
import { readCorpus } from "./corpus.ts"
import { makeTexts } from "./madeTexts.ts"
import { trainAdult } from "./trainAdult.ts"
import { readWrittenTexts } from "./writtenTexts.ts"

/** How many captions, and how many image prompts, carry terms in the made texts. */
const carriersOfEachKind = 4000

/** Trains the adult check on all sources except those in `heldOut`. */
export const buildAdultWeights = (
  data: DataFolder,
  tries: TermTries,
  heldOut: ReadonlyArray<string> = []
): AdultWeights => {
  const ordinary = readOrdinaryText(data)
  const listed = readLexicon(data, ordinary, readReviewedTerms())
  const isExplicit = (term: string) => groupOf(tries.lexicon, term) === lexiconGroup.explicit
  const made = makeTexts({
    terms: Array.from(new Set([...listed.keys(), ...vocabularyOf(data, ordinary)])).filter(isExplicit),
    words: [...ordinary.commonWords, ...ordinary.everydayWords].filter(
      (word) => groupOf(tries.lexicon, word) === 0
    ),
    carriers: [
      ...ordinary.captions.slice(0, carriersOfEachKind),
      ...ordinary.artPrompts.slice(0, carriersOfEachKind)
    ]
  })
  const corpus = [...readCorpus(data), ...readWrittenTexts(), ...made].filter(
    ({ source }) => !heldOut.includes(source)
  )
  return trainAdult(tries, corpus)
}
