/**
 * Groups of sexual terms. `mild` words are of allure and of oaths: by themselves they are as often not meant sexually.
 * A `harmless` phrase uses such a word in its other meaning ("naked eye"). `intimate` words occur in any love story:
 * one says nothing, several together do. `clinical` terms are explicit and `reported` ones suggestive, but medicine, the
 * law and the news use them too. `factual` words show that a text is about these.
 */
export const lexiconGroup = {
  explicit: 1,
  suggestive: 2,
  weak: 3,
  ambiguous: 4,
  harmless: 5,
  mild: 6,
  intimate: 7,
  clinical: 8,
  factual: 9,
  reported: 10
} as const

/**
 * Groups of words that may go with youth. None of them says by itself that a person is a minor. A `grown` phrase uses
 * such a word in its other meaning ("art school").
 */
export const youthGroup = { look: 1, study: 2, family: 3, stage: 4, grown: 5 } as const

/**
 * Kinds of names of people. `historic`: dead for more than 100 years. `surname` counts after a role ("president").
 * `single`: a name of one word. A `harmless` phrase uses such a word in its other meaning ("trump card").
 */
export const personKind = { full: 1, historic: 2, surname: 3, single: 4, harmless: 5 } as const

/**
 * Kinds of names in works. A `demoted` name also means something else and needs a second cue. A `harmless` phrase uses
 * a name in its other meaning ("one-piece swimsuit"). A `titleCharacter` is a work and its hero ("Naruto").
 */
export const workKind = {
  character: 1,
  demotedCharacter: 2,
  franchise: 3,
  demotedFranchise: 4,
  brand: 5,
  harmless: 6,
  titleCharacter: 7
} as const

/** What a word is in names of several words. A `distinctive` one hardly occurs outside them ("schwarzenegger"). */
export const nameWord = { common: 1, distinctive: 2 } as const

/** The label of a name in a work: the kind in the lower three bits, the franchise (0 for unknown) above. */
export const workLabel = (kind: number, franchise: number): number => (franchise << 3) | kind
export const workKindOf = (label: number): number => label & 7
export const workFranchiseOf = (label: number): number => label >>> 3
/** Franchises are numbered 1 to 4,095. */
export const mostFranchises = 4095
