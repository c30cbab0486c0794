import { foldSubstitutions, normalise, originalSpan } from "../normalisation/normalise.ts"
import type { NormalisedText, Span } from "../normalisation/normalise.ts"
import { listsAdulthood } from "./adulthood.ts"
import { findAges } from "./age/ages.ts"
import { findGrades } from "./age/grades.ts"
import { findCharacters } from "./canon/canon.ts"
import { readClaims } from "./claims.ts"
import { holdsPlainExplicit } from "./explicit.ts"
import { findChildren } from "./lexicon/children.ts"
import { isEverydayWord } from "./lexicon/everydayWords.ts"
import { findTerms } from "./lexicon/terms.ts"
import { readingOf } from "./Reading.ts"
import type { Reading } from "./Reading.ts"
import type { TermKind } from "./words/hashedLists.ts"

export type EvidenceKind =
  | "age"
  | "grade"
  | "unambiguous"
  | "child"
  | "grownChild"
  | "character"
  | "grownCharacter"

/** Something that a floor looks for, with its span in the original text. */
export interface Evidence extends Span {
  readonly kind: EvidenceKind
}

/** What the floors need to know about a prompt. */
export interface Contents {
  readonly evidence: ReadonlyArray<Evidence>
  readonly explicit: boolean
  readonly adultClaim: boolean
}

const evidenceAt = (view: NormalisedText, kind: EvidenceKind, { end, start }: Span): Evidence => ({
  kind,
  ...originalSpan(view, start, end)
})

const findAll = (original: string, view: NormalisedText, reading: Reading): Contents => {
  const evidence: Array<Evidence> = []
  const add = (kind: EvidenceKind, span: Span) => evidence.push(evidenceAt(view, kind, span))
  const originalOf = ({ end, start }: Span) => {
    const span = originalSpan(view, start, end)
    return original.slice(span.start, span.end)
  }
  const ages = findAges(reading)
  const terms = findTerms(reading)
  const claims = readClaims(reading, ages)
  const termsOf = (wanted: TermKind) => terms.filter(({ kind }) => kind === wanted)
  for (const age of ages) if (!age.adult) add("age", age)
  for (const grade of findGrades(reading)) add("grade", grade)
  for (const term of termsOf("unambiguous")) add("unambiguous", term)
  for (const child of [...findChildren(reading, originalOf), ...termsOf("coded")]) {
    add(claims.standsFor(child) ? "grownChild" : "child", child)
  }
  for (const character of findCharacters(reading, ages)) {
    add(character.grown ? "grownCharacter" : "character", character)
  }
  return {
    evidence,
    explicit:
      termsOf("explicit").some((term) => !isEverydayWord(originalOf(term))) ||
      holdsPlainExplicit(reading, originalOf),
    adultClaim: claims.any
  }
}

const readView = (original: string, view: NormalisedText): Contents =>
  findAll(original, view, readingOf(view))

/** A 1, ! or | in a word. Only the word tells whether it is an i or an l. */
const thinStroke = /[a-z][1!|]|[1!|][a-z]/

/** The text with all its thin strokes read as i, and as l; without a reading that equals `folded`. */
const withStrokes = (plain: NormalisedText, folded: NormalisedText): ReadonlyArray<NormalisedText> =>
  thinStroke.test(plain.text)
    ? [foldSubstitutions(plain, 1, "i"), foldSubstitutions(plain, 1, "l")].filter(
        ({ text }) => text !== folded.text
      )
    : []

/** Small letters and Roman numerals in one sign. They may be a disguise of letters, or a footnote: "childª". */
const modifiers =
  /[ªº\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2071\u207f\u2090-\u209c\u2160-\u2188\u2c7c\u2c7d]/

const allModifiers = new RegExp(modifiers, "g")

/** The views of a text, and those of the text without its modifiers if it has any. */
const viewsOf = (original: string): ReadonlyArray<NormalisedText> => {
  const views = viewsAsWritten(original)
  // Spaces keep the offsets.
  return modifiers.test(original)
    ? [...viewsAsWritten(original.replaceAll(allModifiers, " ")), ...views]
    : views
}

/**
 * The different views of a text: its plain spelling, and those with substitutions folded and runs of letters
 * shortened to one or two.
 */
const viewsAsWritten = (original: string): ReadonlyArray<NormalisedText> => {
  const plain = normalise(original)
  const folded = foldSubstitutions(plain)
  if (folded.text === plain.text) return [plain]
  const holdsRuns = folded.text.length < plain.text.length
  return [plain, folded, ...(holdsRuns ? [foldSubstitutions(plain, 2)] : []), ...withStrokes(plain, folded)]
}

const readViews = (original: string): Contents => {
  const all = viewsOf(original).map((view) => readView(original, view))
  const [only] = all
  if (all.length === 1 && only !== undefined) return only
  return {
    evidence: all.flatMap(({ evidence }) => evidence),
    explicit: all.some(({ explicit }) => explicit),
    adultClaim: all.some(({ adultClaim }) => adultClaim)
  }
}

/** The last prompt that was read: an engine in this process may have read it just before the floors. */
const last = { original: "", contents: readViews("") }

/** Reads a prompt in all its views. Something that is in one view counts as being in the prompt. */
export const readText = (original: string): Contents => {
  if (original !== last.original) {
    last.contents = readViews(original)
    last.original = original
  }
  return last.contents
}

const readingsOf = (original: string) => viewsOf(original).map((view) => ({ view, reading: readingOf(view) }))

/** The last negative prompt that was read, for the same reason and because two things are looked for in it. */
const lastNegative = { original: "", readings: readingsOf("") }

const readNegative = (original: string): ReturnType<typeof readingsOf> => {
  if (original !== lastNegative.original) {
    lastNegative.readings = readingsOf(original)
    lastNegative.original = original
  }
  return lastNegative.readings
}

/** Whether a negative prompt lists adulthood in any of its views. */
export const readsAdulthood = (original: string): boolean =>
  readNegative(original).some(({ reading }) => listsAdulthood(reading.tokens))

/** The unambiguous terms in a negative prompt, the only evidence that is looked for there. */
export const readUnambiguousTerms = (original: string): ReadonlyArray<Evidence> =>
  readNegative(original).flatMap(({ reading, view }) =>
    findTerms(reading)
      .filter(({ kind }) => kind === "unambiguous")
      .map((term) => evidenceAt(view, "unambiguous", term))
  )
