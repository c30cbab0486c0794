import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { isDeepStrictEqual } from "node:util"
import { MasterKey } from "../../../../src/adapters/postgres/encryption/encryption.ts"
import { toStored } from "../../../../src/adapters/postgres/policy/policyStorage.ts"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { Policies } from "../../../../src/domain/policy/Policies.ts"
import type { PolicyDocument } from "../../../../src/domain/policy/PolicyDocument.ts"
import { operator } from "../../../../src/domain/shared/Actor.ts"
import { DecisionId, DeliveryId } from "../../../../src/domain/shared/ids.ts"
import type { PolicyId } from "../../../../src/domain/shared/ids.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import { WebhookSecrets } from "../../../../src/domain/webhooks/WebhookSecrets.ts"
import { document, idOf, newWorkspace, newPolicy } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { eventuallyIs } from "../../../support/until.ts"
import { startProcess } from "../process.ts"

const url = "https://hooks.example.com/a"

const withSecret = (secret: string): PolicyDocument => ({
  ...document,
  webhooks: [{ url, events: ["block"], secret: Redacted.make(secret) }]
})

/** Makes a version the current one, so many hours ago, and says so. */
const publish = Effect.fnUntraced(function* (
  { tenantId }: Workspace,
  policyId: PolicyId,
  version: number,
  made: PolicyDocument,
  hoursAgo: number
) {
  const sql = yield* PgClient.PgClient
  const { unwrapDataKey } = yield* MasterKey
  const [tenant, policy] = [toUuid(tenantId), toUuid(policyId)]
  const [row] = yield* sql.unsafe<{ readonly dataKey: Uint8Array }>(
    `SELECT data_key FROM tenants WHERE tenant_id = $1::text::uuid`,
    [tenant]
  )
  const stored = yield* toStored(yield* unwrapDataKey(tenantId, row?.dataKey ?? new Uint8Array()), made)
  yield* sql.unsafe(
    `INSERT INTO policy_versions (tenant_id, policy_id, version, document, published_at)
     VALUES ($1::text::uuid, $2::text::uuid, $3::int8, $4::text::json, now() - $5::text::interval)
     ON CONFLICT (tenant_id, policy_id, version) DO UPDATE SET published_at = excluded.published_at`,
    [tenant, policy, version, stored, `${hoursAgo} hours`]
  )
  yield* sql.unsafe(
    `UPDATE policies SET current_version = $3::int8
     WHERE tenant_id = $1::text::uuid AND id = $2::text::uuid`,
    [tenant, policy, version]
  )
  yield* sql.unsafe(`SELECT pg_notify('prescreen_changes', $1)`, [tenantId])
})

const secretsOf = Effect.fnUntraced(function* (workspace: Workspace, id: PolicyId, version: number) {
  const decision = {
    id: DecisionId.make(idOf("dec", "1")),
    tenantId: workspace.tenantId,
    outcome: "block" as const,
    tags: [],
    policyId: id,
    policyVersion: version
  }
  const secrets = yield* (yield* WebhookSecrets).of({
    id: DeliveryId.make("01a1f98f-b3b1-7525-8749-8d8522714825"),
    workspace,
    policy: { id, version },
    url,
    event: "block",
    occasion: { decision, review: null }
  })
  return secrets.map((secret) => Redacted.value(secret))
})

/** The notification of a change takes its time, and until then the process signs as before. */
const assertSigned = (secrets: ReadonlyArray<string>, ...asked: Parameters<typeof secretsOf>) =>
  eventuallyIs(`signed with ${secrets.join(" and ")}`, secretsOf(...asked), (found) =>
    isDeepStrictEqual(found, secrets)
  )

describe("a secret that is rotated", () => {
  it.live("signs as soon as its version is published, the one before it beside it", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const policies = yield* Policies
        const made = newPolicy({ document: withSecret("the first secret") })
        const { id: policyId } = yield* policies.create(workspace.tenantId, made)
        const change = { tenantId: workspace.tenantId, policyId, actor: operator }
        yield* policies.addVersion(change, withSecret("the second secret"))
        assert.deepStrictEqual(yield* secretsOf(workspace, policyId, 1), ["the first secret"])
        yield* policies.publish(change, 2)
        yield* assertSigned(["the second secret", "the first secret"], workspace, policyId, 1)
      }).pipe(Effect.provide(process))
    })
  )

  it.live("signs with nothing that the tenant published for another of its policies alone", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const policies = yield* Policies
        const newVersions = Effect.fnUntraced(function* (name: string) {
          const made = newPolicy({ document: withSecret(`the first secret of ${name}`) })
          const { id: policyId } = yield* policies.create(workspace.tenantId, made)
          const change = { tenantId: workspace.tenantId, policyId, actor: operator }
          for (const place of ["second", "third"])
            yield* policies.addVersion(change, withSecret(`the ${place} secret of ${name}`))
          return change
        })
        const [one, other] = [yield* newVersions("one"), yield* newVersions("the other")]
        yield* policies.publish(one, 2)
        yield* policies.publish(other, 3)
        const ofOne = ["the second secret of one", "the first secret of one"]
        yield* assertSigned(ofOne, workspace, one.policyId, 1)
        const ofOther = ["the third secret of the other", "the first secret of the other"]
        yield* assertSigned(ofOther, workspace, other.policyId, 1)
      }).pipe(Effect.provide(process))
    })
  )

  it.live("signs beside the one before it also when the clock was set back since that was published", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const policies = yield* Policies
        const made = newPolicy({ document: withSecret("the first secret") })
        const { id } = yield* policies.create(workspace.tenantId, made)
        yield* publish(workspace, id, 1, withSecret("the first secret"), 5)
        yield* publish(workspace, id, 2, withSecret("the second secret"), -1)
        const change = { tenantId: workspace.tenantId, policyId: id, actor: operator }
        yield* policies.addVersion(change, withSecret("the third secret"))
        yield* policies.publish(change, 3)
        const all = ["the third secret", "the second secret", "the first secret"]
        yield* assertSigned(all, workspace, id, 1)
      }).pipe(Effect.provide(process))
    })
  )

  it.live("signs at once, and the one that it replaced beside it for a day", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const made = newPolicy({ document: withSecret("the first secret") })
        const { id } = yield* (yield* Policies).create(workspace.tenantId, made)
        assert.deepStrictEqual(yield* secretsOf(workspace, id, 1), ["the first secret"])
        yield* publish(workspace, id, 1, withSecret("the first secret"), 100)
        yield* publish(workspace, id, 2, withSecret("the second secret"), 1)
        // Of decisions made before and after.
        for (const version of [1, 2]) {
          yield* assertSigned(["the second secret", "the first secret"], workspace, id, version)
        }
        yield* publish(workspace, id, 2, withSecret("the second secret"), 25)
        yield* assertSigned(["the second secret"], workspace, id, 1)
        // Rolled back.
        yield* publish(workspace, id, 1, withSecret("the first secret"), 0)
        yield* assertSigned(["the first secret", "the second secret"], workspace, id, 2)
        yield* publish(workspace, id, 3, document, 0)
        yield* assertSigned(["the second secret"], workspace, id, 2)
      }).pipe(Effect.provide(process))
    })
  )

  it.live("does not sign for long where secrets are replaced by the hundred, whatever else is drafted", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const secret = (version: number) => `a secret, the ${version}th`
        const policies = yield* Policies
        const made = newPolicy({ document: withSecret(secret(1)) })
        const { id } = yield* policies.create(workspace.tenantId, made)
        const versions = Array.from({ length: 80 }, (_, index) => index + 1)
        for (const version of versions) {
          yield* publish(workspace, id, version, withSecret(secret(version)), (81 - version) / 10)
        }
        const change = { tenantId: workspace.tenantId, policyId: id, actor: operator }
        for (const draft of versions) {
          yield* policies.addVersion(change, withSecret(`a secret that never signed, the ${draft}th`))
        }
        const latest = versions.toReversed().slice(0, 51).map(secret)
        yield* assertSigned(latest, workspace, id, 1)
      }).pipe(Effect.provide(process))
    })
  )
})
