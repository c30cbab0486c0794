import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { Duration } from "effect"
import { SecureRandom } from "effect/crypto"
import { NoDefaultPolicy, PolicyNotFound } from "../../domain/policy/errors.ts"
import { Policies } from "../../domain/policy/Policies.ts"
import type { NewPolicy } from "../../domain/policy/Policies.ts"
import type { ResolvedPolicy } from "../../domain/policy/Policy.ts"
import { nextPolicyId, PolicyId, TenantId } from "../../domain/shared/ids.ts"
import { Changes } from "./Changes.ts"
import { DataKeys } from "./DataKeys.ts"
import { fromStored, toStored } from "./policyStorage.ts"
import { remember } from "./remembered.ts"
import { resilient } from "./resilience.ts"
import { hexOf, toUuid } from "./uuid.ts"

/** What is asked for: a tenant, then a policy id or nothing, then a version or nothing. */
const questionOf = (tenantId: TenantId, policyId: PolicyId | null, version: number | null) =>
  `${tenantId} ${policyId ?? ""} ${version ?? ""}`

interface Found {
  readonly policyId: string
  readonly version: number
  readonly document: unknown
}

const lookupPolicy = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const dataKeys = yield* DataKeys

  const select = (tenantUuid: string, policyUuid: string | null, version: number | null) =>
    sql<Found>`
      SELECT v.policy_id, v.version, v.document
      FROM tenants t
      JOIN policies p ON p.tenant_id = t.tenant_id AND p.id = coalesce(${policyUuid}::uuid, t.default_policy_id)
      JOIN policy_versions v ON v.tenant_id = p.tenant_id AND v.policy_id = p.id
        AND v.version = coalesce(${version}::bigint, p.current_version)
      WHERE t.tenant_id = ${tenantUuid}::uuid`

  return Effect.fnUntraced(function* (question: string) {
    const [tenant = "", policy = "", version = ""] = question.split(" ")
    const [found] = yield* resilient(
      select(toUuid(tenant), policy === "" ? null : toUuid(policy), version === "" ? null : Number(version))
    )
    if (found === undefined) return null
    const dataKey = yield* dataKeys.of(TenantId.make(tenant))
    const resolved: ResolvedPolicy = {
      id: PolicyId.make(`pol_${hexOf(found.policyId)}`),
      version: found.version,
      document: yield* Effect.orDie(fromStored(dataKey, found.document))
    }
    return resolved
  })
})

const createPolicy = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const changes = yield* Changes
  const dataKeys = yield* DataKeys
  const random = yield* SecureRandom.SecureRandom

  const insert = Effect.fnUntraced(function* (
    tenantUuid: string,
    uuid: string,
    policy: NewPolicy,
    stored: string
  ) {
    const { createdBy, document, makeDefault, preset } = policy
    yield* sql`INSERT INTO policies ${sql.insert({
      tenantId: tenantUuid,
      id: uuid,
      name: document.name,
      preset,
      currentVersion: 1
    })}`
    yield* sql`
      INSERT INTO policy_versions (tenant_id, policy_id, version, document, created_by)
      VALUES (${tenantUuid}::uuid, ${uuid}::uuid, 1, ${stored}::text::json, ${createdBy})`
    yield* sql`
      UPDATE tenants SET default_policy_id = ${uuid}::uuid
      WHERE tenant_id = ${tenantUuid}::uuid AND (${makeDefault}::boolean OR default_policy_id IS NULL)`
  })

  return Effect.fn("PoliciesPostgres.create")(
    function* (tenantId: TenantId, policy: NewPolicy) {
      const id = yield* nextPolicyId
      const stored = yield* toStored(yield* dataKeys.of(tenantId), policy.document)
      yield* changes.announce(tenantId)(insert(toUuid(tenantId), toUuid(id), policy, stored))
      return { id, version: 1 }
    },
    Effect.provideService(SecureRandom.SecureRandom, random),
    Effect.orDie
  )
})

/** `timeToLive` bounds how long an older version may still be used when a notification was lost. */
export const PoliciesPostgres = (timeToLive: Duration.Duration) =>
  Layer.effect(
    Policies,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const resolve = yield* remember({
        name: "policies",
        lookup: yield* lookupPolicy,
        timeToLive,
        capacity: 10_000,
        isAbout: (tenantId, question) => question.startsWith(`${tenantId} `)
      })
      return Policies.of({
        resolve: Effect.fnUntraced(function* (tenantId, policyId, version) {
          const resolved = yield* resolve(questionOf(tenantId, policyId, version))
          if (resolved !== null) return resolved
          if (policyId !== null) return yield* new PolicyNotFound({ policy: policyId })
          // With a default policy that lacks the version, it is the version that names nothing.
          const current = version === null ? null : yield* resolve(questionOf(tenantId, null, null))
          if (current === null) return yield* new NoDefaultPolicy()
          return yield* new PolicyNotFound({ policy: current.id })
        }),
        count: (tenantId) =>
          resilient(
            sql<{ readonly count: bigint }>`
              SELECT count(*) AS count FROM policies WHERE tenant_id = ${toUuid(tenantId)}::uuid`
          ).pipe(Effect.map(([row]) => Number(row?.count ?? 0))),
        create: yield* createPolicy
      })
    })
  )
