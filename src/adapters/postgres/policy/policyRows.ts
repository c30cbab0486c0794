import { Array, Effect, Schema } from "effect"
import { hash } from "node:crypto"
import { PolicyNotFound, PolicyVersionNotFound } from "../../../domain/policy/errors.ts"
import type { StoredSecrets } from "../../../domain/policy/keptSecrets.ts"
import type {
  PolicyDetail,
  PolicySummary,
  PolicyVersion,
  VersionSummary
} from "../../../domain/policy/Policy.ts"
import { Webhook } from "../../../domain/policy/PolicyDocument.ts"
import type { PolicyId, TenantId } from "../../../domain/shared/ids.ts"
import { DataKeys } from "../encryption/DataKeys.ts"
import { part, rawSql, scopedSql, scopeOf } from "../scopedSql.ts"
import { policyIdOf, toUuid } from "../uuid.ts"
import { fromStored, decryptSecret } from "./policyStorage.ts"

const SummaryRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  preset: Schema.NullOr(Schema.String),
  currentVersion: Schema.NullOr(Schema.Int),
  dryRunVersion: Schema.NullOr(Schema.Int),
  isDefault: Schema.Boolean
})

const VersionRow = Schema.Struct({
  version: Schema.Int,
  isCurrent: Schema.Boolean,
  createdAt: Schema.DateTimeUtcFromDate,
  createdBy: Schema.NullOr(Schema.String)
})

const decodeSummaries = Schema.decodeUnknownEffect(Schema.Array(SummaryRow))
const decodeVersion = Schema.decodeUnknownEffect(VersionRow)

const summaryColumns = rawSql(`p.id, p.name, p.preset, p.current_version, p.dry_run_version,
  coalesce(p.id = t.default_policy_id, false) AS is_default`)

const toSummary = (row: typeof SummaryRow.Type): PolicySummary => ({
  ...row,
  id: policyIdOf(row.id)
})

const first = <A>(rows: ReadonlyArray<A>, policyId: PolicyId): Effect.Effect<A, PolicyNotFound> => {
  const [row] = rows
  return row === undefined ? Effect.fail(new PolicyNotFound({ policy: policyId })) : Effect.succeed(row)
}

const summaryReads = Effect.gen(function* () {
  const sql = yield* scopedSql

  const list = Effect.fnUntraced(function* (tenantId: TenantId) {
    const rows = yield* sql`
      SELECT ${summaryColumns} FROM policies p JOIN tenants t USING (tenant_id)
      WHERE ${scopeOf(tenantId, "p")} ORDER BY p.id DESC`
    return (yield* Effect.orDie(decodeSummaries(rows))).map(toSummary)
  })

  const summary = Effect.fnUntraced(function* (tenantId: TenantId, policyId: PolicyId) {
    const rows = yield* sql`
      SELECT ${summaryColumns} FROM policies p JOIN tenants t USING (tenant_id)
      WHERE ${scopeOf(tenantId, "p")} AND p.id = ${toUuid(policyId)}`
    return toSummary(yield* first(yield* Effect.orDie(decodeSummaries(rows)), policyId))
  })

  const count = (tenantId: TenantId) =>
    Effect.map(
      sql<{ readonly count: bigint }>`SELECT count(*) AS count FROM policies WHERE ${scopeOf(tenantId)}`,
      ([row]) => Number(row?.count ?? 0)
    )

  return { list, summary, count }
})

const documentReads = Effect.gen(function* () {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys

  const decryptDocument = (tenantId: TenantId, document: unknown) =>
    Effect.flatMap(dataKeys.of(tenantId), (dataKey) => Effect.orDie(fromStored(dataKey, document)))

  const find = Effect.fnUntraced(function* (tenantId: TenantId, policyId: PolicyId) {
    // One statement, so that everything it reads agrees on which version is current.
    const rows = yield* sql<{ readonly document: unknown }>`
      SELECT ${summaryColumns}, v.version, v.created_at, v.created_by,
        coalesce(v.version = p.current_version, false) AS is_current,
        CASE WHEN v.version = p.current_version THEN v.document END AS document
      FROM policies p JOIN tenants t USING (tenant_id)
      JOIN policy_versions v ON (v.tenant_id, v.policy_id) = (p.tenant_id, p.id)
      WHERE ${scopeOf(tenantId, "p")} AND p.id = ${toUuid(policyId)} ORDER BY v.version DESC`
    const summary = toSummary(yield* first(yield* Effect.orDie(decodeSummaries(rows.slice(0, 1))), policyId))
    // One by one: there may be any number of versions, and the runtime lets others run in between.
    const versions: ReadonlyArray<VersionSummary> = yield* Effect.forEach(rows, (row) =>
      Effect.orDie(decodeVersion(row))
    )
    const current = rows.find(({ document }) => document !== null)
    const detail: PolicyDetail = {
      ...summary,
      document: yield* decryptDocument(tenantId, current?.document),
      versions
    }
    return detail
  })

  const findVersion = Effect.fnUntraced(function* (tenantId: TenantId, policyId: PolicyId, version: number) {
    const rows = yield* sql<{ readonly isCurrent: boolean; readonly document: unknown }>`
      SELECT coalesce(v.version = p.current_version, false) AS is_current, v.document
      FROM policies p
      LEFT JOIN policy_versions v ON (v.tenant_id, v.policy_id) = (p.tenant_id, p.id)
        AND v.version = ${version}::bigint
      WHERE ${scopeOf(tenantId, "p")} AND p.id = ${toUuid(policyId)}`
    const { document, isCurrent } = yield* first(rows, policyId)
    if (document === null) return yield* new PolicyVersionNotFound({ policy: policyId, version })
    const found: PolicyVersion = {
      policyId,
      version,
      isCurrent,
      document: yield* decryptDocument(tenantId, document)
    }
    return found
  })

  return { find, findVersion }
})

const urlHashOf = (url: string) => hash("sha256", url, "hex")

const StoredSecretsRow = Schema.Struct({
  urlHash: Schema.String,
  secrets: Schema.Array(Schema.String),
  /** Those of each secret's webhook. */
  events: Schema.Array(Webhook.fields.events)
})
const decodeStoredSecrets = Schema.decodeUnknownEffect(Schema.Array(StoredSecretsRow))

/**
 * The kept secrets of some URLs. The URLs are looked up one by one, because a join could also read all others that the
 * policy has had.
 */
export const keptSecretsOf = (tenantId: TenantId, policyId: PolicyId, urls: ReadonlyArray<string>) => part`
  SELECT encode(url_hash, 'hex') AS url_hash, secrets, events FROM kept_webhook_secrets
  WHERE ${scopeOf(tenantId)} AND policy_id = ${toUuid(policyId)}
    AND url_hash = ANY (ARRAY(
      SELECT decode(json_array_elements_text(${JSON.stringify(urls.map(urlHashOf))}::text::json), 'hex')))`

const secretReads = Effect.gen(function* () {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys
  const { summary } = yield* summaryReads

  const storedSecrets = Effect.fnUntraced(function* (
    tenantId: TenantId,
    policyId: PolicyId,
    urls: ReadonlyArray<string>
  ) {
    yield* summary(tenantId, policyId)
    if (urls.length === 0) return new Map()
    const rows = yield* sql`${keptSecretsOf(tenantId, policyId, urls)}`
    const kept = new Map(
      (yield* Effect.orDie(decodeStoredSecrets(rows))).map(({ events, secrets, urlHash }) => [
        urlHash,
        Array.zip(secrets, events)
      ])
    )
    const dataKey = yield* dataKeys.of(tenantId)
    const secrets: StoredSecrets = new Map(
      yield* Effect.forEach(urls, (url) =>
        Effect.map(
          Effect.forEach(kept.get(urlHashOf(url)) ?? [], ([secret, events]) =>
            Effect.map(Effect.orDie(decryptSecret(dataKey, url, secret)), (secret) => ({ secret, events }))
          ),
          (decrypted) => [url, decrypted] as const
        )
      )
    )
    return secrets
  })

  return { storedSecrets }
})

/** Reads of policies that bypass every cache, for use within a transaction too. */
export const policyReads = Effect.gen(function* () {
  return { ...(yield* summaryReads), ...(yield* documentReads), ...(yield* secretReads) }
})
