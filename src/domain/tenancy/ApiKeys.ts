import { Context, Duration } from "effect"
import type { DateTime, Effect, Option, Redacted } from "effect"
import type { Actor } from "../shared/Actor.ts"
import type { ApiKeyId, TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Mode } from "../shared/Workspace.ts"

/** Who calls. */
export interface ApiKeyIdentity {
  readonly keyId: ApiKeyId
  readonly tenantId: TenantId
  readonly mode: Mode
}

/** In characters. */
export const longestKeyLabel = 120

export interface ApiKey {
  readonly id: ApiKeyId
  /** The key's leading characters. */
  readonly prefix: string
  readonly mode: Mode
  readonly label: string | null
  readonly createdAt: DateTime.Utc
  /** Approximate: see `lastUsedInterval`. */
  readonly lastUsedAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
}

/** A key in use has its last use written at most this often. */
export const lastUsedInterval = Duration.minutes(3)

export interface CreatedApiKey extends ApiKey {
  /** The only time that it is seen: what is stored is its SHA-256. */
  readonly key: Redacted.Redacted
}

/** The keys of every tenant. What is stored of one does not let anybody call. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** None when the key is unknown or revoked. */
    readonly find: (
      key: Redacted.Redacted
    ) => Effect.Effect<Option.Option<ApiKeyIdentity>, StorageUnavailable>
    /** Whether this process has found the key before, when it asked last. It asks nobody. */
    readonly wasFound: (key: Redacted.Redacted) => boolean
    /** Notes that a key was used now. It waits for nothing: what it notes is written later. */
    readonly markUsed: (identity: ApiKeyIdentity) => Effect.Effect<void>
    /** None when the tenant has no such key. */
    readonly get: (
      tenantId: TenantId,
      keyId: ApiKeyId
    ) => Effect.Effect<Option.Option<ApiKey>, StorageUnavailable>
    /** Of a key of the tenant's, revoked ones too; none when it has no such key. */
    readonly idOf: (
      tenantId: TenantId,
      key: Redacted.Redacted
    ) => Effect.Effect<Option.Option<ApiKeyId>, StorageUnavailable>
    /** The tenant must exist. */
    readonly create: (
      tenantId: TenantId,
      mode: Mode,
      label: string | null,
      actor: Actor
    ) => Effect.Effect<CreatedApiKey, StorageUnavailable>
    /** Revoking a revoked key changes nothing. None when the tenant has no such key. */
    readonly revoke: (
      tenantId: TenantId,
      keyId: ApiKeyId,
      actor: Actor
    ) => Effect.Effect<Option.Option<ApiKey>, StorageUnavailable>
    /** Every key of the tenant, of both modes, revoked ones included, oldest first. */
    readonly list: (tenantId: TenantId) => Effect.Effect<ReadonlyArray<ApiKey>, StorageUnavailable>
  }
>()("prescreen/domain/tenancy/ApiKeys") {}
