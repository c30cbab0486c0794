import { mostFranchises, workKind, workLabel } from "../builtin/labels.ts"
import { readBrands } from "./brands.ts"
import { readCharacters } from "./characters.ts"
import type { DataFolder } from "./DataFolder.ts"
import { readFranchises } from "./franchises.ts"
import { isWord } from "./ordinaryText.ts"
import type { OrdinaryText } from "./ordinaryText.ts"
import type { People } from "./people.ts"
import { countTexts } from "./phrases.ts"

/** Words beside the style of which nobody's work is meant: sites, programs and cameras that prompts name for quality. */
const boilerplate = new Set(
  [
    "artstation, artstationhq, deviantart, pinterest, instagram, behance, pixiv, cgsociety, tumblr, flickr, 500px, unsplash",
    "shutterstock, getty images, unreal engine, unreal, unity, octane, octane render, blender, zbrush, maya, houdini",
    "cinema 4d, redshift, v ray, keyshot, adobe, photoshop, adobe photoshop, illustrator, adobe illustrator, procreate",
    "adobe lightroom, lightroom, canon, nikon, sony, leica, kodak, fujifilm, fuji, hasselblad, pentax, olympus, panasonic",
    "gopro, polaroid, nvidia, midjourney, stable diffusion, dall e, openai, imax, youtube, google, twitter, facebook, reddit",
    "original, vocaloid, virtual youtuber, indie virtual youtuber, real life, mythology, doujinshi, photoreal, trending, photo",
    "bosch, lacoste, glitch, cryengine, katana, lumen, 1 1, eaton, fritz, percy, pino, immer, fedora, bento, hot rod",
    "contraption, entourage, mamiya, yayoi, hayao miyazaki, miyazaki hayao, kyoto animation, emo girl, dark elf",
    "mona lisa, mona, van gogh, santa claus, bismarck, tiki, black swan, united kingdom, united states, united nations",
    "national geographic, vogue, dreamworks pixar, character, steampunk, cyberpunk, webtoon, manga, anime, comics, cosplay"
  ]
    .join(", ")
    .split(", ")
)

/** A word used more often than this in English is a word first, however famous its bearer is, or he is not. */
const mostUses = { famous: 300_000, other: 100_000 }

const inflections = ["s", "es", "ed", "ing", "er"]

/** "spaceship", "treehouse": two words of which each stands for itself. */
const isCompound = (ordinary: OrdinaryText, word: string): boolean => {
  for (let at = 4; at <= word.length - 3; at++) {
    if (ordinary.commonWords.has(word.slice(0, at)) && ordinary.commonWords.has(word.slice(at))) return true
  }
  return false
}

const isEverydayWord = (ordinary: OrdinaryText, word: string): boolean =>
  isCompound(ordinary, word) ||
  ordinary.prose.has(word) ||
  inflections.some((ending) => word.endsWith(ending) && isWord(ordinary, word.slice(0, -ending.length)))

const isDistinctWord = (
  ordinary: OrdinaryText,
  personal: ReadonlySet<string>,
  word: string,
  isFamous: boolean
): boolean =>
  word.length > 3 &&
  !ordinary.commonWords.has(word) &&
  (ordinary.uses.get(word) ?? 0) < (isFamous ? mostUses.famous : mostUses.other) &&
  (isFamous || !isEverydayWord(ordinary, word)) &&
  !personal.has(word) &&
  !ordinary.givenNames.has(word) &&
  !ordinary.lastNames.has(word)

/** Whether a name says by itself which work is meant. */
const isDistinct = (
  ordinary: OrdinaryText,
  personal: ReadonlySet<string>,
  { isFamous, name }: WorkName
): boolean => {
  const words = name.split(" ")
  if (words.length === 1) return isDistinctWord(ordinary, personal, name, isFamous)
  const isPlain = (word: string) => isWord(ordinary, word) || isEverydayWord(ordinary, word)
  return (
    isFamous ||
    !words.every(isPlain) ||
    (words.length > 2 && !words.every((word) => ordinary.commonWords.has(word)))
  )
}

/** How well a name is known: entries in its source, and uses in real prompts. */
export interface WorkName {
  readonly name: string
  readonly kind: number
  readonly franchise: string
  /** Known so well that even a name of plain words means the work ("star wars"). */
  readonly isFamous: boolean
}

/** At least this share of a name's uses behind "by" makes it an artist. */
const artistShare = 0.4

const artistsOf = (names: ReadonlySet<string>, ordinary: OrdinaryText): ReadonlySet<string> => {
  const all = countTexts(names, ordinary.artPrompts)
  const credited = countTexts(
    Array.from(names, (name) => `by ${name}`),
    ordinary.artPrompts
  )
  return new Set(
    Array.from(names).filter((name) => {
      const uses = credited.get(`by ${name}`) ?? 0
      return uses > 1 && uses / ((all.get(name) ?? 0) + uses) >= artistShare
    })
  )
}

/** A photograph can show a famous name (a toy, a shirt); more captions than this make it an ordinary word. */
const toleratedCaptions = 3

/** A demoted name needs a second cue, so it is worth keeping only where a cue can come. */
const demotedKind = (
  { franchise, isFamous, kind }: WorkName,
  numbers: ReadonlyMap<string, number>
): number => {
  if (kind === workKind.character) return numbers.has(franchise) || isFamous ? workKind.demotedCharacter : 0
  return kind === workKind.franchise && isFamous ? workKind.demotedFranchise : 0
}

/** The names of characters, franchises and brands with their labels, the ambiguous ones demoted or left out. */
export const readWorks = (
  data: DataFolder,
  ordinary: OrdinaryText,
  people: People
): ReadonlyMap<string, number> => {
  const franchises = readFranchises(data)
  const found = [...readCharacters(data, ordinary), ...franchises, ...readBrands(data)]
  const names = new Set(found.map(({ name }) => name))
  const harmless = countTexts(names, [...ordinary.captions, ...ordinary.harmlessPrompts])
  const artists = artistsOf(names, ordinary)
  const numbers = new Map(
    Array.from(new Set(franchises.map(({ franchise }) => franchise)))
      .slice(0, mostFranchises)
      .map((franchise, at) => [franchise, at + 1] as const)
  )
  const labels = new Map<string, number>()
  const isLeftOut = (name: string) =>
    name === "" || labels.has(name) || boilerplate.has(name) || artists.has(name) || people.names.has(name)
  for (const work of found) {
    const { franchise, kind, name } = work
    if (isLeftOut(name)) continue
    const tolerated = work.isFamous || !isWord(ordinary, name) ? toleratedCaptions : 0
    const isOrdinary = !isDistinct(ordinary, people.words, work) || (harmless.get(name) ?? 0) > tolerated
    const settled = isOrdinary ? demotedKind(work, numbers) : kind
    if (settled !== 0) labels.set(name, workLabel(settled, numbers.get(franchise) ?? 0))
  }
  return labels
}
