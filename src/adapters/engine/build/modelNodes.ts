import type { ModelNodes, TrieName } from "../builtin/Model.ts"
import type { DataFolder } from "./DataFolder.ts"
import { readLexicon } from "./lexicon.ts"
import { readOrdinaryText } from "./ordinaryText.ts"
import { readPeople } from "./people.ts"
import { makePhraseCollector } from "./phrases.ts"
import { readReviewedTerms } from "./reviewedTerms.ts"
import { readWorks } from "./works.ts"

/** Everything that goes into the artefact. The reviewed terms come first, because of two labels the first stays. */
export const makeModelNodes = (data: DataFolder): ModelNodes => {
  const ordinary = readOrdinaryText(data)
  const people = readPeople(data, ordinary)
  const collectors = {
    lexicon: makePhraseCollector(),
    expressions: makePhraseCollector(),
    youth: makePhraseCollector(),
    people: makePhraseCollector(),
    works: makePhraseCollector(),
    givenNames: makePhraseCollector()
  }
  const reviewed = readReviewedTerms()
  for (const { label, path, trie } of reviewed) collectors[trie].addPath(path, label)
  const addAll = (trie: TrieName, phrases: Iterable<readonly [string, number]>) => {
    for (const [phrase, label] of phrases) collectors[trie].add(phrase, label)
  }
  addAll("lexicon", readLexicon(data, ordinary, reviewed))
  addAll("people", people.names)
  addAll("works", readWorks(data, ordinary, people))
  addAll(
    "givenNames",
    Array.from(people.givenNames, (name) => [name, 1] as const)
  )
  return {
    lexicon: collectors.lexicon.nodes(),
    expressions: collectors.expressions.nodes(),
    youth: collectors.youth.nodes(),
    people: collectors.people.nodes(),
    works: collectors.works.nodes(),
    givenNames: collectors.givenNames.nodes()
  }
}
