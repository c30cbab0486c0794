import { Schema } from "effect"
import { personKind } from "../builtin/labels.ts"
import { artistsAmong } from "./artists.ts"
import { readCuratedNames } from "./curatedNames.ts"
import type { DataFolder } from "./DataFolder.ts"
import { isWord } from "./ordinaryText.ts"
import type { OrdinaryText } from "./ordinaryText.ts"
import { countTexts, phraseOf, wordsOf } from "./phrases.ts"

/** Names of people, each a phrase of normalised words with its kind. */
export interface People {
  readonly names: ReadonlyMap<string, number>
  /** Those of the public lists. */
  readonly listed: ReadonlyMap<string, number>
  /** First names: a capitalised word after one of them may be a surname. */
  readonly givenNames: ReadonlySet<string>
  /** Every word of the listed names: none of them names a character by itself. */
  readonly words: ReadonlySet<string>
}

interface Person {
  readonly name: string
  readonly kind: number
}

/** Everybody in the lists who was born before this year has been dead for more than a century. */
const bornLongAgo = 1850

const Names = Schema.Array(Schema.String)
const corpora = {
  celebrities: Schema.Struct({ celebrities: Names }),
  britishActors: Schema.Struct({ britishActors: Names }),
  wrestlers: Schema.Struct({ wrestlers: Names }),
  richPeople: Schema.Struct({ richPeople: Schema.Array(Schema.Struct({ name: Schema.String })) })
}

/** The value of a plain `key: value` line of the two YAML files, without its quotes. */
const yamlValue = (line: string): string =>
  line
    .slice(line.indexOf(":") + 1)
    .trim()
    .replaceAll(/^'|'$/g, "")

interface Official {
  first: string
  last: string
  full: string
  born: number
}

/** The people of a file of unitedstates/congress-legislators; only its flat fields are needed. */
const readOfficials = (lines: ReadonlyArray<string>): ReadonlyArray<Official> => {
  const officials: Array<Official> = []
  for (const line of lines) {
    if (line.startsWith("- id:")) officials.push({ first: "", last: "", full: "", born: 0 })
    const official = officials.at(-1)
    if (official === undefined) continue
    if (line.startsWith("first:")) official.first = yamlValue(line)
    if (line.startsWith("last:")) official.last = yamlValue(line)
    if (line.startsWith("official_full:")) official.full = yamlValue(line)
    if (line.startsWith("birthday:")) official.born = Number(yamlValue(line).slice(0, 4))
  }
  return officials
}

const kindOf = (born: number) => (born > 0 && born < bornLongAgo ? personKind.historic : personKind.full)

/** Presidents, vice presidents and members of the congress of the United States. */
const officials = (data: DataFolder): ReadonlyArray<Person> =>
  ["gaz-us-executive.yaml", "gaz-congress-current.yaml"]
    .flatMap((file) => readOfficials(data.lines(file)))
    .flatMap(({ born, first, full, last }) => [
      { name: `${first} ${last}`, kind: kindOf(born) },
      { name: full, kind: kindOf(born) },
      { name: last, kind: personKind.surname }
    ])

/** The names of people in the public lists, as they are listed, without the officials. */
export const listedPeople = (data: DataFolder): ReadonlyArray<string> => [
  ...data.json("civitai-lists/words-poi.json", Names),
  ...data.json("gaz-corpora/celebrities.json", corpora.celebrities).celebrities,
  ...data.json("gaz-corpora/britishActors.json", corpora.britishActors).britishActors,
  ...data.json("gaz-corpora/wrestlers.json", corpora.wrestlers).wrestlers,
  ...data.json("gaz-corpora/richpeople.json", corpora.richPeople).richPeople.map(({ name }) => name),
  ...["actor", "actress", "celeb"].flatMap((list) => data.lines(`gaz-sdwildcards-${list}.txt`))
]

const suffixes = new Set(["jr", "sr", "ii", "iii", "iv"])

/** A name as listed, and without its middle initials and suffix. */
const spellingsOf = (name: string): ReadonlyArray<string> => {
  const words = wordsOf(name.replace(/\(.*\)/, " "))
  const short = words.filter((word) => word.length > 1 && !suffixes.has(word))
  return short.length > 1 && short.length < words.length
    ? [words.join(" "), short.join(" ")]
    : [words.join(" ")]
}

/**
 * Whether a word is neither a word of the language nor anybody's ordinary name. A name of one word is kept only if it
 * is such a word.
 */
export const isOneOfAKind = (ordinary: OrdinaryText, word: string): boolean =>
  word.length > 4 &&
  !isWord(ordinary, word) &&
  !ordinary.everydayWords.has(word) &&
  !ordinary.givenNames.has(word) &&
  !ordinary.lastNames.has(word)

/** Whether an entry of a list of names holds only ordinary words and no name: "the hills", "one direction". */
const isPlainWording = (ordinary: OrdinaryText, name: string): boolean =>
  name
    .split(" ")
    .every(
      (word) =>
        ordinary.commonWords.has(word) && !ordinary.givenNames.has(word) && !ordinary.lastNames.has(word)
    )

const settledKind = (ordinary: OrdinaryText, name: string, kind: number): number => {
  if (kind === personKind.surname) return kind
  if (name.includes(" ")) return isPlainWording(ordinary, name) ? 0 : kind
  return isOneOfAKind(ordinary, name) ? personKind.single : 0
}

/** The most words a name may have: longer entries are descriptions. */
const longestName = 6

const firstNameOf = ({ commonWords }: OrdinaryText, name: string): ReadonlyArray<string> => {
  const [first = "", ...rest] = name.split(" ")
  return rest.length > 0 && first.length > 2 && !commonWords.has(first) ? [first] : []
}

/** People by each spelling of their names, without those whose names are too long to be one. */
const withSpellings = (people: ReadonlyArray<Person>): ReadonlyArray<Person> =>
  people
    .flatMap(({ kind, name }) => spellingsOf(name).map((spelling) => ({ name: spelling, kind })))
    .filter(({ name }) => name.split(" ").length <= longestName)

/** People by name with their kind. Names that occur in harmless texts are left out, except surnames. */
const settled = (ordinary: OrdinaryText, people: ReadonlyArray<Person>): ReadonlyMap<string, number> => {
  const harmless = countTexts(
    people.map(({ name }) => name),
    [...ordinary.captions, ...ordinary.harmlessPrompts]
  )
  const isKept = ({ kind, name }: Person) =>
    kind !== 0 && (kind === personKind.surname || (harmless.get(name) ?? 0) === 0)
  const kept = people
    .map(({ kind, name }) => ({ name, kind: settledKind(ordinary, name, kind) }))
    .filter(isKept)
  return new Map(kept.toReversed().map(({ kind, name }) => [name, kind] as const))
}

const full = (name: string): Person => ({ name, kind: personKind.full })

/** The names of people in all lists, and those chosen by hand. */
export const readPeople = (data: DataFolder, ordinary: OrdinaryText): People => {
  const inLists = withSpellings([
    ...officials(data).filter(({ name }) => name !== ""),
    ...listedPeople(data).map(full)
  ])
  const listed = settled(ordinary, inLists)
  const { people, peopleOfOneName } = readCuratedNames()
  const curated = settled(ordinary, withSpellings(people.map(full)))
  const artists = artistsAmong(new Set(curated.keys()), ordinary)
  const firstNames = Array.from(listed.keys()).flatMap((name) => firstNameOf(ordinary, name))
  return {
    names: new Map([
      ...Array.from(curated).filter(([name]) => !artists.has(name)),
      ...listed,
      ...peopleOfOneName.map((name) => [phraseOf(name), personKind.single] as const)
    ]),
    listed,
    givenNames: new Set([...ordinary.givenNames, ...firstNames]),
    words: new Set(inLists.flatMap(({ name }) => name.split(" ")))
  }
}

/** Shorter words may be abbreviations or names of things. */
const shortestJoined = 8

/** Names of several words written as one, as in a hashtag or an address. */
export const joinedNames = (
  names: ReadonlyMap<string, number>,
  ordinary: OrdinaryText
): ReadonlyArray<readonly [name: string, kind: number]> =>
  Array.from(names)
    .filter(([name, kind]) => name.includes(" ") && kind !== personKind.surname)
    .map(([name, kind]) => [name.replaceAll(" ", ""), kind] as const)
    .filter(
      ([name]) => name.length >= shortestJoined && !ordinary.uses.has(name) && isOneOfAKind(ordinary, name)
    )
