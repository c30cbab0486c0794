import type { DateTime } from "effect"
import type { PolicyId } from "../shared/ids.ts"
import type { PolicyDocument } from "./PolicyDocument.ts"

/** The parts of a policy version that decide a check. */
export interface DecidingVersion {
  readonly id: PolicyId
  readonly version: number
  readonly document: PolicyDocument
}

/** The policy version that decides a check. */
export interface ResolvedPolicy extends DecidingVersion {
  /** The dry-run version, which is tried on live traffic beside this one; null if there is none. */
  readonly dryRun: DecidingVersion | null
}

/** A policy has no creation time of its own: its id encodes it. */
export interface PolicySummary {
  readonly id: PolicyId
  readonly name: string
  /** The preset that it was made from; null if it was made from a document. */
  readonly preset: string | null
  readonly currentVersion: number | null
  /** Whether it decides the checks that name no policy. */
  readonly isDefault: boolean
  readonly dryRunVersion: number | null
}

export interface VersionSummary {
  readonly version: number
  readonly isCurrent: boolean
  readonly createdAt: DateTime.Utc
  /** The actor, as `actorName` writes it. */
  readonly createdBy: string | null
}

/** A policy with its current document and a list of its versions. */
export interface PolicyDetail extends PolicySummary {
  /** The document of the current version. */
  readonly document: PolicyDocument
  /** Newest first. */
  readonly versions: ReadonlyArray<VersionSummary>
}

export interface PolicyVersion {
  readonly policyId: PolicyId
  readonly version: number
  readonly isCurrent: boolean
  readonly document: PolicyDocument
}
