import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { Duration } from "effect"
import { SecureRandom } from "effect/crypto"
import { hash } from "node:crypto"
import type { Actor } from "../../../domain/shared/Actor.ts"
import { createdAtOf, nextApiKeyId } from "../../../domain/shared/ids.ts"
import type { ApiKeyId, TenantId } from "../../../domain/shared/ids.ts"
import { Mode } from "../../../domain/shared/Workspace.ts"
import { generateApiKey, keyPrefix } from "../../../domain/tenancy/apiKey.ts"
import { ApiKeys } from "../../../domain/tenancy/ApiKeys.ts"
import type { ApiKey, ApiKeyIdentity, CreatedApiKey } from "../../../domain/tenancy/ApiKeys.ts"
import { acrossTenants } from "../acrossTenants.ts"
import { makeCachedLookup } from "../cachedLookup.ts"
import { Changes } from "../Changes.ts"
import { resilient } from "../resilience.ts"
import { rawSql, rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"
import { apiKeyIdOf, tenantIdOf, toUuid } from "../uuid.ts"
import { AuditTrail } from "./AuditTrail.ts"
import { makeKeyUses } from "./keyUses.ts"

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
  const id = apiKeyIdOf(row.id)
  return { ...row, id, createdAt: createdAtOf(id) }
}

const columns = rawSql("id, mode, prefix, label, last_used_at, revoked_at")

const sha256 = (key: Redacted.Redacted) => hash("sha256", Redacted.value(key), "hex")

const storedHash = (key: Redacted.Redacted) => Buffer.from(sha256(key), "hex")

const lookupIdentity = Effect.gen(function* () {
  const { keyOfHash } = yield* acrossTenants
  return Effect.fnUntraced(function* (digest: string) {
    const row = yield* resilient(keyOfHash(Buffer.from(digest, "hex")))
    return row === undefined
      ? Option.none<ApiKeyIdentity>()
      : Option.some<ApiKeyIdentity>({
          tenantId: tenantIdOf(row.tenantId),
          keyId: apiKeyIdOf(row.id),
          mode: row.mode
        })
  })
})

/** How many keys a process remembers in all, and how many of one tenant. */
const mostKeys = 50_000
const mostKeysOfTenant = 10_000

/** The keys that were found, by their hashes. Those found longest ago are forgotten first. */
const makeFoundKeys = () => {
  const identities = new Map<string, ApiKeyIdentity>()
  const note = (digest: string, found: Option.Option<ApiKeyIdentity>): void => {
    identities.delete(digest)
    if (Option.isNone(found)) return
    const [first] = identities.size < mostKeys ? [] : identities.keys()
    if (first !== undefined) identities.delete(first)
    identities.set(digest, found.value)
  }
  return { note, get: (digest: string) => identities.get(digest) }
}

const createKey = Effect.gen(function* () {
  const sql = yield* scopedSql
  const changes = yield* Changes
  const audit = yield* AuditTrail
  const random = yield* SecureRandom.SecureRandom

  const insert = Effect.fnUntraced(function* (
    tenantId: TenantId,
    { id, key, label, mode, prefix }: CreatedApiKey,
    actor: Actor
  ) {
    const row = { id: toUuid(id), mode, prefix, label }
    // No row is returned if the key was inserted before and the answer was lost.
    const inserted = yield* sql`
      INSERT INTO api_keys ${rowsOf(tenantId, { ...row, hash: storedHash(key) })} ON CONFLICT DO NOTHING RETURNING id`
    if (inserted.length === 0) return
    const after = { mode, label, prefix }
    yield* audit.append(tenantId, { actor, action: "key.created", subject: id, before: null, after })
  })

  return Effect.fn("ApiKeysPostgres.create")(
    function* (tenantId: TenantId, mode: Mode, label: string | null, actor: Actor) {
      const key = yield* generateApiKey(mode)
      const id = yield* nextApiKeyId
      const created: CreatedApiKey = {
        id,
        key,
        prefix: keyPrefix(key),
        mode,
        label,
        createdAt: createdAtOf(id),
        lastUsedAt: null,
        revokedAt: null
      }
      yield* resilient(audit.inTurn(tenantId)(changes.announce(tenantId)(insert(tenantId, created, actor))))
      return created
    },
    Effect.provideService(SecureRandom.SecureRandom, random)
  )
})

const getKey = Effect.gen(function* () {
  const sql = yield* scopedSql
  return Effect.fnUntraced(function* (tenantId: TenantId, keyId: ApiKeyId) {
    const [row] = yield* sql`
      SELECT ${columns} FROM api_keys WHERE ${scopeOf(tenantId)} AND id = ${toUuid(keyId)}`
    return row === undefined
      ? Option.none<ApiKey>()
      : Option.some(toApiKey(yield* Effect.orDie(decodeRow(row))))
  })
})

const findId = Effect.gen(function* () {
  const sql = yield* scopedSql
  return (tenantId: TenantId, key: Redacted.Redacted) =>
    resilient(
      sql<{ readonly id: string }>`
        SELECT id FROM api_keys WHERE ${scopeOf(tenantId)} AND hash = ${storedHash(key)}`
    ).pipe(Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), ({ id }) => apiKeyIdOf(id))))
})

const revokeKey = Effect.gen(function* () {
  const sql = yield* scopedSql
  const changes = yield* Changes
  const audit = yield* AuditTrail
  const get = yield* getKey

  const revoke = Effect.fnUntraced(function* (tenantId: TenantId, keyId: ApiKeyId, actor: Actor) {
    const now = yield* DateTime.now
    const revoked = yield* sql`
      UPDATE api_keys SET revoked_at = ${DateTime.toDateUtc(now)}
      WHERE ${scopeOf(tenantId)} AND id = ${toUuid(keyId)} AND revoked_at IS NULL
      RETURNING id`
    if (revoked.length > 0) {
      yield* audit.append(tenantId, {
        actor,
        action: "key.revoked",
        subject: keyId,
        before: { revoked_at: null },
        after: { revoked_at: DateTime.formatIso(now) }
      })
    }
    return yield* get(tenantId, keyId)
  })

  return Effect.fn("ApiKeysPostgres.revoke")((tenantId: TenantId, keyId: ApiKeyId, actor: Actor) =>
    resilient(audit.inTurn(tenantId)(changes.announce(tenantId)(revoke(tenantId, keyId, actor))))
  )
})

const listKeys = Effect.gen(function* () {
  const sql = yield* scopedSql
  return (tenantId: TenantId) =>
    resilient(sql`SELECT ${columns} FROM api_keys WHERE ${scopeOf(tenantId)} ORDER BY id`).pipe(
      Effect.flatMap(Effect.forEach((row) => Effect.orDie(decodeRow(row)))),
      Effect.map((rows) => rows.map(toApiKey))
    )
})

/** `timeToLive` is the longest that a revoked key may still work if a notification was lost. */
export const ApiKeysPostgres = (timeToLive: Duration.Duration) =>
  Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const lookup = yield* lookupIdentity
      const found = makeFoundKeys()
      const find = yield* makeCachedLookup({
        name: "keys",
        lookup: (digest) =>
          Effect.tap(lookup(digest), (identity) => Effect.sync(() => found.note(digest, identity))),
        timeToLive,
        capacity: mostKeys,
        share: mostKeysOfTenant,
        // No change turns an unknown key into a known one, because nobody can ask for a key before it is made.
        tenantOf: (_, identity) => (Option.isSome(identity) ? identity.value.tenantId : null),
        isNothing: Option.isNone
      })
      const get = yield* getKey
      return ApiKeys.of({
        find: (key) => find(sha256(key)),
        lastFound: (key) => found.get(sha256(key)),
        markUsed: yield* makeKeyUses,
        get: (tenantId, keyId) => resilient(get(tenantId, keyId)),
        idOf: yield* findId,
        list: yield* listKeys,
        create: yield* createKey,
        revoke: yield* revokeKey
      })
    })
  )
