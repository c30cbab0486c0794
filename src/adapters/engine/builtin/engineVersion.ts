import { createHash } from "node:crypto"

/**
 * Raised with every change to the code that changes the score of any prompt, because the artefact does not say how it
 * is read.
 */
const scoringRevision = 12

/**
 * The engine's version, which names the revision of the scoring code and, by 12 hex digits, the artefact. Answers of
 * the same version can be compared.
 */
export const versionOf = (artefact: Uint8Array): string =>
  `builtin-${scoringRevision}-${createHash("sha256").update(artefact).digest("hex").slice(0, 12)}`
