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
  /** The preset that the policy is made from; null if it is made from a document. */
  readonly preset: string | null
  /** A tenant's first policy becomes its default in any case. */
  readonly makeDefault: boolean
  readonly actor: Actor
  /** The most policies that the tenant may have, this one included; null allows any number. */
  readonly allowed: number | null
}

/** Which policy is changed, and by whom. */
export interface PolicyChange {
  readonly tenantId: TenantId
  readonly policyId: PolicyId
  readonly actor: Actor
}

/** A change to a policy. Each process sees it once its cache has been notified. */
type Changed<A, E = never> = Effect.Effect<A, E | PolicyNotFound | StorageUnavailable>

/** The policies of the tenants, shared by both modes. A version is never changed: each change adds one. */
export class Policies extends Context.Service<
  Policies,
  {
    /** From a cache. A null `policyId` means the tenant's default policy, a null `version` the current one. */
    readonly resolve: (
      tenantId: TenantId,
      policyId: PolicyId | null,
      version: number | null
    ) => Effect.Effect<ResolvedPolicy, PolicyNotFound | NoDefaultPolicy | StorageUnavailable>
    /** How many policies the tenant has. */
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
    /** The secrets stored for each url, taken from the newest version of the policy that has the url. */
    readonly storedSecrets: (
      tenantId: TenantId,
      policyId: PolicyId,
      urls: ReadonlyArray<string>
    ) => Effect.Effect<StoredSecrets, PolicyNotFound | StorageUnavailable>
    /** Stores version 1 and makes it current. Concurrent calls never exceed `allowed`. */
    readonly create: (
      tenantId: TenantId,
      policy: NewPolicy
    ) => Effect.Effect<PolicyDetail, TooManyPolicies | StorageUnavailable>
    /**
     * Stores a document as the next version, with the stored secrets that it asks to keep. The caller has checked
     * that it is valid with them.
     */
    readonly addVersion: (change: PolicyChange, document: PolicyDocument) => Changed<PolicyVersion>
    /** Makes a version current. */
    readonly publish: (change: PolicyChange, version: number) => Changed<PolicySummary, PolicyVersionNotFound>
    readonly makeDefault: (change: PolicyChange) => Changed<PolicySummary>
    /** Sets the dry-run version; null removes it. */
    readonly setDryRun: (
      change: PolicyChange,
      version: number | null
    ) => Changed<PolicySummary, PolicyVersionNotFound>
  }
>()("prescreen/domain/policy/Policies") {}
