import { Schema } from "effect"
import type { DataFolder } from "./DataFolder.ts"
import { readEverydayWords } from "./everydayWords.ts"
import { phraseOf, wordsOf } from "./phrases.ts"

/** What ordinary words and ordinary prompts look like: terms and names that occur there are demoted. */
export interface OrdinaryText {
  /** The most common English words, names left out. */
  readonly commonWords: ReadonlySet<string>
  /** Everyday words that the other lists have too few of, above all words of other languages. */
  readonly everydayWords: ReadonlySet<string>
  /** How often a word is used in English print and pages; absent if it is not a word. */
  readonly uses: ReadonlyMap<string, number>
  /** Common first and last names. */
  readonly givenNames: ReadonlySet<string>
  readonly lastNames: ReadonlySet<string>
  /** Captions of photographs; held-out ones are left for measurement. */
  readonly captions: ReadonlyArray<string>
  /** Prompts that were written to be harmless. */
  readonly harmlessPrompts: ReadonlyArray<string>
  /** Words that people write in lower case in running text. */
  readonly prose: ReadonlySet<string>
  /** Real prompts of an image generator, art styles and artists included. */
  readonly artPrompts: ReadonlyArray<string>
}

/** Captions after these are kept for measurement. */
export const captionsForBuilding = 8000

export const CoproRow = Schema.Struct({ prompt: Schema.String, label: Schema.String, group: Schema.String })
const FirstNames = Schema.Struct({ firstNames: Schema.Array(Schema.String) })
const LastNames = Schema.Struct({ lastNames: Schema.Array(Schema.String) })

const readUses = (data: DataFolder): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>()
  for (const [word = "", , count = ""] of data.rows("english-dictionary.csv")) {
    const spelled = wordsOf(word).join(" ")
    uses.set(spelled, Math.max(uses.get(spelled) ?? 0, Number(count)))
  }
  return uses
}

/** A name that at least this many texts have in lower case is also a word. */
const fewestSmallUses = 3

const readProse = (texts: ReadonlyArray<string>): ReadonlySet<string> => {
  const uses = new Map<string, number>()
  for (const text of texts) {
    for (const word of new Set(text.match(/\b[a-z]{3,}\b/g) ?? [])) uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  return new Set(Array.from(uses).flatMap(([word, count]) => (count >= fewestSmallUses ? [word] : [])))
}

export const readOrdinaryText = (data: DataFolder): OrdinaryText => ({
  commonWords: new Set(data.lines("common-english-10k-no-names.txt").flatMap(wordsOf)),
  everydayWords: new Set(readEverydayWords().map(phraseOf)),
  uses: readUses(data),
  givenNames: new Set(data.json("gaz-corpora/firstNames.json", FirstNames).firstNames.flatMap(wordsOf)),
  lastNames: new Set(data.json("gaz-corpora/lastNames.json", LastNames).lastNames.flatMap(wordsOf)),
  captions: data.prompts("coco-captions-15k.jsonl.gz").slice(0, captionsForBuilding),
  harmlessPrompts: data
    .jsonLines("copro-id.jsonl.gz", CoproRow)
    .filter(({ label }) => label === "safe")
    .map(({ prompt }) => prompt),
  prose: readProse([
    ...data.records("edos.csv").map((row) => row["text"] ?? ""),
    ...data.prompts("hh-harmless-test-human-turns.jsonl.gz")
  ]),
  artPrompts: data.prompts("imagereward-refl-10k.jsonl.gz")
})

/** Words used less often than this are slips and names rather than words. */
const rarestWord = 200_000

/** Whether English uses a word often enough for it to be one, and not a slip or a name. */
export const isWord = ({ commonWords, uses }: OrdinaryText, word: string): boolean =>
  commonWords.has(word) || (uses.get(word) ?? 0) >= rarestWord
