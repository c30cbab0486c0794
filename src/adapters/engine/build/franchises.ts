import { Schema } from "effect"
import { workKind } from "../builtin/labels.ts"
import { readCuratedNames } from "./curatedNames.ts"
import type { DataFolder } from "./DataFolder.ts"
import { phraseOf } from "./phrases.ts"
import type { WorkName } from "./WorkName.ts"

const TvShows = Schema.Struct({ tv_shows: Schema.Array(Schema.String) })
const Movies = Schema.Struct({ "popular-movies": Schema.Array(Schema.String) })

/** Category 3 of the tag list: works and their publishers. */
const franchiseTag = "3"
const fewestPictures = 300
const famousPictures = 2000

/** A tag without its qualifier: `fate_(series)` is "fate". */
export const tagName = (tag: string): string => phraseOf(tag.replace(/_?\(.*$/, "").replaceAll("_", " "))

/** Franchises by the name that characters refer to, the best known first. */
export const readFranchises = (data: DataFolder): ReadonlyArray<WorkName> => {
  const kind = workKind.franchise
  const tagged = data
    .rows("gaz-danbooru-tags.csv")
    .filter(([, category, count]) => category === franchiseTag && Number(count) >= fewestPictures)
    .toSorted(([, , left], [, , right]) => Number(right) - Number(left))
    .map(([tag = "", , count]) => {
      const name = tagName(tag)
      return { name, kind, franchise: name, isFamous: Number(count) >= famousPictures }
    })
  const comics = ["marvel comics", "dc comics", "marvel", "dc universe"].map((name) => ({
    name,
    kind,
    franchise: name.startsWith("marvel") ? "marvel" : "dc comics",
    isFamous: true
  }))
  const titles = [
    ...data.json("gaz-corpora/tv_shows.json", TvShows).tv_shows,
    ...data.json("gaz-corpora/popular-movies.json", Movies)["popular-movies"]
  ].map((title) => {
    const name = phraseOf(title.replace(/\(.*\)/, " "))
    return { name, kind, franchise: name, isFamous: false }
  })
  const { titleCharacters, works } = readCuratedNames()
  const curated = (names: ReadonlyArray<string>, kind: number) =>
    names.map(phraseOf).map((name) => ({ name, kind, franchise: name, isFamous: true }))
  return [
    ...curated(titleCharacters, workKind.titleCharacter),
    ...tagged,
    ...comics,
    ...curated(works, kind),
    ...titles
  ]
}
