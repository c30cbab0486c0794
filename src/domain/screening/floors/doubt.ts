import { isNegation } from "./negation.ts"
import { follows, Gap, hasRole, wordAt } from "./tokens.ts"
import type { Match, Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"
import { Role } from "./words/Role.ts"

/** Words before a statement that make it one of another time, or of no time at all. */
const postponing = normalisedWords(
  "if unless whether when once until till before soon someday will would might become becomes becoming wish wishes wished wishing " +
    "hope hopes pretend pretends pretended pretending claims claim claimed says say said tells told lies lied insists insisted swears swore thinks think thought believes believe believed feels dreams dreamt mentally emotionally spiritually maybe perhaps possibly could may some"
)

/** Words before a statement that deny it, or say that it is nearly so. */
const denying = normalisedWords(
  "almost nearly hardly barely scarcely unlike like nobody none neither nor never without except far anything"
)

const nobody = normalisedWords("nobody none")
const above = normalisedWords("over above older")

/** Words before "be", for what is yet to come: "going to be an adult", "she'll be an adult". */
const future = normalisedWords("to ll d")

/** Words that say of whom a statement does not hold: "all are adults except her". */
const exceptions = normalisedWords("except excepting excluding but besides apart")

/** "non-adult", "pre-adult". */
const prefixes = normalisedWords("non un pre semi quasi near sub")

/** Behind "adult", and a hyphen, these make a likeness of it: "adult-like". */
const likenesses = normalisedWords("like looking seeming sized style")

/** How many words before a statement, and after it, are searched. */
const reach = { before: 8, after: 3 } as const

const clauseEnd = Gap.stop | Gap.sentence | Gap.comma | Gap.colon

const isFuture = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at) === "be" && future.has(wordAt(tokens, at - 1))

/** "In 3 years". */
export const isInYears = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at) === "in" && hasRole(tokens, at + 2, Role.year | Role.shortTime)

/** How many words may be between "in 3 years" and the age: ", then she will be". */
const longestLead = 5

/** "In 3 years she is 18", also with a comma between. */
const isLedByYears = (tokens: Tokens, first: number): boolean => {
  for (let at = first - 1; at >= first - 3 - longestLead && at >= 0; at--) {
    if (follows(tokens, at + 1, Gap.stop | Gap.sentence)) return false
    if (isInYears(tokens, at)) return at + 2 < first
  }
  return false
}

const isLikeness = (tokens: Tokens, next: number): boolean =>
  follows(tokens, next, Gap.hyphen) && likenesses.has(wordAt(tokens, next))

/** Words before "but" that make it an exception: "everyone but her", "anything but". */
const beforeException = normalisedWords("all anything anybody anyone everybody everyone")

const isExceptionFromAll = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at) === "but" && beforeException.has(wordAt(tokens, at - 1))

/** "Not a child but an adult" turns, "everyone but her is an adult" does not. */
const isTurn = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at) === "but" && !isExceptionFromAll(tokens, at)

const isPostponing = (tokens: Tokens, at: number): boolean =>
  postponing.has(wordAt(tokens, at)) || isFuture(tokens, at)

/** Whether one of the words before a token, in the same clause, is such a word. */
const isAfter = (tokens: Tokens, first: number, isSuch: (at: number) => boolean): boolean => {
  for (let at = first - 1; at >= first - reach.before && at >= 0; at--) {
    if (follows(tokens, at + 1, clauseEnd) || isTurn(tokens, at)) return false
    if (isSuch(at)) return true
  }
  return false
}

/** Whether what is said from a token on is only claimed, or meant for another time, by the clause before it. */
export const isPostponed = (tokens: Tokens, first: number): boolean =>
  isLedByYears(tokens, first) || isAfter(tokens, first, (at) => isPostponing(tokens, at))

/** Whether what is said from a token on is denied, doubted or postponed by the clause before it. */
export const isDoubted = (tokens: Tokens, first: number): boolean =>
  prefixes.has(wordAt(tokens, first - 1)) ||
  isLikeness(tokens, first + 1) ||
  isLedByYears(tokens, first) ||
  isAfter(
    tokens,
    first,
    (at) =>
      isPostponing(tokens, at) ||
      isExceptionFromAll(tokens, at) ||
      denying.has(wordAt(tokens, at)) ||
      isNegation(tokens, at)
  )

/** Whether the words after a token make an exception to what it says of all. */
export const isExcepted = (tokens: Tokens, last: number): boolean => {
  for (let at = last + 1; at <= last + reach.after && at < tokens.length; at++) {
    if (follows(tokens, at, Gap.stop | Gap.sentence)) return false
    if (exceptions.has(wordAt(tokens, at))) return true
  }
  return false
}

/** "18 yaşında değil": Turkish for "not", behind what it denies. */
const later = normalisedWords("soon tomorrow next later değil")

/** "Soon", "next year", but not "next to a tree". */
export const isLater = (tokens: Tokens, at: number): boolean =>
  later.has(wordAt(tokens, at)) && wordAt(tokens, at + 1) !== "to"

/** Whether an age that ends at a token is still to come: "turning 18 tomorrow", "18 next month". */
export const isReachedLater = (tokens: Tokens, last: number): boolean =>
  follows(tokens, last + 1, Gap.space) && isLater(tokens, last + 1)

const isAbove = (tokens: Tokens, first: number): boolean =>
  above.has(wordAt(tokens, first)) || above.has(wordAt(tokens, first - 1))

/** "Nobody is over 18", "no one is over 18", "no girl here is over 18". */
export const isNobody = (tokens: Tokens, at: number): boolean =>
  nobody.has(wordAt(tokens, at)) ||
  (wordAt(tokens, at) === "no" && (hasRole(tokens, at + 1, Role.person) || wordAt(tokens, at + 1) === "one"))

/**
 * Whether an age will be reached later ("she turns 18 next year"), or by nobody ("nobody is over 18"). What else denies
 * an age is part of how ages are read.
 */
export const isDoubtedAge = (tokens: Tokens, { first, last }: Match): boolean =>
  isLater(tokens, last + 1) ||
  isInYears(tokens, last + 1) ||
  isLedByYears(tokens, first) ||
  (wordAt(tokens, first - 1) === "a" && isNegation(tokens, first - 2)) ||
  isAfter(tokens, first, (at) => isPostponing(tokens, at) || (isNobody(tokens, at) && isAbove(tokens, first)))
