import { readFileSync } from "node:fs"
import { lexiconGroup, personKind, workKind, workLabel, youthGroup } from "../builtin/labels.ts"

type ReviewedTrie = "lexicon" | "expressions" | "youth" | "people" | "works"

/** One phrase of `reviewed-terms.txt`. */
export interface ReviewedTerm {
  readonly trie: ReviewedTrie
  readonly label: number
  readonly path: ReadonlyArray<string>
}

type Group = Pick<ReviewedTerm, "trie" | "label">

const groupsOf = (trie: ReviewedTrie, labels: Readonly<Record<string, number>>) =>
  Object.entries(labels).map(([name, label]): readonly [string, Group] => [
    `${trie}.${name}`,
    { trie, label }
  ])

const groups: ReadonlyMap<string, Group> = new Map([
  ...groupsOf("lexicon", lexiconGroup),
  ...groupsOf("expressions", lexiconGroup),
  ...groupsOf("youth", youthGroup),
  ...groupsOf("people", personKind),
  ...groupsOf("works", {
    character: workLabel(workKind.character, 0),
    franchise: workLabel(workKind.franchise, 0),
    brand: workLabel(workKind.brand, 0)
  })
])

/**
 * Terms and names whose group was chosen by hand, because the public lists do not have them or are wrong about them.
 * They are stored as hashes only, so that a reader of the repository meets none of them.
 */
export const readReviewedTerms = (): ReadonlyArray<ReviewedTerm> => {
  const text = readFileSync(new URL("./reviewed-terms.txt", import.meta.url), "utf8")
  const terms: Array<ReviewedTerm> = []
  let group: Group | undefined
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue
    if (line.startsWith("[")) {
      group = groups.get(line.slice(1, -1))
      if (group === undefined) throw new Error(`reviewed-terms.txt has an unknown group: ${line}`)
    } else if (group === undefined) {
      throw new Error(`reviewed-terms.txt has a line of no group: ${line}`)
    } else terms.push({ ...group, path: line.split(" ") })
  }
  return terms
}
