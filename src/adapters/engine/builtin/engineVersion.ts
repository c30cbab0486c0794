import { createHash } from "node:crypto"
import type { CheckId } from "../../../domain/policy/CheckId.ts"

/**
 * Raised with every change to the code that changes the score of any prompt, because the artefact does not say how it
 * is read.
 */
const scoringRevision = 27

/** The version of the way in which each check comes to its score. Changes within one only raise `scoringRevision`. */
export const checkVersions = {
  minors_sexual: 2,
  adult: 2,
  real_person: 1,
  copyrighted_ip: 1
} as const satisfies Readonly<Record<CheckId, number>>

/**
 * The engine's version, which names the revision of the scoring code and, by 12 hex digits, the artefact. Answers of
 * the same version can be compared.
 */
export const versionOf = (artefact: Uint8Array): string =>
  `builtin-${scoringRevision}-${createHash("sha256").update(artefact).digest("hex").slice(0, 12)}`
