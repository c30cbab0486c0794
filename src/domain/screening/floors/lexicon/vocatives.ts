import { follows, Gap, tightGaps, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"

/** Words for a child by which adults address each other. */
const names = normalisedWords("baby")

/** "Baby, I want …": words that may come next when somebody is addressed. */
const openings = normalisedWords(
  "i im ill ive id let lets come please dont don we wanna do are can could would"
)

/** "Baby, you make me …": words that may follow "you" when somebody is addressed. */
const told = normalisedWords(
  "re are make made makes look looked know knew feel felt got turn drive want need taste have"
)

/** "… harder, baby": words that may come directly before when somebody is addressed. */
const endings = normalisedWords(
  "you ya u harder faster deeper slower more please tonight now here bad much ok okay yourself"
)

/** "Kiss me, baby": words that may come before "me" and "it". */
const pleas = normalisedWords(
  "love want need begging beg kiss touch take took ride tease miss trust tell hold fuck do like get feel"
)

/** "I want you naked, baby": whole phrases that address somebody, read backwards from the word. */
const addresses = ["i want you naked", "i need you naked", "send nudes", "send me nudes", "take it off"].map(
  (phrase) => phrase.split(" ").toReversed()
)

const followsAddress = (tokens: Tokens, at: number): boolean =>
  addresses.some((words) =>
    words.every(
      (word, index) =>
        wordAt(tokens, at - 1 - index) === word && (index === 0 || follows(tokens, at - index, Gap.space))
    )
  )

/** "Baby, get naked": what somebody may be asked to get. */
const asked = normalisedWords("naked nude undressed ready here over on down")

/** Whether a request follows a word that opens a sentence. In "nude baby, get naked" it does not. */
const isAsked = (tokens: Tokens, at: number): boolean =>
  follows(tokens, at, Gap.sentence | Gap.stop) &&
  follows(tokens, at + 1, Gap.comma) &&
  wordAt(tokens, at + 1) === "get" &&
  asked.has(wordAt(tokens, at + 2)) &&
  follows(tokens, at + 2, Gap.space)

const breakGaps = Gap.comma | Gap.sentence | Gap.stop

const isOpening = (tokens: Tokens, at: number): boolean => {
  const next = wordAt(tokens, at + 1)
  if (!follows(tokens, at, breakGaps) || !follows(tokens, at + 1, tightGaps | Gap.comma)) return false
  return openings.has(next) || (next === "you" && told.has(wordAt(tokens, at + 2)))
}

/** Whether a word is between two commas, where it may be a tag like any other: "please, baby, bed". */
const isTag = (tokens: Tokens, at: number): boolean =>
  follows(tokens, at, Gap.comma) && follows(tokens, at + 1, Gap.comma)

const isEnding = (tokens: Tokens, at: number): boolean => {
  if (!follows(tokens, at, tightGaps | Gap.comma) || follows(tokens, at + 1, tightGaps) || isTag(tokens, at))
    return false
  if (followsAddress(tokens, at)) return true
  const before = wordAt(tokens, at - 1)
  return endings.has(before) || ((before === "me" || before === "it") && pleas.has(wordAt(tokens, at - 2)))
}

/** Whether a word for a child addresses somebody: "baby, I miss you", "kiss me, baby". */
export const isVocative = (tokens: Tokens, at: number): boolean =>
  names.has(wordAt(tokens, at)) && (isOpening(tokens, at) || isAsked(tokens, at) || isEnding(tokens, at))
