import { DateTime, Effect, Layer, Schema } from "effect"
import type { Duration } from "effect"
import { TenantId } from "../../domain/shared/ids.ts"
import type { ClaimedDelivery } from "../../domain/webhooks/DeliveryQueue.ts"
import { isShared, recentlyReplaced, signingSecrets } from "../../domain/webhooks/rotation.ts"
import type { SigningVersions } from "../../domain/webhooks/rotation.ts"
import { WebhookSecrets } from "../../domain/webhooks/WebhookSecrets.ts"
import { DataKeys } from "./DataKeys.ts"
import { fromStored } from "./policyStorage.ts"
import { remember } from "./remembered.ts"
import { resilient } from "./resilience.ts"
import { scopedSql, scopeOf } from "./scopedSql.ts"
import { toUuid } from "./uuid.ts"

const History = Schema.Array(
  Schema.Struct({
    version: Schema.Int,
    currentVersion: Schema.NullOr(Schema.Int),
    publishedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
  })
)
const decodeHistory = Schema.decodeUnknownEffect(History)

const lookupVersions = Effect.gen(function* () {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys

  const versionsOf = Effect.fnUntraced(function* (tenantId: TenantId, policyUuid: string) {
    const rows = yield* resilient(sql`
      SELECT v.version, v.published_at, p.current_version
      FROM policies p JOIN policy_versions v ON (v.tenant_id, v.policy_id) = (p.tenant_id, p.id)
      WHERE ${scopeOf(tenantId, "p")} AND p.id = ${policyUuid}`)
    return yield* Effect.orDie(decodeHistory(rows))
  })

  /** `question` is a tenant, a policy and the version that decided. */
  return Effect.fnUntraced(function* (question: string) {
    const [tenant = "", policy = "", decided = ""] = question.split(" ")
    const tenantId = TenantId.make(tenant)
    const history = yield* versionsOf(tenantId, toUuid(policy))
    const current = history[0]?.currentVersion ?? null
    const publications = history.flatMap(({ publishedAt, version }) =>
      publishedAt === null ? [] : [{ version, publishedAt }]
    )
    const replaced = current === null ? [] : recentlyReplaced(publications, current, yield* DateTime.now)

    const dataKey = yield* dataKeys.of(tenantId)
    const webhooksOf = Effect.fnUntraced(function* (version: number) {
      const [row] = yield* resilient(
        sql<{ readonly document: unknown }>`
          SELECT document FROM policy_versions
          WHERE ${scopeOf(tenantId)} AND policy_id = ${toUuid(policy)} AND version = ${version}::bigint`
      )
      return row === undefined ? [] : (yield* Effect.orDie(fromStored(dataKey, row.document))).webhooks
    })
    const versions: SigningVersions = {
      current: current === null ? [] : yield* webhooksOf(current),
      replaced: yield* Effect.forEach(replaced, webhooksOf),
      decided: yield* webhooksOf(Number(decided))
    }
    return versions
  })
})

type SignedDelivery = Pick<ClaimedDelivery, "id" | "workspace" | "url" | "event" | "occasion">

/**
 * How many deliveries of one event to one url its cause queued before this one. They are queued in the order of the
 * policy's entries, and their ids keep it.
 */
const findPlace = Effect.gen(function* () {
  const sql = yield* scopedSql
  return Effect.fnUntraced(function* ({ event, id, occasion, url, workspace }: SignedDelivery) {
    const [row] = yield* resilient(sql<{ readonly place: bigint }>`
      SELECT count(*) AS place FROM webhook_deliveries
      WHERE ${scopeOf(workspace)} AND decision_id = ${toUuid(occasion.decision.id)}
        AND url = ${url} AND event = ${event} AND id < ${id}`)
    return Number(row?.place ?? 0)
  })
})

/** `timeToLive` bounds how long a process may sign with an older secret when a notification was lost. */
export const WebhookSecretsPostgres = (timeToLive: Duration.Duration) =>
  Layer.effect(
    WebhookSecrets,
    Effect.gen(function* () {
      const versions = yield* remember({
        name: "webhook_secrets",
        lookup: yield* lookupVersions,
        timeToLive,
        capacity: 10_000,
        tenantOf: (question) => question.slice(0, question.indexOf(" "))
      })
      const placeOf = yield* findPlace
      return WebhookSecrets.of({
        of: Effect.fnUntraced(function* (delivery) {
          const { event, policy, url, workspace } = delivery
          const known = yield* versions(`${workspace.tenantId} ${policy.id} ${policy.version}`)
          const place = isShared(known, { url, event }) ? yield* placeOf(delivery) : 0
          return signingSecrets(known, { url, event, place })
        })
      })
    })
  )
