import { originalSpan } from "../normalisation/normalise.ts"
import type { NormalisedText, Span } from "../normalisation/normalise.ts"
import { listsAdulthood } from "./adulthood.ts"
import type { AgeMemory } from "./age/AgeMemory.ts"
import { findAges } from "./age/ages.ts"
import { findGrades } from "./age/grades.ts"
import { isInHandle } from "./age/namesAndCounts.ts"
import { isOverSign } from "./age/overSign.ts"
import { isPromptWeight } from "./age/promptWeights.ts"
import type { StatedAge } from "./age/StatedAge.ts"
import { findCharacters } from "./canon/canon.ts"
import type { NamedCharacter } from "./canon/canon.ts"
import { readClaims } from "./claims.ts"
import type { Claims } from "./claims.ts"
import { holdsPlainExplicit } from "./explicit.ts"
import { mostFindings } from "./FloorResult.ts"
import { findChildren } from "./lexicon/children.ts"
import type { ChildWord } from "./lexicon/children.ts"
import { isEverydayWord } from "./lexicon/everydayWords.ts"
import { findTerms } from "./lexicon/terms.ts"
import type { Term } from "./lexicon/terms.ts"
import { holdsSuggestive, sexualisesMinor } from "./suggestive.ts"
import { spellingsOf, viewsOf } from "./views.ts"
import type { ReadView } from "./views.ts"

export type EvidenceKind =
  | "age"
  | "grade"
  | "unambiguous"
  | "child"
  | "grownChild"
  | "character"
  | "grownCharacter"

/** The kinds that raise the score of a prompt, if they count. The others raise only its review score. */
export const blockingKinds: ReadonlySet<EvidenceKind> = new Set([
  "age",
  "grade",
  "unambiguous",
  "child",
  "character"
])

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

/** What is evidence only if the prompt is sexual: ages, grades, words for children, and characters. */
interface Minors {
  readonly ages: ReadonlyArray<StatedAge>
  readonly grades: ReadonlyArray<Span>
  readonly children: ReadonlyArray<ChildWord>
  readonly characters: ReadonlyArray<NamedCharacter>
}

/** The words of a view as they are written in the text. */
const originalIn =
  (original: string, view: NormalisedText) =>
  ({ end, start }: Span): string => {
    const span = originalSpan(view, start, end)
    return original.slice(span.start, span.end)
  }

const findMinors = (original: string, { reading, view }: ReadView, memory: AgeMemory): Minors => {
  const ages = findAges(reading, memory).filter((age) => {
    const span = originalSpan(view, age.start, age.end)
    return (
      !isPromptWeight(original, span, reading, age) &&
      !isOverSign(original, span) &&
      !isInHandle(original, span)
    )
  })
  return {
    ages,
    grades: findGrades(reading),
    children: findChildren(reading, originalIn(original, view)),
    characters: findCharacters(reading, ages)
  }
}

/** What a view says of minors that is not searched for them. */
const noMinors: Minors = { ages: [], grades: [], children: [], characters: [] }

/** The words for children, and the terms that stand for them in some places. */
const childrenOf = ({ children }: Minors, terms: ReadonlyArray<Term>): ReadonlyArray<ChildWord> => [
  ...children,
  ...terms.filter(({ kind }) => kind === "coded")
]

const evidenceOf = (
  view: NormalisedText,
  minors: Minors,
  terms: ReadonlyArray<Term>,
  claims: Claims
): ReadonlyArray<Evidence> => {
  const evidence: Array<Evidence> = []
  const add = (kind: EvidenceKind, span: Span) => evidence.push(evidenceAt(view, kind, span))
  for (const age of minors.ages) if (!age.adult) add("age", age)
  for (const grade of minors.grades) add("grade", grade)
  for (const term of terms) if (term.kind === "unambiguous") add("unambiguous", term)
  for (const child of childrenOf(minors, terms)) add(claims.standsFor(child) ? "grownChild" : "child", child)
  for (const character of minors.characters) add(character.grown ? "grownCharacter" : "character", character)
  return evidence
}

const statesAge = (evidence: ReadonlyArray<Evidence>): boolean =>
  evidence.some(({ kind }) => kind === "age" || kind === "grade")

const contentsOf = (
  original: string,
  { reading, view }: ReadView,
  minors: Minors,
  isAgeStatedBefore: boolean
): Contents => {
  const originalOf = originalIn(original, view)
  const terms = findTerms(reading)
  const claims = readClaims(reading, minors.ages)
  const evidence = evidenceOf(view, minors, terms, claims)
  const isExplicit = () =>
    terms.some((term) => term.kind === "explicit" && !isEverydayWord(originalOf(term))) ||
    holdsPlainExplicit(reading, originalOf)
  const isAgeStated = isAgeStatedBefore || statesAge(evidence)
  return {
    evidence,
    explicit: isExplicit() || sexualisesMinor(reading.tokens, isAgeStated, childrenOf(minors, terms)),
    adultClaim: claims.any
  }
}

/** Whether a view has so many findings that block that those of another view would not be listed. */
const fillsList = ({ evidence }: Contents): boolean =>
  evidence.filter(({ kind }) => blockingKinds.has(kind)).length >= mostFindings

/**
 * Whether a view has to be searched for minors. If one before it fills the list, they matter only beside suggestive
 * words, which may make the prompt sexual; if that one states an age, any such word does, wherever it is.
 */
const needsMinors = ({ reading }: ReadView, before: ReadonlyArray<Contents>): boolean =>
  !before.some(
    (contents) => fillsList(contents) && (statesAge(contents.evidence) || !holdsSuggestive(reading.tokens))
  )

/** What the views show together. */
const readViews = (original: string): Contents => {
  const memory: AgeMemory = new Map()
  const all: Array<Contents> = []
  for (const read of viewsOf(original)) {
    const minors = needsMinors(read, all) ? findMinors(original, read, memory) : noMinors
    const isAgeStated = all.some(({ evidence }) => statesAge(evidence))
    all.push(contentsOf(original, read, minors, isAgeStated))
  }
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
const lastNegative = { original: "", views: spellingsOf("") }

const readNegative = (original: string): ReadonlyArray<ReadView> => {
  if (original !== lastNegative.original) {
    lastNegative.views = spellingsOf(original)
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
