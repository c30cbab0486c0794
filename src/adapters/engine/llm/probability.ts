import type { Completion, Token } from "./completion.ts"

/** Two words of which the model says one. A token may hold only the first letters of one. */
export interface WordPair {
  readonly positive: string
  readonly negative: string
}

export const yesOrNo: WordPair = { positive: "yes", negative: "no" }

/** Whether a text begins with the word or with its first letters: " Y", "yes" and "Yes," all begin "yes". */
const begins = (text: string, word: string): boolean => {
  const [, letters = ""] = /^[^a-z]*([a-z]*)/.exec(text.toLowerCase()) ?? []
  return letters !== "" && word.startsWith(letters)
}

/** The total probability of the alternatives that continue with the word after `before`. */
const massOf = (token: Token, before: string, word: string): number => {
  let mass = 0
  for (const { logprob, text } of token.alternatives) {
    if (text.startsWith(before) && begins(text.slice(before.length), word)) mass += Math.exp(logprob)
  }
  return mass
}

/**
 * The most that a word can be which is not among the alternatives: as likely as the least likely of them, and as what
 * they leave of all. A server may list nothing but the token that was said.
 */
const mostUnlisted = ({ alternatives, logprob }: Token): number => {
  const listed = alternatives.map((alternative) => Math.exp(alternative.logprob))
  const left = Math.max(0, 1 - listed.reduce((sum, probability) => sum + probability, 0))
  return Math.min(left, Math.exp(logprob), ...listed)
}

/**
 * The probability of the positive word as opposed to the negative one. `before` is the part of the token in front of
 * the answer. A word that is not among the alternatives is taken to be as likely as it can be. Undefined if neither word
 * is among them.
 */
const share = (token: Token, before: string, { negative, positive }: WordPair): number | undefined => {
  const yes = massOf(token, before, positive)
  const no = massOf(token, before, negative)
  const unlisted = mostUnlisted(token)
  const probability =
    (yes === 0 ? unlisted : yes) / ((yes === 0 ? unlisted : yes) + (no === 0 ? unlisted : no))
  return yes + no > 0 && Number.isFinite(probability) ? probability : undefined
}

/** The token that holds the character at `offset` of the answer's text, and the part of the token in front of it. */
const tokenAt = ({ text, tokens }: Completion, offset: number) => {
  if (tokens === null) return undefined
  // There may be tokens of reasoning before the answer, and an end sign after it. Neither is part of the text.
  const start = tokens
    .map((token) => token.text)
    .join("")
    .lastIndexOf(text)
  if (start < 0) return undefined
  let position = 0
  for (const token of tokens) {
    const end = position + token.text.length
    if (end > start + offset) return { token, before: token.text.slice(0, start + offset - position) }
    position = end
  }
  return undefined
}

/**
 * The probability of the positive word at `offset` of the answer, where one of the two stands. Undefined if the
 * log-probabilities do not tell, or do not belong to the text.
 */
export const probabilityAt = (
  completion: Completion,
  offset: number,
  words: WordPair
): number | undefined => {
  const found = tokenAt(completion, offset)
  return found === undefined ? undefined : share(found.token, found.before, words)
}
