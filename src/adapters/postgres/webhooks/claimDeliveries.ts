import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Ref } from "effect"
import type { Claim, QueueOptions, Room } from "../../../domain/webhooks/DeliveryQueue.ts"
import { resilient } from "../resilience.ts"
import { arraysOf, unnest } from "../unnest.ts"
import type { Column } from "../unnest.ts"
import { leastUuid, toUuid } from "../uuid.ts"
import { makeCorrectDueTimes } from "./correctDueTimes.ts"
import { decodeClaimedRow, hashOf, toClaimed } from "./deliveryRow.ts"

/** How many destinations one claim looks at, and how many deferred deliveries it recalls. */
const window = 256

interface Place {
  readonly tenantId: string
  readonly destination: bigint
}

/** Sorts before every destination. */
const firstPlace: Place = { tenantId: leastUuid, destination: -(2n ** 63n) }

/** No destination sorts behind it. */
const greatestDestination = 2n ** 63n - 1n

const tenantColumns: ReadonlyArray<Column<Room["tenants"][number]>> = [
  ["tenant_id", "uuid", ({ tenantId }) => toUuid(tenantId)],
  ["free", "int4", ({ free }) => free]
]

const receiverColumns: ReadonlyArray<Column<Room["destinations"][number]>> = [
  ["tenant_id", "uuid", ({ tenantId }) => toUuid(tenantId)],
  ["destination", "int8", ({ destination }) => hashOf(destination)],
  ["free", "int4", ({ free }) => free]
]

/** The parameters `$1` to `$8`, which come before those of the columns. */
const scalars = (after: Place, room: Room, { delays: [firstDelay = Duration.zero], lease }: QueueOptions) => [
  after.tenantId,
  after.destination,
  room.perTenant,
  room.perDestination,
  room.total,
  Duration.toMillis(lease),
  Duration.toMillis(firstDelay),
  room.tenants.filter(({ free }) => free === 0).map(({ tenantId }) => toUuid(tenantId))
]
const scalarCount = 8

/**
 * Claims due deliveries in one round trip.
 *
 * Deliveries that wait for a retry or are under way are deferred: however many there are, they are not in the index that
 * `turn` reads. `recalled` returns those that have become due to it, for the next claim. It finds them by their place in
 * the table, because a planner without statistics may choose an index of all deliveries of a tenant.
 *
 * `turn` steps through the index from one destination to the next, however many deliveries each has, and continues
 * where the last claim ended: a destination with a long queue costs the others one step, and so does a tenant for which
 * there is no room, however many destinations it has. `locked` takes from each as
 * many deliveries as there is room for. Rows that another process is claiming are skipped. `fair` leaves out what is
 * beyond a tenant's room. `filled` is where `locked` stopped because it had as many as there is room for in all.
 */
const statement = `
WITH RECURSIVE turn AS (
  SELECT $1::uuid AS tenant_id, $2::int8 AS destination, 0 AS place
  UNION ALL
  SELECT next.tenant_id, next.destination, place + 1
  FROM turn CROSS JOIN LATERAL (
    SELECT d.tenant_id, d.destination FROM webhook_deliveries d
    WHERE d.next_attempt_at IS NOT NULL AND NOT d.deferred
      AND (d.tenant_id, d.destination) >
        (turn.tenant_id, CASE WHEN turn.tenant_id = ANY($8::uuid[]) THEN ${greatestDestination} ELSE turn.destination END)
    ORDER BY d.tenant_id, d.destination
    LIMIT 1
  ) AS next
  WHERE place < ${window}
),
locked AS MATERIALIZED (
  SELECT turn.place, turn.tenant_id, turn.destination, due.mode, due.id, coalesce(tenant.free, $3::int) AS tenant_free
  FROM turn
  LEFT JOIN ${unnest("tenant", tenantColumns, { after: scalarCount })} USING (tenant_id)
  LEFT JOIN ${unnest("receiver", receiverColumns, { after: scalarCount + tenantColumns.length })}
    USING (tenant_id, destination)
  CROSS JOIN LATERAL (
    SELECT d.mode, d.id FROM webhook_deliveries d
    WHERE d.tenant_id = turn.tenant_id AND d.destination = turn.destination AND NOT d.deferred
      AND d.next_attempt_at <= now()
      AND (d.attempts > 0 OR d.status <> 'pending' OR d.next_attempt_at <= now() - $7 * interval '1 ms')
    ORDER BY d.next_attempt_at
    LIMIT least(coalesce(tenant.free, $3), coalesce(receiver.free, $4::int))
    FOR UPDATE SKIP LOCKED
  ) AS due
  WHERE turn.place > 0
  LIMIT $5
),
fair AS (
  SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY place) AS rank FROM locked) AS ranked
  WHERE rank <= tenant_free
),
claimed AS (
  UPDATE webhook_deliveries d SET status = 'sending', deferred = true, next_attempt_at = now() + $6 * interval '1 ms'
  FROM fair WHERE (d.tenant_id, d.mode, d.id) = (fair.tenant_id, fair.mode, fair.id)
  RETURNING d.*, fair.place
),
recalled AS (
  UPDATE webhook_deliveries d SET deferred = false
  FROM (
    SELECT ctid FROM webhook_deliveries
    WHERE deferred AND next_attempt_at <= now()
    ORDER BY next_attempt_at
    LIMIT ${window}
    FOR UPDATE SKIP LOCKED
  ) AS due
  WHERE d.ctid = due.ctid
  RETURNING d.id
)
SELECT extract(epoch FROM now())::float8 AS database_time, scan.places, scan.last_tenant_id, scan.last_destination,
  filled.filled_tenant_id, filled.filled_destination, EXISTS (SELECT FROM recalled) AS has_recalled,
  claimed.place, claimed.tenant_id, claimed.mode, claimed.id, claimed.url, claimed.event, claimed.attempts,
  claimed.policy_id, claimed.policy_version, claimed.decision_id, claimed.review_id, claimed.destination, claimed.traceparent,
  decision.outcome, decision.tags, review.verdict, review.note, review.verdict_at
FROM (
  SELECT place AS places, tenant_id AS last_tenant_id, destination AS last_destination
  FROM turn ORDER BY place DESC LIMIT 1
) AS scan
LEFT JOIN (
  SELECT tenant_id AS filled_tenant_id, destination AS filled_destination FROM locked
  WHERE (SELECT count(*) FROM locked) >= $5 ORDER BY place DESC LIMIT 1
) AS filled ON true
LEFT JOIN claimed ON true
LEFT JOIN LATERAL (
  SELECT outcome, tags FROM decisions d
  WHERE (d.tenant_id, d.mode, d.id) = (claimed.tenant_id, claimed.mode, claimed.decision_id)
  LIMIT 1
) AS decision ON true
LEFT JOIN LATERAL (
  SELECT verdict, note, verdict_at FROM review_items r
  WHERE (r.tenant_id, r.mode, r.id) = (claimed.tenant_id, claimed.mode, claimed.review_id)
  LIMIT 1
) AS review ON true
ORDER BY claimed.place`

interface Row {
  readonly databaseTime: number
  readonly places: number
  readonly lastTenantId: string
  readonly lastDestination: bigint
  readonly filledTenantId: string | null
  readonly filledDestination: bigint | null
  readonly hasRecalled: boolean
  readonly place: number | null
  readonly id: string
  readonly tenantId: string
  readonly destination: bigint
}

const parameters = (after: Place, room: Room, options: QueueOptions) => [
  ...scalars(after, room, options),
  ...arraysOf(tenantColumns, room.tenants),
  ...arraysOf(receiverColumns, room.destinations)
]

/**
 * Where the next claim continues: after the destination that filled this one, or after its window. Undefined once the
 * end was reached.
 */
const placeAfter = ([scan]: ReadonlyArray<Row>): Place | undefined => {
  if (scan === undefined) return undefined
  const { filledDestination, filledTenantId, lastDestination, lastTenantId, places } = scan
  if (filledTenantId !== null && filledDestination !== null) {
    return { tenantId: filledTenantId, destination: filledDestination }
  }
  return places < window ? undefined : { tenantId: lastTenantId, destination: lastDestination }
}

/** A delivery that cannot be read, such as one without its decision, must not hold up the others. */
const readable = (row: Row) =>
  decodeClaimedRow(row).pipe(
    Effect.map((decoded) => [toClaimed(decoded)]),
    Effect.catch(() =>
      Effect.logError("A webhook's delivery cannot be read").pipe(
        Effect.annotateLogs({ delivery: row.id }),
        Effect.as([])
      )
    )
  )

export const makeClaim = Effect.fnUntraced(function* (options: QueueOptions) {
  const sql = yield* PgClient.PgClient
  const position = yield* Ref.make(firstPlace)
  const correctDueTimes = yield* makeCorrectDueTimes(options)

  return Effect.fnUntraced(function* (room: Room) {
    const after = yield* Ref.get(position)
    const rows = yield* resilient(sql.unsafe<Row>(statement, parameters(after, room, options)))
    const hasRecalled = rows.some((row) => row.hasRecalled)
    for (const { databaseTime } of rows.slice(0, 1)) yield* correctDueTimes(databaseTime)
    const claimed = rows.filter(({ place }) => place !== null)
    const next = placeAfter(rows)
    yield* Ref.set(position, next ?? firstPlace)
    const deliveries = yield* Effect.forEach(claimed, readable)
    const claim: Claim = { deliveries: deliveries.flat(), isCut: next !== undefined || hasRecalled }
    return claim
  })
})
