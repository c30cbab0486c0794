import { Context, Duration } from "effect"
import type { DateTime, Effect, Option, Redacted } from "effect"
import type { Actor } from "../shared/Actor.ts"
import type { ApiKeyId, TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Mode } from "../shared/Workspace.ts"

/** Who is calling. */
export interface ApiKeyIdentity {
  readonly keyId: ApiKeyId
  readonly tenantId: TenantId
  readonly mode: Mode
}

/** In characters. */
export const longestKeyLabel = 120

export interface ApiKey {
  readonly id: ApiKeyId
  /** The key's first characters, by which people recognise it. */
  readonly prefix: string
  readonly mode: Mode
  readonly label: string | null
  readonly createdAt: DateTime.Utc
  /** Approximate: see `lastUsedInterval`. */
  readonly lastUsedAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
}

/** The time of a key's last use is stored at most this often. */
export const lastUsedInterval = Duration.minutes(3)

export interface CreatedApiKey extends ApiKey {
  /** Visible only in this response: the service stores only its SHA-256. */
  readonly key: Redacted.Redacted
}

/** The API keys of all tenants. What is stored of a key does not suffice to use it. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** None if the key is unknown or revoked. */
    readonly find: (
      key: Redacted.Redacted
    ) => Effect.Effect<Option.Option<ApiKeyIdentity>, StorageUnavailable>
    /** What this process's last lookup of the key found, however long ago. Reads only memory. */
    readonly lastFound: (key: Redacted.Redacted) => ApiKeyIdentity | undefined
    /** Records that the key was used just now. It returns at once; the use is stored later. */
    readonly markUsed: (identity: ApiKeyIdentity) => void
    /** None if the tenant has no such key. */
    readonly get: (
      tenantId: TenantId,
      keyId: ApiKeyId
    ) => Effect.Effect<Option.Option<ApiKey>, StorageUnavailable>
    /** The id of one of the tenant's keys, revoked or not; none if the tenant has no such key. */
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
    /** Revoking a revoked key changes nothing. None if the tenant has no such key. */
    readonly revoke: (
      tenantId: TenantId,
      keyId: ApiKeyId,
      actor: Actor
    ) => Effect.Effect<Option.Option<ApiKey>, StorageUnavailable>
    /** All keys of the tenant, in both modes and including revoked ones, oldest first. */
    readonly list: (tenantId: TenantId) => Effect.Effect<ReadonlyArray<ApiKey>, StorageUnavailable>
  }
>()("prescreen/domain/tenancy/ApiKeys") {}
