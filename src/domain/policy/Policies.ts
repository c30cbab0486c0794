import { Context } from "effect"
import type { Effect } from "effect"
import type { PolicyId, TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { NoDefaultPolicy, PolicyNotFound } from "./errors.ts"
import type { ResolvedPolicy } from "./Policy.ts"
import type { PolicyDocument } from "./PolicyDocument.ts"

export interface NewPolicy {
  /** Already validated. */
  readonly document: PolicyDocument
  /** The name of the preset that it was made from. */
  readonly preset: string | null
  /** A tenant's first policy becomes the default one in any case. */
  readonly makeDefault: boolean
  readonly createdBy: string | null
}

/** A tenant's policies. Both key modes share them. */
export class Policies extends Context.Service<
  Policies,
  {
    /** Without an id the tenant's default policy, without a version the current one. */
    readonly resolve: (
      tenantId: TenantId,
      policyId: PolicyId | null,
      version: number | null
    ) => Effect.Effect<ResolvedPolicy, PolicyNotFound | NoDefaultPolicy | StorageUnavailable>
    /** How many the tenant has. */
    readonly count: (tenantId: TenantId) => Effect.Effect<number, StorageUnavailable>
    /** Stores version 1 and makes it current. */
    readonly create: (
      tenantId: TenantId,
      policy: NewPolicy
    ) => Effect.Effect<{ readonly id: PolicyId; readonly version: number }>
  }
>()("prescreen/domain/policy/Policies") {}
