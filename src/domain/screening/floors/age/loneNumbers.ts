import { follows, Gap, rolesAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { Role } from "../words/Role.ts"

/** In tokens. No rule that finds an age looks further for a word that makes a number one. */
const reach = 12

/** That digits may be a term says nothing about ages. */
const isPlainNumber = (tokens: Tokens, at: number): boolean =>
  (rolesAt(tokens, at) & ~Role.term) === Role.digits &&
  (at === 0 || follows(tokens, at, Gap.space | Gap.comma))

/**
 * Tells of tokens, asked in the order of the text, whether they are numbers with only numbers around. Nothing can make
 * such a number an age, and a text of thousands of numbers would otherwise be looked through for each of them.
 */
export const loneNumbers = (tokens: Tokens): ((at: number) => boolean) => {
  /** The numbers in a row that the last token asked about is one of; `end` is not included. */
  let start = 0
  let end = 0
  return (at) => {
    if (at >= end) {
      start = at
      end = at
      while (start > at - reach && start > 0 && isPlainNumber(tokens, start - 1)) start--
      while (end < tokens.length && isPlainNumber(tokens, end)) end++
    }
    return at - start >= reach && end - at > reach
  }
}
