import { personKind, workKind, workLabel } from "../builtin/labels.ts"
import type { ModelNodes, TrieName } from "../builtin/Model.ts"
import type { NameSlips } from "../builtin/nameSlips.ts"
import type { DataFolder } from "./DataFolder.ts"
import { otherMeaningsOfWorks, otherMeaningsOfPeople } from "./distinctNames.ts"
import { readLexicon } from "./lexicon.ts"
import { readNameWords } from "./nameWords.ts"
import { readOrdinaryWords } from "./nearTerms.ts"
import { readOrdinaryText } from "./ordinaryText.ts"
import { joinedNames, readPeople } from "./people.ts"
import { makePhraseCollector } from "./phrases.ts"
import { readReviewedTerms } from "./reviewedTerms.ts"
import { readWorks } from "./works.ts"

/** The phrases of the artefact, and the filters for slips in names. */
export interface Phrases {
  readonly nodes: ModelNodes
  readonly nameSlips: NameSlips
}

/**
 * Everything in the artefact that is looked up by phrase. The reviewed terms come first, because the first of two
 * labels stays.
 */
export const makeModelNodes = (data: DataFolder): Phrases => {
  const ordinary = readOrdinaryText(data)
  const people = readPeople(data, ordinary)
  const collectors = {
    lexicon: makePhraseCollector(),
    expressions: makePhraseCollector(),
    youth: makePhraseCollector(),
    people: makePhraseCollector(),
    works: makePhraseCollector(),
    givenNames: makePhraseCollector(),
    nameWords: makePhraseCollector()
  }
  const reviewed = readReviewedTerms()
  for (const { label, path, trie } of reviewed) collectors[trie].addPath(path, label)
  const addAll = (trie: TrieName, phrases: Iterable<readonly [string, number]>) => {
    for (const [phrase, label] of phrases) collectors[trie].add(phrase, label)
  }
  addAll("lexicon", readLexicon(data, ordinary, reviewed))
  addAll("people", people.names)
  addAll("people", joinedNames(people.names, ordinary))
  addAll(
    "people",
    otherMeaningsOfPeople.map((phrase) => [phrase, personKind.harmless] as const)
  )
  const works = readWorks(data, ordinary, people)
  addAll("works", works)
  addAll(
    "works",
    otherMeaningsOfWorks.map((phrase) => [phrase, workLabel(workKind.harmless, 0)] as const)
  )
  addAll(
    "givenNames",
    Array.from(people.givenNames, (name) => [name, 1] as const)
  )
  const nameWords = readNameWords(people.listed, works, ordinary, readOrdinaryWords(data, ordinary))
  addAll("nameWords", nameWords.labels)
  const nodes = {
    lexicon: collectors.lexicon.nodes(),
    expressions: collectors.expressions.nodes(),
    youth: collectors.youth.nodes(),
    people: collectors.people.nodes(),
    works: collectors.works.nodes(),
    givenNames: collectors.givenNames.nodes(),
    nameWords: collectors.nameWords.nodes()
  }
  return { nodes, nameSlips: nameWords.slips }
}
