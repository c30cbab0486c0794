import type { NormalisedText } from "../normalisation/normalise.ts"
import { rolesOf, tokenise } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"

/** Tokens and the text they were read from. */
export interface Reading {
  readonly text: string
  readonly tokens: Tokens
  /** of all the tokens together: what none of them is need not be looked for */
  readonly roles: number
}

export const readingOf = (view: NormalisedText): Reading => {
  const tokens = tokenise(view)
  return { text: view.text, tokens, roles: rolesOf(tokens) }
}
