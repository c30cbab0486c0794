import { Context } from "effect"
import type { DateTime, Effect, Option, Redacted } from "effect"
import type { ApiKeyId, TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Mode } from "../shared/Workspace.ts"

/** Who calls. */
export interface ApiKeyIdentity {
  readonly keyId: ApiKeyId
  readonly tenantId: TenantId
  readonly mode: Mode
}

export interface ApiKey {
  readonly id: ApiKeyId
  /** The key's leading characters. */
  readonly prefix: string
  readonly mode: Mode
  readonly label: string | null
  readonly createdAt: DateTime.Utc
  /** Approximate: refreshed every few minutes at the most. */
  readonly lastUsedAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
}

export interface CreatedApiKey extends ApiKey {
  /** The only time that it is seen: what is stored is its SHA-256. */
  readonly key: Redacted.Redacted
}

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** None when the key is unknown or revoked. */
    readonly find: (
      key: Redacted.Redacted
    ) => Effect.Effect<Option.Option<ApiKeyIdentity>, StorageUnavailable>
    /** The tenant must exist. */
    readonly create: (tenantId: TenantId, mode: Mode, label: string | null) => Effect.Effect<CreatedApiKey>
    /** Revoking a revoked key changes nothing. None when the tenant has no such key. */
    readonly revoke: (tenantId: TenantId, keyId: ApiKeyId) => Effect.Effect<Option.Option<ApiKey>>
    /** Every key of the tenant, of both modes, revoked ones included, oldest first. */
    readonly list: (tenantId: TenantId) => Effect.Effect<ReadonlyArray<ApiKey>>
  }
>()("prescreen/domain/tenancy/ApiKeys") {}
