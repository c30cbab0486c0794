import { normalise } from "../../../domain/screening/normalisation/normalise.ts"
import { checkOf, extendHigh, extendLow } from "../builtin/phraseHash.ts"
import { longestPhrase, makePhraseTrie, matchAt } from "../builtin/PhraseTrie.ts"
import type { PhraseMatch, PhraseNode, PhraseTrie } from "../builtin/PhraseTrie.ts"
import { makeTokens, readTokens } from "../builtin/tokens.ts"
import type { Tokens } from "../builtin/tokens.ts"

/** The words of a text as the engine reads them. */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const normalised = normalise(text).text
  const tokens = makeTokens(16)
  readTokens(normalised, tokens)
  return Array.from({ length: tokens.count }, (_, at) =>
    normalised.slice(tokens.starts[at] ?? 0, tokens.ends[at] ?? 0)
  )
}

/** A phrase in the one spelling by which the build compares phrases: normalised words with single spaces. */
export const phraseOf = (text: string): string => wordsOf(text).join(" ")

/** The hashes of a phrase's beginnings, as the 10 hex digits that `reviewed-terms.txt` holds. */
export const hashPath = (phrase: string): ReadonlyArray<string> => {
  const tokens = makeTokens(16)
  readTokens(normalise(phrase).text, tokens)
  const path: Array<string> = []
  let low = 0
  let high = 0
  for (let at = 0; at < Math.min(tokens.count, longestPhrase); at++) {
    low = extendLow(low, tokens.low[at] ?? 0)
    high = extendHigh(high, tokens.high[at] ?? 0)
    path.push(low.toString(16).padStart(8, "0") + checkOf(high).toString(16).padStart(2, "0"))
  }
  return path
}

/** Collects labelled phrases. Of two labels for one phrase, the first stays. */
export interface PhraseCollector {
  readonly add: (phrase: string, label: number) => void
  readonly addPath: (path: ReadonlyArray<string>, label: number) => void
  readonly nodes: () => ReadonlyArray<PhraseNode>
}

export const makePhraseCollector = (): PhraseCollector => {
  const found = new Map<string, { label: number; goesOn: boolean }>()
  const addPath: PhraseCollector["addPath"] = (path, label) => {
    for (const [at, hash] of path.entries()) {
      const node = found.get(hash) ?? { label: 0, goesOn: false }
      if (at < path.length - 1) node.goesOn = true
      else if (node.label === 0) node.label = label
      found.set(hash, node)
    }
  }
  return {
    add: (phrase, label) => addPath(hashPath(phrase), label),
    addPath,
    nodes: () =>
      Array.from(found, ([hash, { goesOn, label }]) => ({
        key: parseInt(hash.slice(0, 8), 16),
        check: parseInt(hash.slice(8), 16),
        label,
        goesOn
      }))
  }
}

interface FoundPhrase {
  readonly phrase: string
  readonly label: number
}

/** The phrases of a trie in a normalised text, the longest at each place. */
const phrasesIn = (text: string, trie: PhraseTrie, tokens: Tokens): ReadonlyArray<FoundPhrase> => {
  readTokens(text, tokens)
  const match: PhraseMatch = { slot: 0, label: 0, end: 0 }
  const found: Array<FoundPhrase> = []
  for (let at = 0; at < tokens.count; at++) {
    if (!matchAt(trie, tokens, at, match)) continue
    const words: Array<string> = []
    for (let word = at; word < match.end; word++) {
      words.push(text.slice(tokens.starts[word] ?? 0, tokens.ends[word] ?? 0))
    }
    found.push({ phrase: words.join(" "), label: match.label })
    at = match.end - 1
  }
  return found
}

/** Makes a function that returns the labels of the phrases inside a text. */
export const labelFinder = (nodes: ReadonlyArray<PhraseNode>): ((text: string) => ReadonlyArray<number>) => {
  const trie = makePhraseTrie(nodes)
  const tokens = makeTokens(64)
  return (text) => phrasesIn(normalise(text).text, trie, tokens).map(({ label }) => label)
}

/** How many of the texts contain each phrase, as the longest phrase at its place. */
export const countTexts = (
  phrases: Iterable<string>,
  texts: ReadonlyArray<string>
): ReadonlyMap<string, number> => {
  const collector = makePhraseCollector()
  for (const phrase of phrases) collector.add(phrase, 1)
  const trie = makePhraseTrie(collector.nodes())
  const tokens = makeTokens(64)
  const counts = new Map<string, number>()
  for (const original of texts) {
    const found = phrasesIn(normalise(original).text, trie, tokens)
    for (const phrase of new Set(found.map(({ phrase }) => phrase))) {
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
    }
  }
  return counts
}
