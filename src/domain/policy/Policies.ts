import { Context } from "effect"
import type { Effect } from "effect"
import type { Actor } from "../shared/Actor.ts"
import type { PolicyId, TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { NoDefaultPolicy, PolicyNotFound, PolicyVersionNotFound, TooManyPolicies } from "./errors.ts"
import type { StoredSecrets } from "./keptSecrets.ts"
import type { PolicyDetail, PolicySummary, PolicyVersion, ResolvedPolicy } from "./Policy.ts"
import type { PolicyDocument } from "./PolicyDocument.ts"

export interface NewPolicy {
  readonly name: string
  /** Already validated. */
  readonly document: PolicyDocument
  /** The name of the preset that it was made from. */
  readonly preset: string | null
  /** A tenant's first policy becomes the default one in any case. */
  readonly makeDefault: boolean
  readonly actor: Actor
  /** The most that the tenant may have, this one included; null is any number. */
  readonly allowed: number | null
}

/** Where a change is made, and by whom. */
export interface PolicyChange {
  readonly tenantId: TenantId
  readonly policyId: PolicyId
  readonly actor: Actor
}

/** A change of a policy, seen by every process once its cache is told. */
type Changed<A, E = never> = Effect.Effect<A, E | PolicyNotFound | StorageUnavailable>

/** A tenant's policies. Both key modes share them. Versions are added and never changed. */
export class Policies extends Context.Service<
  Policies,
  {
    /** Without an id the tenant's default policy, without a version the current one. From a cache. */
    readonly resolve: (
      tenantId: TenantId,
      policyId: PolicyId | null,
      version: number | null
    ) => Effect.Effect<ResolvedPolicy, PolicyNotFound | NoDefaultPolicy | StorageUnavailable>
    /** How many the tenant has. */
    readonly count: (tenantId: TenantId) => Effect.Effect<number, StorageUnavailable>
    /** Newest first. */
    readonly list: (tenantId: TenantId) => Effect.Effect<ReadonlyArray<PolicySummary>, StorageUnavailable>
    readonly find: (
      tenantId: TenantId,
      policyId: PolicyId
    ) => Effect.Effect<PolicyDetail, PolicyNotFound | StorageUnavailable>
    readonly findVersion: (
      tenantId: TenantId,
      policyId: PolicyId,
      version: number
    ) => Effect.Effect<PolicyVersion, PolicyNotFound | PolicyVersionNotFound | StorageUnavailable>
    /** The secrets of each url, from the newest version of the policy that has the url. */
    readonly storedSecrets: (
      tenantId: TenantId,
      policyId: PolicyId,
      urls: ReadonlyArray<string>
    ) => Effect.Effect<StoredSecrets, PolicyNotFound | StorageUnavailable>
    /** Stores version 1 and makes it current. Of many at once no more than allowed succeed. */
    readonly create: (
      tenantId: TenantId,
      policy: NewPolicy
    ) => Effect.Effect<PolicyDetail, TooManyPolicies | StorageUnavailable>
    /**
     * Stores a document as the next version, with the secrets that it asks to keep, of which there are some. With them it
     * is valid already.
     */
    readonly addVersion: (change: PolicyChange, document: PolicyDocument) => Changed<PolicyVersion>
    /** Makes a version current. */
    readonly publish: (change: PolicyChange, version: number) => Changed<PolicySummary, PolicyVersionNotFound>
    readonly makeDefault: (change: PolicyChange) => Changed<PolicySummary>
    /** Null ends the dry run. */
    readonly setDryRun: (
      change: PolicyChange,
      version: number | null
    ) => Changed<PolicySummary, PolicyVersionNotFound>
  }
>()("prescreen/domain/policy/Policies") {}
