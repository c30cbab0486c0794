import { createHash } from "node:crypto"

/** Raised with every change of the code that gives any prompt another score: the artefact says nothing of how it is read. */
const scoringRevision = 7

/** Answers of the same version can be compared: it names the code that scores and, by 12 hex digits, the artefact. */
export const versionOf = (artefact: Uint8Array): string =>
  `builtin-${scoringRevision}-${createHash("sha256").update(artefact).digest("hex").slice(0, 12)}`
