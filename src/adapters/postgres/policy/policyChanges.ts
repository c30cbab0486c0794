import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { SqlError } from "effect/sql"
import type { KeyObject } from "node:crypto"
import { PolicyVersionNotFound, TooManyPolicies } from "../../../domain/policy/errors.ts"
import { keepSecrets, urlsToKeep } from "../../../domain/policy/keptSecrets.ts"
import type { NewPolicy, Policies, PolicyChange } from "../../../domain/policy/Policies.ts"
import type { PolicySummary } from "../../../domain/policy/Policy.ts"
import type { PolicyDocument } from "../../../domain/policy/PolicyDocument.ts"
import { actorName } from "../../../domain/shared/Actor.ts"
import { ensureRoom } from "../../../domain/shared/ensureRoom.ts"
import { nextPolicyId } from "../../../domain/shared/ids.ts"
import type { TenantId } from "../../../domain/shared/ids.ts"
import { makeChangesInTurn } from "../changesInTurn.ts"
import type { InTurn } from "../changesInTurn.ts"
import { DataKeys } from "../encryption/DataKeys.ts"
import { assign, rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"
import { AuditTrail } from "../tenancy/AuditTrail.ts"
import type { AuditEntry } from "../tenancy/AuditTrail.ts"
import { toUuid } from "../uuid.ts"
import { policyReads } from "./policyRows.ts"
import { toStored } from "./policyStorage.ts"

type Ports = Policies["Service"]

/** What a change did, for the audit log. */
type Done = Pick<AuditEntry, "action" | "before" | "after">

const insertVersion = Effect.gen(function* () {
  const sql = yield* scopedSql
  return ({ actor, policyId, tenantId }: PolicyChange, version: number, document: string) => {
    const row = { policyId: toUuid(policyId), version, document, createdBy: actorName(actor) }
    return sql`INSERT INTO policy_versions ${rowsOf(tenantId, row)}`
  }
})

/**
 * Records when a version became the current one, which decides how long a replaced secret still signs. The moment is
 * later than all others, even if the clock was set back since.
 */
const markVersionPublished = Effect.gen(function* () {
  const sql = yield* scopedSql
  return ({ policyId, tenantId }: PolicyChange, version: number) => sql`
    UPDATE policy_versions SET published_at = greatest(now(), (
      SELECT max(published_at) + interval '1 ms' FROM policy_versions
      WHERE ${scopeOf(tenantId)} AND policy_id = ${toUuid(policyId)}
    ))
    WHERE ${scopeOf(tenantId)} AND policy_id = ${toUuid(policyId)} AND version = ${version}::bigint`
})

const createPolicy = Effect.fnUntraced(function* (inTurn: InTurn) {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys
  const random = yield* SecureRandom.SecureRandom
  const audit = yield* AuditTrail
  const { count, find } = yield* policyReads
  const addVersion = yield* insertVersion
  const markPublished = yield* markVersionPublished

  const insert = Effect.fnUntraced(function* (change: PolicyChange, policy: NewPolicy, stored: string) {
    const { actor, policyId, tenantId } = change
    const { makeDefault, name, preset } = policy
    yield* ensureRoom(policy.allowed, count(tenantId), (standing) => new TooManyPolicies(standing))
    yield* sql`INSERT INTO policies ${rowsOf(tenantId, {
      id: toUuid(policyId),
      name,
      preset,
      currentVersion: 1
    })}`
    yield* addVersion(change, 1, stored)
    yield* markPublished(change, 1)
    yield* sql`
      UPDATE tenants SET default_policy_id = ${toUuid(policyId)}::uuid
      WHERE ${scopeOf(tenantId)} AND (${makeDefault}::boolean OR default_policy_id IS NULL)`
    const created = yield* find(tenantId, policyId)
    const after = { name, preset, current_version: 1, default: created.isDefault }
    yield* audit.append(tenantId, { actor, action: "policy.created", subject: policyId, before: null, after })
    return created
  })

  return Effect.fn("PoliciesPostgres.create")(
    function* (tenantId: TenantId, policy: NewPolicy) {
      const policyId = yield* nextPolicyId
      const stored = yield* Effect.orDie(toStored(yield* dataKeys.of(tenantId), policy.document))
      const change = { tenantId, policyId, actor: policy.actor }
      // This very transaction has written the policy.
      const insertion = Effect.catchTag(insert(change, policy, stored), "PolicyNotFound", Effect.die)
      return yield* inTurn(tenantId, insertion)
    },
    Effect.provideService(SecureRandom.SecureRandom, random)
  )
})

const addVersionTo = Effect.fnUntraced(function* (inTurn: InTurn) {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys
  const audit = yield* AuditTrail
  const { storedSecrets } = yield* policyReads
  const addVersion = yield* insertVersion

  const insert = Effect.fnUntraced(function* (
    change: PolicyChange,
    document: PolicyDocument,
    dataKey: KeyObject
  ) {
    const { actor, policyId, tenantId } = change
    // Within the turn, so that the kept secrets are those of the version just before this one.
    const complete = keepSecrets(document, yield* storedSecrets(tenantId, policyId, urlsToKeep(document)))
    const [row] = yield* sql<{ readonly next: number }>`
      SELECT max(version) + 1 AS next FROM policy_versions
      WHERE ${scopeOf(tenantId)} AND policy_id = ${toUuid(policyId)}`
    const version = row?.next ?? 1
    yield* addVersion(change, version, yield* Effect.orDie(toStored(dataKey, complete)))
    const action = "policy.version_added"
    yield* audit.append(tenantId, { actor, action, subject: policyId, before: null, after: { version } })
    return { policyId, version, isCurrent: false, document: complete }
  })

  return Effect.fn("PoliciesPostgres.addVersion")(function* (change: PolicyChange, document: PolicyDocument) {
    const dataKey = yield* dataKeys.of(change.tenantId)
    return yield* inTurn(change.tenantId, insert(change, document, dataKey))
  })
})

/** Changes a policy's summary, such as which version is current. A change that changes nothing leaves no trace. */
const changeSummary = Effect.fnUntraced(function* (inTurn: InTurn) {
  const audit = yield* AuditTrail
  const { summary } = yield* policyReads

  return <E>(
    { actor, policyId, tenantId }: PolicyChange,
    apply: (before: PolicySummary) => Effect.Effect<Done | null, E | SqlError.SqlError>
  ) =>
    inTurn(
      tenantId,
      Effect.gen(function* () {
        const before = yield* summary(tenantId, policyId)
        const done = yield* apply(before)
        if (done === null) return before
        yield* audit.append(tenantId, { actor, subject: policyId, ...done })
        return yield* summary(tenantId, policyId)
      })
    )
})

type ChangeSummary = Effect.Success<ReturnType<typeof changeSummary>>

const pointToVersions = Effect.fnUntraced(function* (change: ChangeSummary) {
  const sql = yield* scopedSql
  const markPublished = yield* markVersionPublished

  const ensureVersion = Effect.fnUntraced(function* ({ policyId, tenantId }: PolicyChange, version: number) {
    const rows = yield* sql`
      SELECT 1 FROM policy_versions
      WHERE ${scopeOf(tenantId)} AND policy_id = ${toUuid(policyId)} AND version = ${version}::bigint`
    if (rows.length === 0) return yield* new PolicyVersionNotFound({ policy: policyId, version })
  })

  const set = ({ policyId, tenantId }: PolicyChange, values: Record<string, number | null>) =>
    sql`UPDATE policies SET ${assign(values)} WHERE ${scopeOf(tenantId)} AND id = ${toUuid(policyId)}`

  const publish: Ports["publish"] = (where, version) =>
    change(
      where,
      Effect.fnUntraced(function* ({ currentVersion }) {
        yield* ensureVersion(where, version)
        if (currentVersion === version) return null
        yield* set(where, { currentVersion: version })
        yield* markPublished(where, version)
        const before = { current_version: currentVersion }
        return { action: "policy.published", before, after: { current_version: version } }
      })
    )

  const setDryRun: Ports["setDryRun"] = (where, version) =>
    change(
      where,
      Effect.fnUntraced(function* ({ dryRunVersion }) {
        if (version !== null) yield* ensureVersion(where, version)
        if (dryRunVersion === version) return null
        yield* set(where, { dryRunVersion: version })
        const before = { dry_run_version: dryRunVersion }
        return { action: "policy.dry_run_set", before, after: { dry_run_version: version } }
      })
    )

  return { publish, setDryRun }
})

const makeDefaultPolicy = Effect.fnUntraced(function* (change: ChangeSummary) {
  const sql = yield* scopedSql
  const { list } = yield* policyReads

  const makeDefault: Ports["makeDefault"] = (where) =>
    change(
      where,
      Effect.fnUntraced(function* ({ isDefault }) {
        if (isDefault) return null
        const { policyId, tenantId } = where
        const former = (yield* list(tenantId)).find(({ isDefault }) => isDefault)
        yield* sql`UPDATE tenants SET default_policy_id = ${toUuid(policyId)} WHERE ${scopeOf(tenantId)}`
        const before = { default_policy_id: former?.id ?? null }
        return { action: "policy.made_default", before, after: { default_policy_id: policyId } }
      })
    )
  return makeDefault
})

/**
 * The changes of policies, each one transaction with its entry in the audit log, and the read of the secrets that a new
 * version keeps of earlier ones.
 */
export const policyChanges = Effect.gen(function* () {
  const { beforehand, inTurn } = yield* makeChangesInTurn
  const reads = yield* policyReads
  const change = yield* changeSummary(inTurn)
  return {
    create: yield* createPolicy(inTurn),
    addVersion: yield* addVersionTo(inTurn),
    makeDefault: yield* makeDefaultPolicy(change),
    storedSecrets: (...asked: Parameters<Ports["storedSecrets"]>) =>
      beforehand(asked[0], reads.storedSecrets(...asked)),
    ...(yield* pointToVersions(change))
  }
})
