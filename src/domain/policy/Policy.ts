import type { DateTime } from "effect"
import type { PolicyId } from "../shared/ids.ts"
import type { PolicyDocument } from "./PolicyDocument.ts"

/** A version of a policy, as far as deciding a check goes. */
export interface DecidingVersion {
  readonly id: PolicyId
  readonly version: number
  readonly document: PolicyDocument
}

/** The version of a policy that a check is decided by. */
export interface ResolvedPolicy extends DecidingVersion {
  /** The version that live traffic is tried under beside this one. */
  readonly dryRun: DecidingVersion | null
}

/** A policy was made when its id was. */
export interface PolicySummary {
  readonly id: PolicyId
  readonly name: string
  /** The preset that it was made from. */
  readonly preset: string | null
  readonly currentVersion: number | null
  /** Whether it decides checks that name no policy. */
  readonly isDefault: boolean
  readonly dryRunVersion: number | null
}

export interface VersionSummary {
  readonly version: number
  readonly isCurrent: boolean
  readonly createdAt: DateTime.Utc
  /** By name, as `actorName` gives it. */
  readonly createdBy: string | null
}

/** With its current document and all that is known of its versions. */
export interface PolicyDetail extends PolicySummary {
  /** Of the current version. */
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
