import { StorableText } from "./text.ts"

/** Why somebody made a change. */
export const Note = StorableText(0, 2_000)
