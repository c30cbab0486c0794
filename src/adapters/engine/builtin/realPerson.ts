import type { EngineCheck, Signal } from "../../../domain/screening/ScreeningEngine.ts"
import { cue, cueAt, hasCue, isParted, isStyleReference } from "./cues.ts"
import { checkVersions } from "./engineVersion.ts"
import { personKind } from "./labels.ts"
import type { Model } from "./Model.ts"
import { findPhrase } from "./PhraseTrie.ts"
import type { PhraseMatch } from "./PhraseTrie.ts"
import type { Tokens } from "./tokens.ts"

/** The score of a name by how it is used. */
const figures = {
  full: 0.85,
  fullDepicted: 0.95,
  single: 0.7,
  singleDepicted: 0.8,
  surnameWithRole: 0.45,
  historic: 0.35,
  style: 0.2,
  place: 0.25,
  pattern: 0.4,
  none: 0.01
} as const

/** Further names say nothing more about the prompt. */
const mostNames = 16

const scoreOf = (kind: number, depicted: boolean, place: boolean): number => {
  if (place) return figures.place
  if (kind === personKind.historic) return figures.historic
  if (kind === personKind.single) return depicted ? figures.singleDepicted : figures.single
  return depicted ? figures.fullDepicted : figures.full
}

const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

/**
 * Whether a street or a building is named after the person: "Pete Rose Way". The name of the place ends there: in "…
 * street style" and "… stadium concert" the person is shown.
 */
const isFollowedByPlace = (text: string, tokens: Tokens, end: number): boolean =>
  (cueAt(tokens, end) & cue.place) !== 0 &&
  !isParted(text, tokens, end) &&
  (end + 1 >= tokens.count ||
    isParted(text, tokens, end + 1) ||
    (cueAt(tokens, end + 1) & (cue.afterPlace | cue.place)) !== 0)

/** What leads to the name on the sign of a street: "a street sign for … Road", "a road sign that reads … Street". */
const streetSign = /\b(?:street|road) signs? (?:for|(?:that |which )?(?:reads?|reading|says?|saying))\W*$/
const longestStreetSign = 40

/** Whether the name is on the sign of a street and one word at most stands between it and the kind of street. */
const isOnStreetSign = (text: string, tokens: Tokens, at: number, end: number): boolean => {
  if (((cueAt(tokens, end) | cueAt(tokens, end + 1)) & cue.place) === 0) return false
  const start = tokens.starts[at] ?? 0
  return streetSign.test(text.slice(Math.max(0, start - longestStreetSign), start))
}

/** Whether a name stands for a place. */
const isPlace = (text: string, tokens: Tokens, at: number, end: number): boolean =>
  isFollowedByPlace(text, tokens, end) || isOnStreetSign(text, tokens, at, end)

/** The score of the names in one view of a prompt, 0 if there is none. */
export const personScore = ({ people }: Model, text: string, tokens: Tokens, isSexual: boolean): number => {
  let best = 0
  let names = 0
  let listEnd = -1
  let depicted: boolean | undefined
  let next = 0
  while (names < mostNames) {
    const at = findPhrase(people, tokens, next, match)
    if (at === -1) break
    const { end, label } = match
    if (label === personKind.harmless) {
      next = end
      continue
    }
    if (label === personKind.surname) {
      if ((cueAt(tokens, at - 1) & cue.role) !== 0) best = Math.max(best, figures.surnameWithRole)
      next = at + 1
      continue
    }
    next = end
    names++
    if (isStyleReference(text, tokens, { start: at, end, listEnd })) {
      listEnd = end
      best = Math.max(best, figures.style)
    } else {
      depicted ??= isSexual || hasCue(tokens, cue.depiction)
      best = Math.max(best, scoreOf(label, depicted, !isSexual && isPlace(text, tokens, at, end)))
    }
  }
  return best
}

const namedPerson = (score: number): Signal =>
  score === figures.style
    ? { signal: "style_reference", probability: 0.8, line: 0.5, text: "A person is named for their style." }
    : { signal: "named_person", probability: score, line: 0.5, text: "A known person is named." }

const personPattern: Signal = {
  signal: "person_pattern",
  probability: figures.pattern,
  line: 0.5,
  text: "A picture of somebody with a first name and a surname is asked for."
}

const nobody: EngineCheck = {
  version: checkVersions.real_person,
  score: figures.none,
  reviewScore: figures.none,
  signals: []
}

/**
 * The check of a prompt. `named` is the score of its surest name, 0 if it has none; `followsPattern` says whether it
 * has the form "portrait of First Last".
 */
export const scoreRealPerson = (named: number, followsPattern: boolean): EngineCheck => {
  if (named === 0 && !followsPattern) return nobody
  const score = Math.max(named, followsPattern ? figures.pattern : 0, figures.none)
  return {
    version: checkVersions.real_person,
    score,
    reviewScore: score,
    signals: [...(named > 0 ? [namedPerson(named)] : []), ...(followsPattern ? [personPattern] : [])]
  }
}
