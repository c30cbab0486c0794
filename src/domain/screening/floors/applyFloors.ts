import { minorsLines } from "../../policy/minorsLines.ts"
import { FloorName, mostFindings } from "./FloorResult.ts"
import type { FloorField, FloorFinding, FloorResult } from "./FloorResult.ts"
import { blockingKinds, readsAdulthood, readText, readUnambiguousTerms } from "./readText.ts"
import type { Evidence, EvidenceKind } from "./readText.ts"

export interface FloorInput {
  readonly prompt: string
  readonly negativePrompt: string | null
}

interface Rule {
  readonly floor: FloorName
  /** in words that no prompt is matched by, because explanations must not repeat what was matched */
  readonly says: string
  /** counts even if the prompt is not sexual */
  readonly always: boolean
}

const rules: Readonly<Record<EvidenceKind, Rule>> = {
  age: { floor: "age", says: "An age below adulthood is stated", always: false },
  grade: { floor: "age", says: "A school grade up to the 12th is stated", always: false },
  unambiguous: {
    floor: "lexicon",
    says: "A term that stands for sexualised minors is used",
    always: true
  },
  child: {
    floor: "lexicon",
    says: "A word for somebody younger than an adult is used",
    always: false
  },
  grownChild: {
    floor: "lexicon",
    says: "A word for somebody younger than an adult is used, of a person stated to be an adult",
    always: false
  },
  character: {
    floor: "canon",
    says: "A fictional character who is canonically a minor is named",
    always: false
  },
  grownCharacter: {
    floor: "canon",
    says: "A fictional character who is canonically a minor is named, in a version stated to be adult",
    always: false
  }
}

/** Which of two overlapping findings of one floor is kept: one that always counts, otherwise the longer one. */
const wins = (one: Evidence, other: Evidence): boolean => {
  const { always } = rules[one.kind]
  return always === rules[other.kind].always ? one.end - one.start > other.end - other.start : always
}

/**
 * Keeps one of several overlapping findings: several views of a text contain the same words, and longer expressions
 * contain shorter ones.
 */
const withoutOverlaps = (evidence: ReadonlyArray<Evidence>, floor: FloorName): ReadonlyArray<Evidence> => {
  const kept: Array<Evidence> = []
  const ofFloor = evidence.filter(({ kind }) => rules[kind].floor === floor)
  for (const found of ofFloor.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = kept.at(-1)
    if (last === undefined || found.start >= last.end) kept.push(found)
    else if (wins(found, last)) kept[kept.length - 1] = found
  }
  return kept
}

const distinct = (evidence: ReadonlyArray<Evidence>): ReadonlyArray<Evidence> =>
  evidence.length < 2
    ? evidence
    : FloorName.literals
        .flatMap((floor) => withoutOverlaps(evidence, floor))
        .toSorted((one, other) => one.start - other.start || one.end - other.end)

const reasons = {
  always: ".",
  sexual: ", and the prompt is sexual.",
  innocent: "; the prompt is not sexual."
}

const asFinding =
  (field: FloorField, sexual: boolean) =>
  (found: Evidence): FloorFinding => {
    const { always, floor, says } = rules[found.kind]
    const reason = always ? "always" : sexual ? "sexual" : "innocent"
    const counted = always || sexual
    return { floor, field, start: found.start, end: found.end, counted, text: says + reasons[reason] }
  }

const countedFirst = (findings: ReadonlyArray<FloorFinding>): ReadonlyArray<FloorFinding> =>
  findings.length <= mostFindings
    ? findings
    : [...findings.filter(({ counted }) => counted), ...findings.filter(({ counted }) => !counted)].slice(
        0,
        mostFindings
      )

interface Scores {
  readonly score: number
  readonly reviewScore: number
}

/**
 * A finding that counts, or adulthood in the negative prompt, raises the review score at least to the review line. A
 * finding that blocks raises both scores to the act line.
 */
const scoresOf = (counted: ReadonlyArray<Evidence>, negativeAdulthood: boolean): Scores => {
  const score = counted.some(({ kind }) => blockingKinds.has(kind)) ? minorsLines.act : 0
  const review = counted.length > 0 || negativeAdulthood ? minorsLines.review : 0
  return { score, reviewScore: Math.max(score, review) }
}

const findingsOf = (
  inPrompt: ReadonlyArray<Evidence>,
  inNegative: ReadonlyArray<Evidence>,
  sexual: boolean
): ReadonlyArray<FloorFinding> =>
  countedFirst([
    ...inPrompt.map(asFinding("prompt", sexual)),
    ...inNegative.map(asFinding("negative_prompt", sexual))
  ])

/**
 * Applies the floors of the minors check: the service's own rules, which hold whatever the engine says. A prompt is
 * sexual if the engine finds so (`engineFindsSexual`), or if it contains a plain or listed explicit term.
 */
export const applyFloors = (input: FloorInput, engineFindsSexual: boolean): FloorResult => {
  const { adultClaim, evidence, explicit } = readText(input.prompt)
  const sexual = engineFindsSexual || explicit
  const inPrompt = distinct(evidence)
  const inNegative = input.negativePrompt === null ? [] : distinct(readUnambiguousTerms(input.negativePrompt))
  const negativeAdulthood = sexual && input.negativePrompt !== null && readsAdulthood(input.negativePrompt)
  // Most prompts have no findings and need none of the lists below.
  const all = inPrompt.length + inNegative.length === 0 ? inPrompt : [...inPrompt, ...inNegative]
  const counted = all.filter(({ kind }) => sexual || rules[kind].always)
  const { reviewScore, score } = scoresOf(counted, negativeAdulthood)
  return {
    findings: all.length === 0 ? [] : findingsOf(inPrompt, inNegative, sexual),
    adultClaim,
    negativeAdulthood,
    score,
    reviewScore
  }
}
