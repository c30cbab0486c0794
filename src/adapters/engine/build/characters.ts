import { Schema } from "effect"
import { workKind } from "../builtin/labels.ts"
import { readCuratedNames } from "./curatedNames.ts"
import type { DataFolder } from "./DataFolder.ts"
import { tagName } from "./franchises.ts"
import type { OrdinaryText } from "./ordinaryText.ts"
import { countTexts, phraseOf } from "./phrases.ts"
import type { WorkName } from "./WorkName.ts"

/** The category of characters in the tag list. */
const characterTag = "4"
/**
 * A character with at least this many pictures is taken in; one with fewer, but not fewer than `fewestPictures`, only
 * if real prompts name it and its name has several words.
 */
const enoughPictures = 1000
const fewestPictures = 25
const famousPictures = 1500
/** The fewest appearances of a comics character that is taken in. */
const enoughAppearances = 150
const famousAppearances = 800

const kind = workKind.character

const qualifier = (tag: string): string =>
  phraseOf((/\(([^()]*)\)$/.exec(tag)?.[1] ?? "").replaceAll("_", " "))

const reversed = (name: string): ReadonlyArray<string> => {
  const words = name.split(" ")
  return words.length === 2 ? [name, words.toReversed().join(" ")] : [name]
}

/**
 * A word is an ordinary given name if it is in at least so many names of two words, is the whole name of characters of
 * at least so many works, and both numbers together come to so many.
 */
const fewestBearers = { names: 3, works: 2, together: 6 } as const

/**
 * Words that characters of several works share, as a part of a name and as a whole one: the given names of Japan
 * ("haruka").
 */
export const sharedNames = (data: DataFolder): ReadonlySet<string> => {
  const bearers = new Map<string, { readonly names: Set<string>; readonly works: Set<string> }>()
  for (const [tag = "", category] of data.rows("gaz-danbooru-tags.csv")) {
    if (category !== characterTag) continue
    const name = tagName(tag)
    const words = name.split(" ")
    if (words.length > 2) continue
    for (const word of words) {
      const known = bearers.get(word) ?? { names: new Set(), works: new Set() }
      bearers.set(word, known)
      if (words.length === 1) known.works.add(qualifier(tag))
      else known.names.add(name)
    }
  }
  const isShared = (names: number, works: number) =>
    names >= fewestBearers.names && works >= fewestBearers.works && names + works >= fewestBearers.together
  return new Set(
    Array.from(bearers).flatMap(([word, { names, works }]) =>
      isShared(names.size, works.size) ? [word] : []
    )
  )
}

const taggedCharacters = (data: DataFolder, ordinary: OrdinaryText): ReadonlyArray<WorkName> => {
  const tags = data
    .rows("gaz-danbooru-tags.csv")
    .filter(([, category, count]) => category === characterTag && Number(count) >= fewestPictures)
    .map(([tag = "", , count]) => ({
      name: tagName(tag),
      franchise: qualifier(tag),
      pictures: Number(count)
    }))
  const named = countTexts(
    tags.flatMap(({ name }) => reversed(name)),
    ordinary.artPrompts
  )
  return tags.flatMap(({ franchise, name, pictures }) => {
    const isNamed = name.includes(" ") && reversed(name).some((spelling) => (named.get(spelling) ?? 0) > 0)
    if (pictures < enoughPictures && !isNamed) return []
    return reversed(name).map((spelling) => ({
      name: spelling,
      kind,
      franchise,
      isFamous: pictures >= famousPictures && spelling === name
    }))
  })
}

/** "Spider-Man (Peter Parker)" gives two names: that of the hero and, in brackets, that of a person. */
const comicsCharacters = (data: DataFolder, file: string, franchise: string): ReadonlyArray<WorkName> =>
  data
    .records(file)
    .filter((row) => Number(row["APPEARANCES"]) >= enoughAppearances)
    .flatMap((row) => {
      const [hero = "", person = ""] = (row["name"] ?? "").replaceAll(")", "").split("(")
      const names = [phraseOf(hero), hero.includes("-") ? phraseOf(hero.replaceAll("-", "")) : ""]
      const isPerson = !person.startsWith("Earth") && !person.startsWith("New") && person.includes(" ")
      const isFamous = Number(row["APPEARANCES"]) >= famousAppearances
      return [...names, isPerson ? phraseOf(person) : ""].map((name) => ({ name, kind, franchise, isFamous }))
    })

/** The languages whose names of species are taken in: French, German, English. */
const speciesLanguages = new Set(["5", "6", "9"])

const Names = Schema.Array(Schema.String)
const Tolkien = Schema.Struct({ names: Names })
const StreetFighter = Schema.Struct({ characters: Schema.Array(Schema.Struct({ character: Schema.String })) })

const listed = (names: ReadonlyArray<string>, franchise: string): ReadonlyArray<WorkName> =>
  names.map((name) => ({ name: phraseOf(name), kind, franchise, isFamous: false }))

/** Their works are not noted, so that any work beside one of them will do. */
const curatedCharacters = (): ReadonlyArray<WorkName> => {
  const { ambiguousCharacters, characters } = readCuratedNames()
  const named = (names: ReadonlyArray<string>, kind: number) =>
    names.map((name) => ({ name: phraseOf(name), kind, franchise: "", isFamous: true }))
  return [...named(characters, workKind.character), ...named(ambiguousCharacters, workKind.demotedCharacter)]
}

/** Characters of fiction from every source, the best source for a name first. */
export const readCharacters = (data: DataFolder, ordinary: OrdinaryText): ReadonlyArray<WorkName> => [
  ...taggedCharacters(data, ordinary),
  ...comicsCharacters(data, "gaz-comics-marvel.csv", "marvel"),
  ...comicsCharacters(data, "gaz-comics-dc.csv", "dc comics"),
  ...listed(
    data
      .records("gaz-pokemon-species-names.csv")
      .filter((row) => speciesLanguages.has(row["local_language_id"] ?? ""))
      .map((row) => row["name"] ?? ""),
    "pokemon"
  ),
  ...listed(data.json("gaz-corpora/League_of_legends_champion_names.json", Names), "league of legends"),
  ...listed(data.json("gaz-corpora/tolkienCharacterNames.json", Tolkien).names, "the lord of the rings"),
  ...listed(
    data
      .json("gaz-corpora/street_fighter_ii.json", StreetFighter)
      .characters.map(({ character }) => character),
    "street fighter"
  ),
  ...curatedCharacters()
]
