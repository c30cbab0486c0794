import { NodeServices } from "@effect/platform-node"
import { Duration, Effect, Layer, ManagedRuntime, Option, Redacted } from "effect"
import { Pool } from "pg"
import { DatabaseLayer } from "../../src/adapters/postgres/database.ts"
import { MasterKeyLayer } from "../../src/adapters/postgres/encryption/encryption.ts"
import { PostgresLayer } from "../../src/adapters/postgres/PostgresLayer.ts"
import { SecureRandomPooled } from "../../src/adapters/random/SecureRandomPooled.ts"
import type { LimitOverrides } from "../../src/domain/billing/plans.ts"
import { noSubscription } from "../../src/domain/billing/Subscription.ts"
import type { Subscription } from "../../src/domain/billing/Subscription.ts"
import { Policies } from "../../src/domain/policy/Policies.ts"
import type { PolicyDocument } from "../../src/domain/policy/PolicyDocument.ts"
import { findPreset } from "../../src/domain/policy/presets.ts"
import type { Decision } from "../../src/domain/screening/Decision.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { operator } from "../../src/domain/shared/Actor.ts"
import { DecisionId, PolicyId, TenantId } from "../../src/domain/shared/ids.ts"
import type { Mode } from "../../src/domain/shared/Workspace.ts"
import { ApiKeys } from "../../src/domain/tenancy/ApiKeys.ts"
import { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { newPolicy } from "../fixtures.ts"
import { plainQueue } from "../support/database.ts"
import { asTester } from "../support/sentStatements.ts"
import type { Service } from "../support/serviceProcess.ts"

export interface WorkspaceOptions {
  /** Plan enterprise, active, unless said otherwise. */
  readonly subscription?: Partial<Subscription>
  readonly limits?: LimitOverrides
  readonly shadowMode?: boolean
  /** The default policy: a preset's name (`adult-platform` unless said otherwise), a document, or none. */
  readonly policy?: string | PolicyDocument | undefined
}

export interface TestWorkspace {
  readonly tenantId: TenantId
  readonly policyId: PolicyId | undefined
  readonly test: string
  readonly live: string
}

export const presetDocument = (name: string): PolicyDocument => Option.getOrThrow(findPreset(name)).policy

const makeWorkspace = Effect.fnUntraced(function* (options: WorkspaceOptions) {
  const tenants = yield* Tenants
  const keys = yield* ApiKeys
  const subscription = {
    ...noSubscription,
    plan: "enterprise",
    state: "active",
    ...options.subscription
  } as const
  const { id } = yield* tenants.create({ name: "Acme", subscription })
  if (options.limits !== undefined) yield* tenants.setLimits(id, options.limits)
  if (options.shadowMode === true) yield* tenants.setShadowMode(id, true)
  const test = yield* keys.create(id, "test", null, operator)
  const live = yield* keys.create(id, "live", null, operator)
  const policy = "policy" in options ? options.policy : "adult-platform"
  const workspace = { tenantId: id, test: Redacted.value(test.key), live: Redacted.value(live.key) }
  if (policy === undefined) return { ...workspace, policyId: undefined }
  const document = typeof policy === "string" ? presetDocument(policy) : policy
  const preset = typeof policy === "string" ? policy : null
  const created = yield* (yield* Policies).create(id, newPolicy({ document, preset, makeDefault: true }))
  return { ...workspace, policyId: created.id }
})

/**
 * The database of a running service, seen from beside it: through the service's own adapters in this process, as
 * the operator's command does it, and as plain rows.
 */
export const openStorage = (service: Service) => {
  const { DATABASE_URL: url = "", MASTER_KEY: masterKey = "" } = service.data.environment
  const ttl = Duration.seconds(30)
  const runtime = ManagedRuntime.make(
    PostgresLayer({ keys: ttl, policies: ttl, queue: plainQueue }).pipe(
      Layer.provide(
        MasterKeyLayer(Redacted.make<Uint8Array>(Buffer.from(masterKey, "base64")), "MASTER_KEY")
      ),
      Layer.provide(DatabaseLayer({ url: Redacted.make(url), connections: 3 })),
      Layer.provide([SecureRandomPooled, NodeServices.layer])
    )
  )
  const pool = new Pool({ connectionString: asTester(url), max: 2 })
  return {
    createWorkspace: (options: WorkspaceOptions = {}): Promise<TestWorkspace> =>
      runtime.runPromise(makeWorkspace(options).pipe(Effect.provide(SecureRandomPooled))),
    createPolicy: ({ tenantId }: TestWorkspace, document: PolicyDocument) =>
      runtime.runPromise(
        Effect.flatMap(Policies, (policies) => policies.create(tenantId, newPolicy({ document })))
      ),
    /** The url and the secret of each webhook of a version. */
    policySecrets: (tenantId: string, policyId: string, version: number) =>
      runtime.runPromise(
        Effect.map(
          Effect.flatMap(Policies, (policies) =>
            policies.findVersion(TenantId.make(tenantId), PolicyId.make(policyId), version)
          ),
          ({ document }) => document.webhooks.map(({ secret, url }) => [url, Redacted.value(secret)])
        )
      ),
    setLimits: ({ tenantId }: TestWorkspace, limits: LimitOverrides) =>
      runtime.runPromise(Effect.flatMap(Tenants, (tenants) => tenants.setLimits(tenantId, limits))),
    setSubscription: ({ tenantId }: TestWorkspace, change: Partial<Subscription>) =>
      runtime.runPromise(Effect.flatMap(Tenants, (tenants) => tenants.setSubscription(tenantId, change))),
    createKey: ({ tenantId }: TestWorkspace, mode: Mode) =>
      runtime.runPromise(
        Effect.map(
          Effect.flatMap(ApiKeys, (keys) => keys.create(tenantId, mode, null, operator)),
          ({ id, key }) => ({ id, key: Redacted.value(key) })
        )
      ),
    /** The decision as it is logged, its prompt opened. */
    decision: ({ tenantId }: TestWorkspace, mode: Mode, id: string): Promise<Decision | undefined> =>
      runtime.runPromise(
        Effect.map(
          Effect.flatMap(DecisionLog, (log) => log.find({ tenantId, mode }, DecisionId.make(id))),
          Option.getOrUndefined
        )
      ),
    rows: async (statement: string, parameters: ReadonlyArray<unknown> = []) => {
      const { rows } = await pool.query(statement, [...parameters])
      return rows
    },
    close: async () => {
      await pool.end()
      await runtime.dispose()
    }
  }
}

export type Storage = ReturnType<typeof openStorage>

/** An id of the interface as its column holds it. */
export const uuidOf = (id: string) => id.slice(4)
