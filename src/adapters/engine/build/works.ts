import { mostFranchises, workKind, workLabel } from "../builtin/labels.ts"
import { artistsAmong } from "./artists.ts"
import { readBrands } from "./brands.ts"
import { readCharacters, sharedNames } from "./characters.ts"
import type { DataFolder } from "./DataFolder.ts"
import { boilerplate, isDistinct } from "./distinctNames.ts"
import { readFranchises } from "./franchises.ts"
import { isWord } from "./ordinaryText.ts"
import type { OrdinaryText } from "./ordinaryText.ts"
import type { People } from "./people.ts"
import { countTexts } from "./phrases.ts"
import type { WorkName } from "./WorkName.ts"

/** "C.C." and "I-8" are letters and numbers first, as in "C, C++" and "I.8". */
const isLettersAndNumbers = (name: string): boolean =>
  name.split(" ").every((word) => /^(?:[a-z]|\d+)$/.test(word))

/**
 * A photograph can show something with a famous name (a toy, a shirt). A name in more captions than this is an ordinary
 * word.
 */
const toleratedCaptions = 3

/**
 * The demoted kind of a name, 0 to leave it out. A demoted name needs a second cue, so it is worth keeping only if
 * there can be one.
 */
const demotedKind = (
  { franchise, isFamous, kind }: WorkName,
  numbers: ReadonlyMap<string, number>
): number => {
  if (kind === workKind.demotedCharacter) return kind
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
  const artists = artistsAmong(names, ordinary)
  const personal = new Set([...people.words, ...sharedNames(data)])
  const numbers = new Map(
    Array.from(new Set(franchises.map(({ franchise }) => franchise)))
      .slice(0, mostFranchises)
      .map((franchise, at) => [franchise, at + 1] as const)
  )
  const labels = new Map<string, number>()
  const isLeftOut = (name: string) =>
    name === "" ||
    isLettersAndNumbers(name) ||
    labels.has(name) ||
    boilerplate.has(name) ||
    artists.has(name) ||
    people.names.has(name)
  for (const work of found) {
    const { franchise, kind, name } = work
    if (isLeftOut(name)) continue
    const tolerated = work.isFamous || !isWord(ordinary, name) ? toleratedCaptions : 0
    const isOrdinary = !isDistinct(ordinary, personal, work) || (harmless.get(name) ?? 0) > tolerated
    const settled = isOrdinary ? demotedKind(work, numbers) : kind
    if (settled !== 0) labels.set(name, workLabel(settled, numbers.get(franchise) ?? 0))
  }
  return labels
}
