import { DateTime, Effect, Layer, Schema } from "effect"
import type { Duration } from "effect"
import { TenantId } from "../../../domain/shared/ids.ts"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { makeTurns } from "../../../domain/shared/turns.ts"
import type { ClaimedDelivery } from "../../../domain/webhooks/DeliveryQueue.ts"
import {
  isShared,
  mostReplaced,
  recentlyReplaced,
  signingSecrets
} from "../../../domain/webhooks/rotation.ts"
import type { SigningVersions } from "../../../domain/webhooks/rotation.ts"
import { WebhookSecrets } from "../../../domain/webhooks/WebhookSecrets.ts"
import { makeCachedLookup } from "../cachedLookup.ts"
import { DataKeys } from "../encryption/DataKeys.ts"
import { fromStored } from "../policy/policyStorage.ts"
import { resilient } from "../resilience.ts"
import { scopedSql, scopeOf } from "../scopedSql.ts"
import { toUuid } from "../uuid.ts"

const History = Schema.Array(
  Schema.Struct({
    version: Schema.Int,
    currentVersion: Schema.NullOr(Schema.Int),
    publishedAt: Schema.DateTimeUtcFromDate
  })
)
const decodeHistory = Schema.decodeUnknownEffect(History)

/** The webhooks of a policy now and recently, whichever version decided. */
type PolicyWebhooks = Omit<SigningVersions, "decided">

const makeReads = Effect.gen(function* () {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys

  /** The current version, and no more of the versions before it than may still sign. */
  const historyOf = Effect.fnUntraced(function* (tenantId: TenantId, policy: string) {
    const rows = yield* resilient(sql`
      SELECT v.version, v.published_at, p.current_version
      FROM policies p JOIN policy_versions v
        ON (v.tenant_id, v.policy_id) = (p.tenant_id, p.id) AND v.published_at IS NOT NULL
      WHERE ${scopeOf(tenantId, "p")} AND p.id = ${toUuid(policy)}
      ORDER BY v.published_at DESC LIMIT ${mostReplaced + 1}`)
    return yield* Effect.orDie(decodeHistory(rows))
  })

  const webhooksOf = Effect.fnUntraced(function* (tenantId: TenantId, policy: string, version: number) {
    const [row] = yield* resilient(
      sql<{ readonly document: unknown }>`
        SELECT document FROM policy_versions
        WHERE ${scopeOf(tenantId)} AND policy_id = ${toUuid(policy)} AND version = ${version}::bigint`
    )
    if (row === undefined) return []
    return (yield* Effect.orDie(fromStored(yield* dataKeys.of(tenantId), row.document))).webhooks
  })

  const currentAndReplaced = Effect.fnUntraced(function* (tenantId: TenantId, policy: string) {
    const history = yield* historyOf(tenantId, policy)
    const current = history[0]?.currentVersion ?? null
    const replaced = current === null ? [] : recentlyReplaced(history, current, yield* DateTime.now)
    const webhooks: PolicyWebhooks = {
      current: current === null ? [] : yield* webhooksOf(tenantId, policy, current),
      replaced: yield* Effect.forEach(replaced, (version) => webhooksOf(tenantId, policy, version))
    }
    return webhooks
  })

  return { currentAndReplaced, webhooksOf }
})

type SignedDelivery = Pick<ClaimedDelivery, "id" | "workspace" | "url" | "event" | "occasion">

/**
 * How many deliveries of the same event to the same URL the same cause queued before this one. They are queued in the
 * order of the policy's entries, and their ids keep that order.
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

/** Counted in webhooks, each of which takes up to 3 KB. */
const room = { capacity: 20_000, share: 2_000 }

/** `timeToLive` is the longest that a process may sign with an old secret if a notification was lost. */
export const WebhookSecretsPostgres = (timeToLive: Duration.Duration) =>
  Layer.effect(
    WebhookSecrets,
    Effect.gen(function* () {
      const { currentAndReplaced, webhooksOf } = yield* makeReads
      // One tenant's policies, however many, are read over one connection, which leaves the others to checks.
      const inTurn = makeTurns(1)
      const cacheWebhooks = <A>(
        name: string,
        read: (tenantId: TenantId, policy: string, version: number) => Effect.Effect<A, StorageUnavailable>,
        sizeOf: (answer: A) => number
      ) =>
        makeCachedLookup({
          name,
          lookup: (question) => {
            const [tenant = "", policy = "", version = ""] = question.split(" ")
            return inTurn(tenant)(read(TenantId.make(tenant), policy, Number(version)))
          },
          timeToLive,
          ...room,
          sizeOf
        })

      const ofPolicy = yield* cacheWebhooks(
        "webhook_secrets",
        currentAndReplaced,
        ({ current, replaced }) => 1 + current.length + replaced.flat().length
      )
      const ofVersion = yield* cacheWebhooks(
        "decided_webhook_secrets",
        webhooksOf,
        ({ length }) => 1 + length
      )
      const placeOf = yield* findPlace
      return WebhookSecrets.of({
        of: Effect.fnUntraced(function* (delivery) {
          const { event, policy, url, workspace } = delivery
          const question = `${workspace.tenantId} ${policy.id}`
          const known = {
            ...(yield* ofPolicy(question)),
            decided: yield* ofVersion(`${question} ${policy.version}`)
          }
          const place = isShared(known, { url, event }) ? yield* placeOf(delivery) : 0
          return signingSecrets(known, { url, event, place })
        })
      })
    })
  )
