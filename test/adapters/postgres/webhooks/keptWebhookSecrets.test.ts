import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import keptWebhookSecrets from "../../../../src/adapters/postgres/migrations/0015_kept_webhook_secrets.ts"
import keptWebhookEvents from "../../../../src/adapters/postgres/migrations/0017_kept_webhook_events.ts"
import { keptSecretsOf } from "../../../../src/adapters/postgres/policy/policyRows.ts"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { keptSecret } from "../../../../src/domain/policy/keptSecrets.ts"
import { Policies } from "../../../../src/domain/policy/Policies.ts"
import type { WebhookEvent } from "../../../../src/domain/policy/PolicyDocument.ts"
import { addVersion } from "../../../../src/domain/policy/versions.ts"
import { WebhookAddressRules } from "../../../../src/domain/policy/webhookAddress.ts"
import type { PolicyId, TenantId } from "../../../../src/domain/shared/ids.ts"
import { newPolicyOf } from "../../../contracts/somePolicies.ts"
import { addressRules } from "../../../domain/policy/fixtures.ts"
import { document } from "../../../fixtures.ts"
import { createDatabase, query } from "../../../support/database.ts"
import { eventuallyIs } from "../../../support/until.ts"
import { nodesIn } from "../planNodes.ts"
import type { Explained } from "../planNodes.ts"
import { ProcessLayer } from "../process.ts"

const Postgres = Layer.unwrap(Effect.map(createDatabase(), (url) => ProcessLayer(url, { connections: 6 })))

const hook = (url: string, secret: string, event: WebhookEvent = "block") => ({
  url: `https://${url}.example.com/`,
  events: [event],
  secret: Redacted.make(secret)
})

const kept = hook("kept", "the secret that is kept")

/** So many versions after the first, each with a url of its own and none with the first one's. */
const addVersions = (tenantId: TenantId, policyId: PolicyId, versions: number) =>
  query(
    `INSERT INTO policy_versions (tenant_id, policy_id, version, document)
     SELECT tenant_id, policy_id, 1 + n, replace(document::text, '//kept.', '//other-' || n || '.')::json
     FROM policy_versions, generate_series(1, ${versions}) n
     WHERE tenant_id = $1::text::uuid AND policy_id = $2::text::uuid AND version = 1`,
    [toUuid(tenantId), toUuid(policyId)]
  )

const readSecrets = Effect.fnUntraced(function* (tenantId: TenantId, policyId: PolicyId, url: string) {
  const stored = yield* (yield* Policies).storedSecrets(tenantId, policyId, [url])
  return (stored.get(url) ?? []).map(({ secret }) => Redacted.value(secret))
})

/** A transaction sees who waits as of its first look, unless it is told to look again. */
const statementsWaiting = Effect.map(
  Effect.andThen(
    query("SELECT pg_stat_clear_snapshot()"),
    query<{ readonly waiting: bigint }>(
      `SELECT count(*) AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%kept_webhook_secrets%'`
    )
  ),
  ([row]) => Number(row?.waiting)
)

type Where = Effect.Success<ReturnType<typeof newPolicyOf>>

/** While their table is locked, so many of the reads wait for it, and other reads go on; afterwards all have their answer. */
const assertReadAtOnce = Effect.fnUntraced(function* (atOnce: number, places: ReadonlyArray<Where>) {
  const sql = yield* PgClient.PgClient
  const isLocked = yield* Deferred.make<void>()
  const reads = yield* Effect.forEach(places, ({ policyId, tenantId }) =>
    Effect.forkChild(Effect.andThen(Deferred.await(isLocked), readSecrets(tenantId, policyId, kept.url)))
  )
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* query("LOCK TABLE kept_webhook_secrets")
      yield* Deferred.succeed(isLocked, undefined)
      yield* eventuallyIs(`${atOnce} wait`, statementsWaiting, (waiting) => waiting === atOnce)
      yield* Effect.sleep("200 millis")
      assert.strictEqual(yield* statementsWaiting, atOnce)
      for (const { policyId, tenantId } of places) {
        assert.isDefined(yield* (yield* Policies).find(tenantId, policyId))
      }
    })
  )
  for (const secrets of yield* Effect.forEach(reads, Fiber.join)) {
    assert.deepStrictEqual(secrets, ["the secret that is kept"])
  }
})

layer(Postgres, { excludeTestServices: true, timeout: "60 seconds" })(
  "the secrets that a version keeps",
  (it) => {
    it.effect("are found among thousands of versions by reading a row for each url", () =>
      Effect.gen(function* () {
        const { policyId, tenantId } = yield* newPolicyOf({ webhooks: [kept] })
        yield* addVersions(tenantId, policyId, 3_000)
        yield* query("ANALYZE kept_webhook_secrets")
        const sql = yield* PgClient.PgClient
        const urls = [kept.url, "https://nobody.example.com/"]
        const nodes = nodesIn(
          yield* sql<Explained>`
            EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${keptSecretsOf(tenantId, policyId, urls)}`
        )
        for (const node of nodes) {
          assert.include(["kept_webhook_secrets", undefined], node["Relation Name"])
          assert.isAtMost(node["Actual Rows"] * node["Actual Loops"], urls.length)
        }
        const [{ "Shared Hit Blocks": hit = 0, "Shared Read Blocks": read = 0 }] = nodes
        assert.isBelow(hit + read, 20)
        assert.deepStrictEqual(yield* readSecrets(tenantId, policyId, kept.url), ["the secret that is kept"])
      })
    )

    it.effect(
      "are read two at a time by a process, one for a tenant, which leaves the other connections",
      () =>
        Effect.gen(function* () {
          const newPolicy = newPolicyOf({ webhooks: [kept] })
          const [first, second, third] = yield* Effect.all([newPolicy, newPolicy, newPolicy])
          yield* assertReadAtOnce(
            1,
            Array.from({ length: 20 }, () => first)
          )
          yield* assertReadAtOnce(2, [first, second, third])
        })
    )

    it.effect("are those of the version before it, also of one that is added once they were looked up", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const where = yield* newPolicyOf({ webhooks: [kept] })
        const newer = policies.addVersion(where, { ...document, webhooks: [hook("kept", "a newer secret")] })
        const overtaken = Policies.of({
          ...policies,
          storedSecrets: (...asked) => Effect.tap(policies.storedSecrets(...asked), () => newer)
        })
        const added = yield* addVersion(where, { ...document, webhooks: [hook("kept", keptSecret)] }).pipe(
          Effect.provideService(Policies, overtaken)
        )
        assert.strictEqual(added.version, 3)
        const { tenantId, policyId } = where
        const stored = yield* policies.findVersion(tenantId, policyId, 3)
        assert.deepStrictEqual(
          stored.document.webhooks.map(({ secret }) => Redacted.value(secret)),
          ["a newer secret"]
        )
        assert.deepStrictEqual(yield* readSecrets(tenantId, policyId, kept.url), ["a newer secret"])
      }).pipe(Effect.provideService(WebhookAddressRules, addressRules))
    )

    it.effect("are those of the newest version that has the url when a database of before is migrated", () =>
      Effect.gen(function* () {
        const url = yield* createDatabase()
        yield* Effect.gen(function* () {
          const policies = yield* Policies
          const where = yield* newPolicyOf({ webhooks: [kept, hook("other", "of the first version")] })
          const newer = [hook("kept", "newer one"), hook("kept", "newer two", "review")]
          yield* policies.addVersion(where, { ...document, webhooks: newer })
          yield* policies.addVersion(where, { ...document, webhooks: [] })
          yield* query("DROP TRIGGER webhook_secrets_are_kept ON policy_versions")
          yield* query("DROP FUNCTION keep_webhook_secrets")
          yield* query("DROP TABLE kept_webhook_secrets")
          const sql = yield* PgClient.PgClient
          yield* sql.withTransaction(Effect.andThen(keptWebhookSecrets, keptWebhookEvents))
          const { policyId, tenantId } = where
          assert.deepStrictEqual(yield* readSecrets(tenantId, policyId, kept.url), ["newer one", "newer two"])
          assert.deepStrictEqual(yield* readSecrets(tenantId, policyId, "https://other.example.com/"), [
            "of the first version"
          ])
          const stored = yield* policies.storedSecrets(tenantId, policyId, [kept.url])
          assert.deepStrictEqual(
            stored.get(kept.url)?.map(({ events }) => events),
            [["block"], ["review"]]
          )
        }).pipe(Effect.provide(ProcessLayer(url)))
      })
    )
  }
)
