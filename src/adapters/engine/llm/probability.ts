import type { Completion, Token } from "./completion.ts"

/** Two words of which the model says one. Each may be shortened to its first letters. */
export interface Choice {
  readonly positive: string
  readonly negative: string
}

export const yesOrNo: Choice = { positive: "yes", negative: "no" }

/** Whether a text goes on with the word or with a beginning of it: " Y", "yes" and "Yes," all begin "yes". */
const begins = (text: string, word: string): boolean => {
  const [, letters = ""] = /^[^a-z]*([a-z]*)/.exec(text.toLowerCase()) ?? []
  return letters !== "" && word.startsWith(letters)
}

/** The probability of all the alternatives together that go on with the word. */
const massOf = (token: Token, before: string, word: string): number => {
  let mass = 0
  for (const { logprob, text } of token.alternatives) {
    if (text.startsWith(before) && begins(text.slice(before.length), word)) mass += Math.exp(logprob)
  }
  return mass
}

/**
 * The probability of the positive word against the negative one, where `before` is what the token holds in front of
 * the answer. A word that is not listed is at most as likely as the least likely that is, and as the one that was
 * said. Undefined when the token is neither.
 */
const share = (token: Token, before: string, { negative, positive }: Choice): number | undefined => {
  const yes = massOf(token, before, positive)
  const no = massOf(token, before, negative)
  const unlisted = Math.exp(
    Math.min(token.logprob, ...token.alternatives.map((alternative) => alternative.logprob))
  )
  const probability =
    (yes === 0 ? unlisted : yes) / ((yes === 0 ? unlisted : yes) + (no === 0 ? unlisted : no))
  return yes + no > 0 && Number.isFinite(probability) ? probability : undefined
}

/** The token that holds the character at `offset` of the answer's text, and what it holds in front of it. */
const tokenAt = ({ text, tokens }: Completion, offset: number) => {
  if (tokens === null) return undefined
  // Reasoning comes before the answer, and the sign of its end after it; neither is part of the text.
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
 * The probability of the positive word where the answer has one of the two. Undefined when the log-probabilities do
 * not tell, or do not belong to the text.
 */
export const probabilityAt = (completion: Completion, offset: number, choice: Choice): number | undefined => {
  const found = tokenAt(completion, offset)
  return found === undefined ? undefined : share(found.token, found.before, choice)
}
