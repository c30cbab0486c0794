import type { NormalisedText } from "../normalisation/normalise.ts"
import { rolesOf, tokenise } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"

/** A text of one view and its tokens. */
export interface Reading {
  readonly text: string
  readonly tokens: Tokens
  /** the roles of all tokens together: a role that is missing here need not be searched for */
  readonly roles: number
}

export const readingOf = (view: NormalisedText): Reading => {
  const tokens = tokenise(view)
  return { text: view.text, tokens, roles: rolesOf(tokens) }
}
