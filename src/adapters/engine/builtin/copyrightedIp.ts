import type { EngineCheck, Signal } from "../../../domain/screening/ScreeningEngine.ts"
import { cue, cueAt, isParted, isStyleReference } from "./cues.ts"
import { checkVersions } from "./engineVersion.ts"
import { workFranchiseOf, workKind, workKindOf } from "./labels.ts"
import type { Model } from "./Model.ts"
import type { PhraseMatch } from "./PhraseTrie.ts"
import type { Tokens } from "./tokens.ts"
import { findWhole } from "./wholePhrases.ts"

/** The score of a name, by what it is and how it is used. */
const figures = {
  characterInFranchise: 0.92,
  character: 0.8,
  franchise: 0.45,
  brand: 0.35,
  style: 0.3,
  ambiguous: 0.1,
  none: 0.01
} as const

/** A name where it stands in the prompt. */
interface Named {
  readonly kind: number
  /** Its words, from the first to the one after the last. */
  readonly start: number
  readonly end: number
  /** 0 if it is unknown. */
  readonly franchise: number
}

/** A name of a work where it stands in the prompt. */
interface Mention extends Named {
  readonly isStyle: boolean
  /** Whether a word beside the name says that a character or a work is meant. */
  readonly hasCue: boolean
}

/** Further mentions say nothing more about the prompt. */
const mostMentions = 16

const franchises = [workKind.franchise, workKind.demotedFranchise] as ReadonlyArray<number>
const works = [...franchises, workKind.titleCharacter] as ReadonlyArray<number>

/**
 * "from" says that a work is meant, but does not point to a character: "the power from the sun" names none. "Movie" and
 * the like do not point to a character whose work is unknown: people are called that too, and watch movies.
 */
const cuesOf = (kind: number, franchise: number): number => {
  if (franchises.includes(kind)) return cue.work | cue.source
  return franchise === 0 ? 0 : cue.work
}

const hasCueBeside = (text: string, tokens: Tokens, { end, franchise, kind, start }: Named): boolean => {
  if (((cueAt(tokens, start - 1) | cueAt(tokens, start - 2) | cueAt(tokens, end)) & cue.character) !== 0)
    return true
  const before = isParted(text, tokens, start) ? 0 : cueAt(tokens, start - 1)
  const after = isParted(text, tokens, end) ? 0 : cueAt(tokens, end)
  return ((before | after) & cuesOf(kind, franchise)) !== 0
}

const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

/** The names of works in a text, at most `mostMentions`. */
export const mentionsIn = ({ works }: Model, text: string, tokens: Tokens): ReadonlyArray<Mention> => {
  const mentions: Array<Mention> = []
  const reading = { text, tokens, excuse: workKind.harmless }
  let listEnd = -1
  let next = 0
  while (mentions.length < mostMentions) {
    const at = findWhole(works, reading, next, match)
    if (at === -1) break
    const { end, label } = match
    next = end
    const kind = workKindOf(label)
    if (kind === workKind.harmless) continue
    const isStyle = isStyleReference(text, tokens, { start: at, end, listEnd })
    if (isStyle) listEnd = end
    const named = { kind, start: at, end, franchise: workFranchiseOf(label) }
    mentions.push({ ...named, isStyle, hasCue: hasCueBeside(text, tokens, named) })
  }
  return mentions
}

const isFranchise = ({ kind }: Mention) => franchises.includes(kind)

/** Whether the franchise that a character belongs to is named. If that is not known, any franchise will do. */
const isInFranchise = (character: Mention, mentions: ReadonlyArray<Mention>): boolean =>
  mentions.some(
    (other) =>
      works.includes(other.kind) &&
      (other.franchise === character.franchise ||
        (character.franchise === 0 && other.kind !== workKind.demotedFranchise))
  )

/** The most words between a character and its franchise ("from the …"). */
const mostBetween = 2

/** Whether a franchise is named right after a character: "misty (pokemon)", "power from chainsaw man". */
const isBeforeFranchise = ({ end }: Mention, mentions: ReadonlyArray<Mention>): boolean =>
  mentions.some(
    ({ kind, start }) =>
      works.includes(kind) && kind !== workKind.demotedFranchise && start >= end && start <= end + mostBetween
  )

const characterScore = (mention: Mention, mentions: ReadonlyArray<Mention>): number => {
  if (mention.isStyle) return figures.style
  const inFranchise = isInFranchise(mention, mentions)
  if (mention.kind === workKind.character)
    return inFranchise ? figures.characterInFranchise : figures.character
  const isMeant =
    mention.hasCue || (inFranchise && mention.franchise !== 0) || isBeforeFranchise(mention, mentions)
  return isMeant ? figures.character : figures.ambiguous
}

const scoreOf = (mention: Mention, mentions: ReadonlyArray<Mention>): number => {
  switch (mention.kind) {
    case workKind.character:
    case workKind.demotedCharacter:
      return characterScore(mention, mentions)
    case workKind.titleCharacter:
      return mention.isStyle ? figures.style : figures.character
    case workKind.franchise:
      return mention.isStyle ? figures.style : figures.franchise
    case workKind.demotedFranchise:
      if (mention.isStyle) return figures.style
      return mention.hasCue ? figures.franchise : figures.ambiguous
    default:
      return figures.brand
  }
}

/** The signal of a mention; a name that probably means something else has none. */
const signalFor = (mention: Mention, score: number): Signal | null => {
  const line = 0.5
  if (score === figures.ambiguous) return null
  if (score === figures.style) {
    return { signal: "style_reference", probability: 0.8, line, text: "A work is named for its style." }
  }
  if (isFranchise(mention)) {
    return { signal: "franchise", probability: 0.9, line, text: "A franchise or a studio is named." }
  }
  if (mention.kind === workKind.brand) {
    return { signal: "brand", probability: 0.8, line, text: "A brand is named." }
  }
  return { signal: "named_character", probability: score, line, text: "A known character is named." }
}

export const noWorks: EngineCheck = {
  version: checkVersions.copyrighted_ip,
  score: figures.none,
  reviewScore: figures.none,
  signals: []
}

/** The score of the mentions. Each signal is there once, with the probability of its surest mention. */
export const scoreCopyrightedIp = (mentions: ReadonlyArray<Mention>): EngineCheck => {
  if (mentions.length === 0) return noWorks
  let score: number = figures.none
  const signals = new Map<string, Signal>()
  for (const mention of mentions) {
    const own = scoreOf(mention, mentions)
    score = Math.max(score, own)
    const signal = signalFor(mention, own)
    if (signal === null) continue
    const known = signals.get(signal.signal)
    if ((known?.probability ?? 0) < (signal.probability ?? 0)) signals.set(signal.signal, signal)
  }
  return {
    version: checkVersions.copyrighted_ip,
    score,
    reviewScore: score,
    signals: Array.from(signals.values())
  }
}
