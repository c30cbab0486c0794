import { Effect, Layer } from "effect"
import type { Duration } from "effect"
import type { KeyObject } from "node:crypto"
import { NoDefaultPolicy, PolicyNotFound } from "../../../domain/policy/errors.ts"
import { Policies } from "../../../domain/policy/Policies.ts"
import type { ResolvedPolicy } from "../../../domain/policy/Policy.ts"
import { TenantId } from "../../../domain/shared/ids.ts"
import type { PolicyId } from "../../../domain/shared/ids.ts"
import { errorNames } from "../../../domain/shared/logDefect.ts"
import { makeCachedLookup } from "../cachedLookup.ts"
import { DataKeys } from "../encryption/DataKeys.ts"
import { resilient } from "../resilience.ts"
import { scopedSql, scopeOf } from "../scopedSql.ts"
import { policyIdOf, toUuid } from "../uuid.ts"
import { policyChanges } from "./policyChanges.ts"
import { policyReads } from "./policyRows.ts"
import { fromStored } from "./policyStorage.ts"

/** The key of a lookup: a tenant, then a policy id or nothing, then a version or nothing. */
const questionOf = (tenantId: TenantId, policyId: PolicyId | null, version: number | null) =>
  `${tenantId} ${policyId ?? ""} ${version ?? ""}`

/** The memory that a policy takes beside its texts, in characters. */
const plainSize = 4_000

/**
 * The size of an answer in characters. A document may have as many as a request, and a tenant may try any number of
 * versions: limited by number alone, they would take more memory than there is.
 */
const sizeOf = (resolved: ResolvedPolicy | null): number => plainSize + JSON.stringify(resolved).length

/** Room for ten thousand policies like the presets, a thousand of them one tenant's. */
const room = { capacity: 50_000_000, share: 5_000_000 }

interface Found {
  readonly policyId: string
  readonly version: number
  readonly document: unknown
  readonly dryRunVersion: number | null
  readonly dryRunDocument: unknown
}

const lookupPolicy = Effect.gen(function* () {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys

  const select = (tenantId: TenantId, policyUuid: string | null, version: number | null) =>
    sql<Found>`
      SELECT v.policy_id, v.version, v.document, d.version AS dry_run_version, d.document AS dry_run_document
      FROM tenants t
      JOIN policies p ON p.tenant_id = t.tenant_id AND p.id = coalesce(${policyUuid}::uuid, t.default_policy_id)
      JOIN policy_versions v ON v.tenant_id = p.tenant_id AND v.policy_id = p.id
        AND v.version = coalesce(${version}::bigint, p.current_version)
      LEFT JOIN policy_versions d ON (d.tenant_id, d.policy_id, d.version) = (p.tenant_id, p.id, p.dry_run_version)
      WHERE ${scopeOf(tenantId, "t")}`

  /** A version that is only tried must not keep the checks that count from being made. */
  const readDryRun = ({ dryRunDocument, dryRunVersion, policyId }: Found, dataKey: KeyObject) =>
    dryRunVersion === null
      ? Effect.succeed(null)
      : fromStored(dataKey, dryRunDocument).pipe(
          Effect.map((document) => ({ id: policyIdOf(policyId), version: dryRunVersion, document })),
          Effect.catchCause((cause) =>
            Effect.logWarning("A policy's dry-run version cannot be read and is not tried").pipe(
              Effect.annotateLogs({
                policy: policyIdOf(policyId),
                version: dryRunVersion,
                kind: errorNames(cause)
              }),
              Effect.as(null)
            )
          )
        )

  return Effect.fnUntraced(function* (question: string) {
    const [tenant = "", policy = "", version = ""] = question.split(" ")
    const tenantId = TenantId.make(tenant)
    const [found] = yield* resilient(
      select(tenantId, policy === "" ? null : toUuid(policy), version === "" ? null : Number(version))
    )
    if (found === undefined) return null
    const dataKey = yield* dataKeys.of(tenantId)
    const resolved: ResolvedPolicy = {
      id: policyIdOf(found.policyId),
      version: found.version,
      document: yield* Effect.orDie(fromStored(dataKey, found.document)),
      dryRun: yield* readDryRun(found, dataKey)
    }
    return resolved
  })
})

/** `timeToLive` is the longest that an old version may still be used if a notification was lost. */
export const PoliciesPostgres = (timeToLive: Duration.Duration) =>
  Layer.effect(
    Policies,
    Effect.gen(function* () {
      const reads = yield* policyReads
      const resolve = yield* makeCachedLookup({
        name: "policies",
        lookup: yield* lookupPolicy,
        timeToLive,
        ...room,
        sizeOf,
        isNothing: (found) => found === null
      })
      const explainAbsence = Effect.fnUntraced(function* (
        tenantId: TenantId,
        policyId: PolicyId | null,
        version: number | null
      ) {
        if (policyId !== null) return yield* new PolicyNotFound({ policy: policyId })
        // If there is a default policy that lacks the version, it is the version that was not found.
        const current = version === null ? null : yield* resolve(questionOf(tenantId, null, null))
        if (current === null) return yield* new NoDefaultPolicy()
        return yield* new PolicyNotFound({ policy: current.id })
      })
      return Policies.of({
        resolve: (tenantId, policyId, version) =>
          Effect.flatMapEager(resolve(questionOf(tenantId, policyId, version)), (resolved) =>
            resolved === null ? explainAbsence(tenantId, policyId, version) : Effect.succeed(resolved)
          ),
        count: (tenantId) => resilient(reads.count(tenantId)),
        list: (tenantId) => resilient(reads.list(tenantId)),
        find: (tenantId, policyId) => resilient(reads.find(tenantId, policyId)),
        findVersion: (tenantId, policyId, version) =>
          resilient(reads.findVersion(tenantId, policyId, version)),
        ...(yield* policyChanges)
      })
    })
  )
