import { normalise, originalSpan } from "../normalisation/normalise.ts"
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
import { emphasis, separators, withMarks } from "./marks.ts"
import { readDisguises } from "./readDisguises.ts"
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

/** A view and its words. */
interface ReadView {
  readonly view: NormalisedText
  readonly reading: Reading
}

const readView = (view: NormalisedText): ReadView => ({ view, reading: readingOf(view) })

/** The text with its disguised words read. */
const undisguised = (plain: NormalisedText, original: string): NormalisedText => {
  const read = readDisguises(plain, original)
  return withoutDoubledLetters(read) ?? read
}

const distinctOf = (views: ReadonlyArray<NormalisedText>): ReadonlyArray<NormalisedText> =>
  Array.from(new Set(views))

/** Roles of words whose meaning depends on what follows them. */
const dependentRoles =
  numberRoles | Role.ordinal | Role.ageWord | Role.gradeStart | Role.child | Role.childPrefix

/** Whether a text has words whose meaning depends on the marks around them. */
const dependsOnMarks = ({ roles }: Reading): boolean => (roles & dependentRoles) !== 0

/**
 * The text as it is spelled; with its disguised words read and without emphasis; and with its phrases separated, too.
 * There are never more views than these three, because each costs as much as the first.
 */
const viewsOf = (original: string): ReadonlyArray<ReadView> => {
  const plain = normalise(original)
  const read = undisguised(plain, original)
  const spellings = distinctOf([plain, read]).map(readView)
  if (!spellings.some(({ reading }) => dependsOnMarks(reading))) return spellings
  const bare = withMarks(read, original, emphasis)
  const separated = withMarks(bare, original, separators)
  return distinctOf([plain, bare, separated]).map(
    (view) => spellings.find((spelling) => spelling.view === view) ?? readView(view)
  )
}

const readViews = (original: string): Contents => {
  const memory: AgeMemory = new Map()
  const all = viewsOf(original).map(({ reading, view }) => findAll(original, view, reading, memory))
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

/** A negative prompt is a list, in which marks do not matter. */
const viewsOfNegative = (original: string): ReadonlyArray<ReadView> => {
  const plain = normalise(original)
  return distinctOf([plain, undisguised(plain, original)]).map(readView)
}

/** The last negative prompt that was read, for the same reason and because two things are looked for in it. */
const lastNegative = { original: "", views: viewsOfNegative("") }

const readNegative = (original: string): ReadonlyArray<ReadView> => {
  if (original !== lastNegative.original) {
    lastNegative.views = viewsOfNegative(original)
    lastNegative.original = original
  }
  return lastNegative.views
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
