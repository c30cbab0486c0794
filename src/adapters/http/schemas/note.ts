import { StorableText } from "./text.ts"

/** Why somebody made a change, for the audit log. */
export const Note = StorableText(0, 2_000)
