import { DateTime, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Subscription } from "../../../domain/billing/Subscription.ts"
import {
  momentAfter,
  payerAfter,
  subscriptionAfter,
  SubscriptionChange,
  withPlace
} from "../../../domain/billing/subscriptionEvents.ts"
import type { SubscriptionEvent } from "../../../domain/billing/subscriptionEvents.ts"
import type { TenantId } from "../../../domain/shared/ids.ts"
import type { Tenant } from "../../../domain/tenancy/Tenant.ts"
import { rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"

/**
 * The subscription that a tenant was created with. It is dated before all events, because a provider's clock may be
 * behind ours.
 */
const beginning = (subscription: Subscription): SubscriptionEvent => ({
  id: "created",
  at: DateTime.makeUnsafe(0),
  change: { type: "set", subscription }
})

const EventRow = Schema.Struct({
  id: Schema.String,
  at: Schema.DateTimeUtcFromDate,
  placedAt: Schema.DateTimeUtcFromDate,
  happenedTo: Schema.NullOr(Schema.String),
  customer: Schema.NullOr(Schema.String),
  event: Schema.toCodecJson(SubscriptionChange)
})

const decodeRow = Schema.decodeUnknownEffect(EventRow)
const encodeChange = Schema.encodeEffect(Schema.toCodecJson(SubscriptionChange))

/** Makes a customer the one who pays for a tenant. The day since when somebody has paid stays as it is. */
const makeLink = Effect.map(
  scopedSql,
  (sql) => (tenantId: TenantId, customer: string) =>
    sql`
      INSERT INTO payment_accounts ${rowsOf(tenantId, { customer })}
      ON CONFLICT (tenant_id) DO UPDATE SET customer = excluded.customer`
)

/** The events of each tenant's subscription, read and written in a transaction that locks the tenant's row. */
export const makeSubscriptionHistory = Effect.gen(function* () {
  const sql = yield* scopedSql
  const link = yield* makeLink
  const random = yield* SecureRandom.SecureRandom

  /** Returns whether the event is new. */
  const insert = Effect.fnUntraced(function* (
    tenantId: TenantId,
    { at, change, customer, happenedTo, id, placedAt }: SubscriptionEvent
  ) {
    const event = JSON.stringify(yield* Effect.orDie(encodeChange(change)))
    const inserted = yield* sql`
      INSERT INTO subscription_events ${rowsOf(tenantId, {
        id,
        at: DateTime.toDateUtc(at),
        happenedTo: happenedTo ?? null,
        customer: customer ?? null,
        placedAt: placedAt === undefined ? null : DateTime.toDateUtc(placedAt),
        event
      })}
      ON CONFLICT DO NOTHING RETURNING id`
    return inserted.length > 0
  })

  const read = Effect.fnUntraced(function* (tenantId: TenantId) {
    const rows = yield* sql`
      SELECT id, at, coalesce(placed_at, at) AS placed_at, happened_to, customer, event
      FROM subscription_events WHERE ${scopeOf(tenantId)}`
    const decoded = yield* Effect.orDie(Effect.forEach(rows, (row) => decodeRow(row)))
    return decoded.map(({ at, customer, event, happenedTo, id, placedAt }): SubscriptionEvent => ({
      at,
      id,
      placedAt,
      happenedTo,
      customer,
      change: event
    }))
  })

  return {
    /** Records what the operator sets, as of now. */
    set: Effect.fnUntraced(function* (tenantId: TenantId, subscription: Subscription) {
      const at = momentAfter(yield* read(tenantId), yield* DateTime.now)
      const id = `operator ${yield* random.uuidV4()}`
      yield* insert(tenantId, { id, at, change: { type: "set", subscription } })
    }),

    /**
     * Adds an event, links the tenant to the customer who pays after it, and returns the subscription that results from
     * the history.
     */
    record: Effect.fnUntraced(function* ({ id: tenantId, subscription }: Tenant, event: SubscriptionEvent) {
      const before = yield* read(tenantId)
      // The subscription that the tenant was created with is recorded once something happens to it.
      if (before.length === 0) yield* insert(tenantId, beginning(subscription))
      const placed = withPlace(event, before)
      if (!(yield* insert(tenantId, placed))) return subscription
      const events = [...before, placed]
      const payer = payerAfter(subscription, events)
      if (payer !== null) yield* link(tenantId, payer)
      const after = subscriptionAfter(subscription, events)
      const isIgnored = JSON.stringify(after) === JSON.stringify(subscription)
      yield* Effect.logInfo(
        isIgnored ? "Ignored an event of a subscription" : "Recorded an event of a subscription"
      ).pipe(
        Effect.annotateLogs({ tenantId, event: event.change.type, eventId: event.id, state: after.state })
      )
      return after
    })
  }
})
