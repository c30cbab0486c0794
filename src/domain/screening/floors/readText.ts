import { foldSubstitutions, normalise, originalSpan } from "../normalisation/normalise.ts"
import type { NormalisedText, Span } from "../normalisation/normalise.ts"
import { listsAdulthood } from "./adulthood.ts"
import type { AgeMemory } from "./age/AgeMemory.ts"
import { findAges } from "./age/ages.ts"
import { findGrades } from "./age/grades.ts"
import { isInHandle } from "./age/namesAndCounts.ts"
import { isOverSign } from "./age/overSign.ts"
import { isPromptWeight } from "./age/promptWeights.ts"
import { numberRoles } from "./age/quantities.ts"
import { findCharacters } from "./canon/canon.ts"
import { readClaims } from "./claims.ts"
import { withoutDoubledLetters } from "./doubledLetters.ts"
import { holdsPlainExplicit } from "./explicit.ts"
import { findChildren } from "./lexicon/children.ts"
import { isEverydayWord } from "./lexicon/everydayWords.ts"
import { findTerms } from "./lexicon/terms.ts"
import { readingOf } from "./Reading.ts"
import type { Reading } from "./Reading.ts"
import { sexualisesMinor } from "./suggestive.ts"
import type { TermKind } from "./words/hashedLists.ts"
import { Role } from "./words/Role.ts"

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

const findAll = (original: string, view: NormalisedText, reading: Reading, memory: AgeMemory): Contents => {
  const evidence: Array<Evidence> = []
  const add = (kind: EvidenceKind, span: Span) => evidence.push(evidenceAt(view, kind, span))
  const originalOf = ({ end, start }: Span) => {
    const span = originalSpan(view, start, end)
    return original.slice(span.start, span.end)
  }
  const ages = findAges(reading, memory).filter((age) => {
    const span = originalSpan(view, age.start, age.end)
    return (
      !isPromptWeight(original, span, reading, age) &&
      !isOverSign(original, span) &&
      !isInHandle(original, span)
    )
  })
  const terms = findTerms(reading)
  const claims = readClaims(reading, ages)
  const termsOf = (wanted: TermKind) => terms.filter(({ kind }) => kind === wanted)
  const isExplicit = () =>
    termsOf("explicit").some((term) => !isEverydayWord(originalOf(term))) ||
    holdsPlainExplicit(reading, originalOf)
  for (const age of ages) if (!age.adult) add("age", age)
  for (const grade of findGrades(reading)) add("grade", grade)
  const isAgeStated = evidence.length > 0
  for (const term of termsOf("unambiguous")) add("unambiguous", term)
  const children = [...findChildren(reading, originalOf), ...termsOf("coded")]
  for (const child of children) add(claims.standsFor(child) ? "grownChild" : "child", child)
  for (const character of findCharacters(reading, ages)) {
    add(character.grown ? "grownCharacter" : "character", character)
  }
  return {
    evidence,
    explicit: isExplicit() || sexualisesMinor(reading.tokens, isAgeStated, children),
    adultClaim: claims.any
  }
}

/** A 1, ! or | in a word. Only the word tells whether it is an i or an l. */
const thinStroke = /[a-z][1!|]|[1!|][a-z]/

/** The text with all its thin strokes read as i, and as l; without a reading that equals `folded`. */
const withStrokes = (plain: NormalisedText, folded: NormalisedText): ReadonlyArray<NormalisedText> =>
  thinStroke.test(plain.text)
    ? [foldSubstitutions(plain, 1, "i"), foldSubstitutions(plain, 1, "l")].filter(
        ({ text }) => text !== folded.text
      )
    : []

const modifiers =
  /[ªº\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2071\u207f\u2090-\u209c\u2160-\u2188\u2c7c\u2c7d]/

/** Another way to read a text, in which one character stands for another, so that the offsets stay. */
interface OtherReading {
  /** Whether a text may have such a character: a quicker test. */
  readonly mayBe: RegExp
  readonly written: RegExp
  /** One character. */
  readonly read: string
}

const otherReadings: ReadonlyArray<OtherReading> = [
  // Small letters and Roman numerals in one sign. They may be a disguise of letters, or a footnote: "childª".
  { mayBe: modifiers, written: new RegExp(modifiers, "g"), read: " " },
  // A capital I inside a word looks like an l: "toddIer".
  { mayBe: /[a-z]I[a-z]/, written: /(?<=[a-z])I(?=[a-z])/g, read: "l" },
  // So does a digit that begins a number: "aged l2".
  { mayBe: /[lI|]\d/, written: /(?<![\p{L}\p{N}])[lI|](?=\d(?!\p{N}))/gu, read: "1" },
  // And an O looks like a zero: "1O years old", "1Oyo".
  {
    mayBe: /\d[oO]/,
    written: /(?<=(?<![\p{L}\p{N}])\d)[oO](?![\p{L}\p{N}]|$)|(?<=(?<![\p{L}\p{N}])\d)[oO](?=yo?\b)/gu,
    read: "0"
  }
]

/** Marks that set words off: bold, quotation marks, tags of HTML. Those inside a word, as in "ch*ld", hide a letter. */
const emphasis: OtherReading = {
  mayBe: /[*"“”„«»<]|&nbsp;/,
  written: new RegExp(
    [
      String.raw`(?<![\p{L}\p{N}])\*{1,3}(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}:])\*{1,3}(?![\p{L}\p{N}])`,
      String.raw`(?<![\p{L}\p{N}])["“„«](?=[\p{L}\p{N}][^"“”»\n]{0,30}["“”»])`,
      String.raw`(?<=["“„«][\p{L}\p{N}][^"“”»\n]{0,30})["“”»](?![\p{L}\p{N}])`,
      String.raw`</?(?:b|i|u|s|em|strong|span|br) ?/?>|&nbsp;`
    ].join("|"),
    "giu"
  ),
  read: " "
}

/**
 * What a line, a bracket, a dash or a BREAK separates is not one phrase: "girl (12)", and "blonde hair" on the next
 * line. But an age with its unit belongs to what is before the bracket: "whisky (12 years old)".
 */
const separators: OtherReading = {
  mayBe: /[\n\r()[\]{}—–]| - |BREAK/,
  written: /[\n\r)\]}—–]|[([{](?!\d+ ?\p{L})|(?<= )-(?= )|\bBREAK\b/gu,
  read: ","
}

/** The text in another reading, if that differs. */
const readAs = (original: string, { mayBe, read, written }: OtherReading): ReadonlyArray<string> =>
  mayBe.test(original) ? [original.replaceAll(written, (found) => read.repeat(found.length))] : []

/** Whether a text may have any other reading, which few have. */
const mayBeReadOtherwise = new RegExp(otherReadings.map(({ mayBe }) => mayBe.source).join("|"))

/** The views of a text, and those of each other way to read it. */
const viewsOf = (original: string): ReadonlyArray<NormalisedText> => {
  const views = viewsAsWritten(original)
  return mayBeReadOtherwise.test(original)
    ? [...otherReadings.flatMap((other) => readAs(original, other)).flatMap(viewsAsWritten), ...views]
    : views
}

/** The views of a text with substitutions folded and runs of letters shortened to one or two, if they differ from it. */
const foldedViews = (plain: NormalisedText): ReadonlyArray<NormalisedText> => {
  const folded = foldSubstitutions(plain)
  if (folded.text === plain.text) return []
  const holdsRuns = folded.text.length < plain.text.length
  return [...withStrokes(plain, folded), folded, ...(holdsRuns ? [foldSubstitutions(plain, 2)] : [])]
}

/** The different views of a text: its plain spelling, the folded ones, and one without superfluous double letters. */
const viewsAsWritten = (original: string): ReadonlyArray<NormalisedText> => {
  const plain = normalise(original)
  const folded = foldedViews(plain)
  const single = withoutDoubledLetters(folded.at(-1) ?? plain)
  return single === undefined ? [plain, ...folded] : [plain, ...folded, single]
}

const readingsOf = (views: ReadonlyArray<NormalisedText>) =>
  views.map((view) => ({ view, reading: readingOf(view) }))

/** Roles of words whose meaning depends on what follows them. */
const dependentRoles =
  numberRoles | Role.ordinal | Role.ageWord | Role.gradeStart | Role.child | Role.childPrefix

/** The readings of a text, and of what is left of its phrases where it separates them without a comma. */
const allReadingsOf = (original: string): ReturnType<typeof readingsOf> => {
  const readings = readingsOf(viewsOf(original))
  return readings.some(({ reading }) => (reading.roles & dependentRoles) !== 0)
    ? [
        ...readings,
        ...readingsOf(
          [separators, emphasis].flatMap((other) => readAs(original, other)).flatMap(viewsAsWritten)
        )
      ]
    : readings
}

const readViews = (original: string): Contents => {
  const memory: AgeMemory = new Map()
  const all = allReadingsOf(original).map(({ reading, view }) => findAll(original, view, reading, memory))
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

/** The last negative prompt that was read, for the same reason and because two things are looked for in it. */
const lastNegative = { original: "", readings: readingsOf(viewsOf("")) }

const readNegative = (original: string): ReturnType<typeof readingsOf> => {
  if (original !== lastNegative.original) {
    lastNegative.readings = readingsOf(viewsOf(original))
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
