import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { Duration } from "effect"
import { SecureRandom } from "effect/crypto"
import { hash } from "node:crypto"
import { ApiKeyId, createdAtOf, nextApiKeyId, TenantId } from "../../domain/shared/ids.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { generateApiKey, keyPrefix } from "../../domain/tenancy/apiKey.ts"
import { ApiKeys } from "../../domain/tenancy/ApiKeys.ts"
import type { ApiKey, ApiKeyIdentity } from "../../domain/tenancy/ApiKeys.ts"
import { Changes } from "./Changes.ts"
import { remember } from "./remembered.ts"
import { resilient } from "./resilience.ts"
import { hexOf, toUuid } from "./uuid.ts"

const KeyRow = Schema.Struct({
  id: Schema.String,
  mode: Mode,
  prefix: Schema.String,
  label: Schema.NullOr(Schema.String),
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  revokedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
})

const decodeRow = Schema.decodeUnknownEffect(KeyRow)

const toApiKey = (row: typeof KeyRow.Type): ApiKey => {
  const id = ApiKeyId.make(`key_${hexOf(row.id)}`)
  return { ...row, id, createdAt: createdAtOf(id) }
}

const columns = "id, mode, prefix, label, last_used_at, revoked_at"

const sha256 = (key: Redacted.Redacted) => hash("sha256", Redacted.value(key), "hex")

const lookupIdentity = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  return Effect.fnUntraced(function* (digest: string) {
    const [row] = yield* resilient(
      sql<{ readonly tenantId: string; readonly id: string; readonly mode: Mode }>`
        SELECT tenant_id, id, mode FROM api_keys
        WHERE hash = ${Buffer.from(digest, "hex")} AND revoked_at IS NULL`
    )
    return row === undefined
      ? Option.none<ApiKeyIdentity>()
      : Option.some<ApiKeyIdentity>({
          tenantId: TenantId.make(`ten_${hexOf(row.tenantId)}`),
          keyId: ApiKeyId.make(`key_${hexOf(row.id)}`),
          mode: row.mode
        })
  })
})

const createKey = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const changes = yield* Changes
  const random = yield* SecureRandom.SecureRandom
  return Effect.fn("ApiKeysPostgres.create")(
    function* (tenantId: TenantId, mode: Mode, label: string | null) {
      const key = yield* generateApiKey(mode)
      const id = yield* nextApiKeyId
      const prefix = keyPrefix(key)
      yield* changes.announce(tenantId)(
        sql`INSERT INTO api_keys ${sql.insert({
          tenantId: toUuid(tenantId),
          id: toUuid(id),
          mode,
          hash: Buffer.from(sha256(key), "hex"),
          prefix,
          label
        })}`
      )
      return { id, key, prefix, mode, label, createdAt: createdAtOf(id), lastUsedAt: null, revokedAt: null }
    },
    Effect.provideService(SecureRandom.SecureRandom, random),
    Effect.orDie
  )
})

const revokeKey = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const changes = yield* Changes
  return Effect.fn("ApiKeysPostgres.revoke")(function* (tenantId: TenantId, keyId: ApiKeyId) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const [row] = yield* changes.announce(tenantId)(
      sql.unsafe(
        `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3) WHERE tenant_id = $1 AND id = $2
         RETURNING ${columns}`,
        [toUuid(tenantId), toUuid(keyId), now]
      )
    )
    return row === undefined ? Option.none<ApiKey>() : Option.some(toApiKey(yield* decodeRow(row)))
  }, Effect.orDie)
})

const listKeys = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  return (tenantId: TenantId) =>
    sql.unsafe(`SELECT ${columns} FROM api_keys WHERE tenant_id = $1 ORDER BY id`, [toUuid(tenantId)]).pipe(
      Effect.flatMap(Effect.forEach((row) => decodeRow(row))),
      Effect.map((rows) => rows.map(toApiKey)),
      Effect.orDie
    )
})

/** `timeToLive` bounds how long a revoked key may still work when a notification was lost. */
export const ApiKeysPostgres = (timeToLive: Duration.Duration) =>
  Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const find = yield* remember({
        name: "keys",
        lookup: yield* lookupIdentity,
        timeToLive,
        capacity: 50_000,
        // A key that was unknown may be the one that was just made.
        isAbout: (tenantId, _, identity) => Option.isNone(identity) || identity.value.tenantId === tenantId
      })
      return ApiKeys.of({
        find: (key) => find(sha256(key)),
        list: yield* listKeys,
        create: yield* createKey,
        revoke: yield* revokeKey
      })
    })
  )
