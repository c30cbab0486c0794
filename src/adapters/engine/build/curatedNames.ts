import { readFileSync } from "node:fs"

/** The names of `curated-names.txt` by their section, as they are written there. */
export interface CuratedNames {
  readonly people: ReadonlyArray<string>
  /**
   * People whom one word names, although it is a word or a name of others too. The build takes them as they are; what
   * else such a word may mean stands in `otherMeaningsOfPeople`.
   */
  readonly peopleOfOneName: ReadonlyArray<string>
  readonly characters: ReadonlyArray<string>
  /** Characters that are named like people or things: they count only beside their work. */
  readonly ambiguousCharacters: ReadonlyArray<string>
  /** Characters that their work is named after. */
  readonly titleCharacters: ReadonlyArray<string>
  readonly works: ReadonlyArray<string>
}

const sections = {
  "[people]": "people",
  "[people of one name]": "peopleOfOneName",
  "[characters]": "characters",
  "[ambiguous characters]": "ambiguousCharacters",
  "[title characters]": "titleCharacters",
  "[works]": "works"
} as const

const isHeading = (line: string): line is keyof typeof sections => line in sections

/** Names that the public lists lack, chosen by hand. The build tests all but one section as it tests listed names. */
export const readCuratedNames = (): CuratedNames => {
  const names = {
    people: new Array<string>(),
    peopleOfOneName: new Array<string>(),
    characters: new Array<string>(),
    ambiguousCharacters: new Array<string>(),
    titleCharacters: new Array<string>(),
    works: new Array<string>()
  }
  let section: keyof CuratedNames | undefined
  const text = readFileSync(new URL("./curated-names.txt", import.meta.url), "utf8")
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue
    if (isHeading(line)) section = sections[line]
    else if (section === undefined || line.startsWith("[")) {
      throw new Error(`curated-names.txt has a line of no section: ${line}`)
    } else names[section].push(line)
  }
  return names
}
