import { minorsLines } from "../../../domain/policy/minorsLines.ts"
import { readsAdulthood } from "../../../domain/screening/floors/readText.ts"
import type { Contents, EvidenceKind } from "../../../domain/screening/floors/readText.ts"
import { adultClaim, negativeAdulthood, sexualLine } from "../../../domain/screening/scoring.ts"
import type { EngineCheck, Signal } from "../../../domain/screening/ScreeningEngine.ts"
import { checkVersions } from "./engineVersion.ts"

/** From this probability of sexual content on, one group of youth words leads to review, and two groups to a block. */
const weakLine = 0.5

const between = (from: number, to: number, share: number): number =>
  from + (to - from) * Math.min(1, Math.max(0, share))

/** Harmless wording around an explicit or a suggestive term does not speak for the prompt. */
const leastBeside = { explicit: 0.7, suggestive: 0.55 } as const

const bitsIn = (groups: number): number => {
  let count = 0
  for (let rest = groups; rest > 0; rest >>>= 1) count += rest & 1
  return count
}

/**
 * The score of weak words, which go with youth but also with adults, by the probability of sexual content:
 *
 *     youth groups   sexual below 0.50   sexual from 0.50 on
 *     none           0 to 0.02           0.02 to 0.04
 *     one            0 to 0.28           0.30 to 0.48
 *     two and more   0 to 0.45           0.50 to 0.70
 */
export const youthScore = (sexual: number, groups: number): number => {
  const youth = bitsIn(groups)
  const below = sexual / weakLine
  const above = (sexual - weakLine) / (1 - weakLine)
  if (youth === 0) return sexual < weakLine ? 0.02 * below : between(0.02, 0.04, above)
  if (youth === 1) return sexual < weakLine ? 0.28 * below : between(0.3, 0.48, above)
  return sexual < weakLine ? 0.45 * below : between(0.5, 0.7, above)
}

/** A word for a child that lovers and friends also use for adults. */
const soft = "soft"

/**
 * How surely a kind of evidence means a minor. The kinds that are not listed are those of a person who is stated to be
 * an adult.
 */
const strengths: Readonly<Partial<Record<EvidenceKind | typeof soft, number>>> = {
  unambiguous: 1,
  age: 0.9,
  grade: 0.8,
  character: 0.8,
  child: 0.7,
  soft: 0.2
}

const softWords = /^(?:bab(?:y|ies)|bebes?|kid(?:s|do)?|minors?|kind)$/i

/** What each further kind of evidence adds. */
const furtherKind = 0.1

export interface MinorsEvidence {
  /** probability that the prompt asks for sexual content */
  readonly sexual: number
  /** whether explicit terms are used */
  readonly explicit: boolean
  /** whether suggestive terms are used */
  readonly suggestive: boolean
  /** the groups of youth words, as bits */
  readonly youthGroups: number
  /** whether exploitation is spoken of, which leads to review beside any evidence of a minor */
  readonly exploitation: boolean
  /** what the text states; null if there was no reason to read it */
  readonly contents: Contents | null
  readonly prompt: string
  readonly negativePrompt: string | null
}

const strengthOf = ({ contents, prompt }: MinorsEvidence): number => {
  if (contents === null || contents.evidence.length === 0) return 0
  const kinds = new Set(
    contents.evidence.map(({ end, kind, start }) =>
      kind === "child" && softWords.test(prompt.slice(start, end)) ? soft : kind
    )
  )
  const found = Array.from(kinds, (kind) => strengths[kind] ?? 0).filter((strength) => strength > 0)
  return found.length === 0 ? 0 : Math.min(1, Math.max(...found) + furtherKind * (found.length - 1))
}

/**
 * The score of strong evidence of a minor: less than 0.30 in a prompt that is not sexual, 0.50 or more in one that is.
 * A soft word alone scores 0.39 to 0.60 there.
 */
export const evidenceScore = (sexual: number, isSexual: boolean, strength: number): number => {
  if (strength === 0) return 0
  if (!isSexual) return 0.9 * Math.min(sexual, sexualLine) * strength
  const likely = Math.max(sexual, sexualLine)
  return strength <= (strengths.soft ?? 0) ? 0.3 + 0.3 * likely : 0.5 + 0.45 * strength * likely
}

/** Terms that stand for sexualised minors leave no doubt, whatever else is said. */
const unambiguousScore = (sexual: number): number => 0.7 + 0.28 * sexual

/** The review score of characters and children who are stated to be adults, in a sexual prompt. */
const grownScore = 0.35

/** The share of the score of weak words that remains beside a stated adult age. The review score stays as it is. */
const claimedShare = 0.4

const youthSignal = (strength: number, groups: number): ReadonlyArray<Signal> => {
  const weak = [0, 0.4, 0.7, 0.85][Math.min(bitsIn(groups), 3)] ?? 0
  const probability = Math.max(weak, strength)
  return probability === 0
    ? []
    : [
        {
          signal: "youth_terms",
          probability,
          line: 0.5,
          text: "Words for youth, or that often go with it, are used."
        }
      ]
}

const likelyAdultClaim: Signal = { ...adultClaim, probability: 0.9, line: 0.5 }
const likelyNegativeAdulthood: Signal = { ...negativeAdulthood, probability: 0.8, line: 0.5 }

const exploitationTerms: Signal = {
  signal: "exploitation_terms",
  probability: 0.7,
  line: 0.5,
  text: "The exploitation of a minor is spoken of."
}

const holds = ({ contents }: MinorsEvidence, kinds: ReadonlyArray<EvidenceKind>): boolean =>
  contents !== null && contents.evidence.some(({ kind }) => kinds.includes(kind))

/** Whether a prompt asks for sexual content, by the floors' rule, so that both agree. */
const isSexual = ({ contents, explicit }: MinorsEvidence, sexual: number): boolean =>
  sexual >= sexualLine || explicit || contents?.explicit === true

const excludesAdults = ({ negativePrompt }: MinorsEvidence): boolean =>
  negativePrompt !== null && readsAdulthood(negativePrompt)

/** What leads to review by itself, whatever the scores are. */
const groundsForReview = (
  evidence: MinorsEvidence,
  sexualPrompt: boolean,
  strength: number
): ReadonlyArray<Signal> => [
  ...(sexualPrompt && excludesAdults(evidence) ? [likelyNegativeAdulthood] : []),
  ...(evidence.exploitation && strength > 0 ? [exploitationTerms] : [])
]

const sexualBesideTerms = ({ explicit, sexual, suggestive }: MinorsEvidence): number => {
  if (explicit) return Math.max(sexual, leastBeside.explicit)
  return suggestive ? Math.max(sexual, leastBeside.suggestive) : sexual
}

export const scoreMinorsSexual = (evidence: MinorsEvidence): EngineCheck => {
  const { contents, youthGroups } = evidence
  const sexual = sexualBesideTerms(evidence)
  const sexualPrompt = isSexual(evidence, sexual)
  const strength = strengthOf(evidence)
  const certain = holds(evidence, ["unambiguous"]) ? unambiguousScore(sexual) : 0
  const strong = Math.max(certain, evidenceScore(sexual, sexualPrompt, strength))
  const weak = youthScore(sexual, youthGroups)
  const grown = sexualPrompt && holds(evidence, ["grownChild", "grownCharacter"]) ? grownScore : 0
  const grounds = groundsForReview(evidence, sexualPrompt, strength)
  const claims = contents?.adultClaim === true
  return {
    version: checkVersions.minors_sexual,
    score: Math.max(strong, claims ? weak * claimedShare : weak),
    reviewScore: Math.max(strong, weak, grown, grounds.length > 0 ? minorsLines.review : 0),
    signals: [...youthSignal(strength, youthGroups), ...(claims ? [likelyAdultClaim] : []), ...grounds]
  }
}
