import { foldSubstitutions, normalise, originalSpan } from "../normalisation.ts"
import type { NormalisedText } from "../normalisation.ts"
import { statesAdulthood } from "./adulthood.ts"
import { findAges } from "./ages.ts"
import { findCharacters } from "./canon.ts"
import { holdsPlainExplicit } from "./explicit.ts"
import { findGrades } from "./grades.ts"
import { findChildren } from "./lexicon.ts"
import type { Stretch } from "./lexicon.ts"
import type { Reading, StatedAge } from "./StatedAge.ts"
import { findTerms } from "./terms.ts"
import { tokenise } from "./tokens.ts"

export type EvidenceKind = "age" | "grade" | "unambiguous" | "child" | "character" | "grownCharacter"

/** Something that a floor looks for; offsets are of the original text. */
export interface Evidence {
  readonly kind: EvidenceKind
  readonly start: number
  readonly end: number
}

/** What a prompt says, as far as the floors ask. */
export interface Contents {
  readonly evidence: ReadonlyArray<Evidence>
  readonly explicit: boolean
  readonly adultClaim: boolean
}

const minorAges = (ages: ReadonlyArray<StatedAge>): ReadonlyArray<StatedAge> =>
  ages.filter(({ adult }) => !adult)

const evidenceAt = (view: NormalisedText, kind: EvidenceKind, start: number, end: number): Evidence => ({
  kind,
  ...originalSpan(view, start, end)
})

const readView = (original: string, view: NormalisedText): Contents => {
  const reading: Reading = { text: view.text, tokens: tokenise(view) }
  const originalOf = ({ start, end }: Stretch): string => {
    const span = originalSpan(view, start, end)
    return original.slice(span.start, span.end)
  }
  const as = (kind: EvidenceKind) => (found: Stretch) => ({
    kind,
    ...originalSpan(view, found.start, found.end)
  })
  const ages = findAges(reading)
  const terms = findTerms(reading.tokens)
  const characters = findCharacters(reading, new Map(ages.map((age) => [age.first, age])))
  return {
    evidence: [
      ...minorAges(ages).map(as("age")),
      ...findGrades(reading).map(as("grade")),
      ...terms.filter(({ kind }) => kind === "unambiguous").map(as("unambiguous")),
      ...terms.filter(({ kind }) => kind === "coded").map(as("child")),
      ...findChildren(reading, originalOf).map(as("child")),
      ...characters.filter(({ grown }) => !grown).map(as("character")),
      ...characters.filter(({ grown }) => grown).map(as("grownCharacter"))
    ],
    explicit: terms.some(({ kind }) => kind === "explicit") || holdsPlainExplicit(reading.tokens),
    adultClaim: ages.some(({ adult }) => adult) || statesAdulthood(reading.tokens)
  }
}

/** The views of a text that differ: plain spelling, and substitutions folded with runs of letters kept to one or two. */
const viewsOf = (original: string): ReadonlyArray<NormalisedText> => {
  const plain = normalise(original)
  const folded = foldSubstitutions(plain)
  if (folded.text === plain.text) return [plain]
  const doubled = foldSubstitutions(plain, 2)
  return doubled.text === folded.text ? [plain, folded] : [plain, folded, doubled]
}

/** Reads a prompt in all its views: what one of them shows is there. */
export const readText = (original: string): Contents => {
  const all = viewsOf(original).map((view) => readView(original, view))
  return {
    evidence: all.flatMap(({ evidence }) => evidence),
    explicit: all.some(({ explicit }) => explicit),
    adultClaim: all.some(({ adultClaim }) => adultClaim)
  }
}

/** The unambiguous terms alone, which is all that is looked for in a negative prompt. */
export const readUnambiguousTerms = (original: string): ReadonlyArray<Evidence> =>
  viewsOf(original).flatMap((view) =>
    findTerms(tokenise(view))
      .filter(({ kind }) => kind === "unambiguous")
      .map(({ start, end }) => evidenceAt(view, "unambiguous", start, end))
  )
