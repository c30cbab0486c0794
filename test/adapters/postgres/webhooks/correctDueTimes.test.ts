import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect } from "effect"
import { DecisionLog } from "../../../../src/domain/screening/DecisionLog.ts"
import { nextDeliveryId } from "../../../../src/domain/shared/ids.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import { DeliveryQueue } from "../../../../src/domain/webhooks/DeliveryQueue.ts"
import type { ClaimedDelivery } from "../../../../src/domain/webhooks/DeliveryQueue.ts"
import { newRecord, newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { startProcess } from "../process.ts"

/** The last is more milliseconds than an integer of four bytes holds. */
const queue = {
  delays: [Duration.zero, Duration.minutes(1), Duration.days(60)],
  lease: Duration.seconds(20)
}

/** A database whose clock can be set for those who connect from then on. */
const databaseWithClock = Effect.gen(function* () {
  const url = yield* createDatabase()
  const name = new URL(url).pathname.slice(1)
  yield* Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    for (const statement of [
      "CREATE SCHEMA clock",
      "CREATE TABLE clock.ahead AS SELECT interval '0' AS by",
      `CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS
        'SELECT pg_catalog.now() + by FROM clock.ahead'`,
      "ALTER TABLE webhook_deliveries ALTER next_attempt_at SET DEFAULT clock.now()",
      `ALTER DATABASE ${name} SET search_path = clock, pg_catalog, public`
    ]) {
      yield* sql.unsafe(statement)
    }
  }).pipe(Effect.provide(yield* startProcess(url)), Effect.scoped)
  return url
})

const setAhead = (by: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    sql.unsafe("UPDATE clock.ahead SET by = $1::text::interval", [by])
  )

const enqueue = Effect.fnUntraced(function* (workspace: Workspace) {
  const record = yield* newRecord(workspace, { decision: { outcome: "block" } })
  const delivery = {
    id: yield* nextDeliveryId,
    url: `https://${record.decision.id.slice(-12)}.example.com/`,
    event: "block" as const
  }
  yield* (yield* DecisionLog).commit({ ...record, deliveries: [delivery] })
  return delivery.id
})

const claim = Effect.flatMap(DeliveryQueue, (deliveries) =>
  deliveries.claim({ total: 100, perTenant: 100, perDestination: 100, tenants: [], destinations: [] })
).pipe(Effect.map(({ deliveries }) => deliveries))

const failFirst = Effect.fnUntraced(function* ({ attempt, id, workspace }: ClaimedDelivery) {
  const at = yield* DateTime.now
  yield* (yield* DeliveryQueue).record({
    id,
    workspace,
    attempt: { attempt, at, statusCode: 500, fault: null, durationMs: 7 },
    outcome: { status: "waiting", delay: Duration.minutes(1) }
  })
})

/** In how many seconds each is due, in tens. */
const dueIn = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const sql = yield* PgClient.PgClient
  const rows = yield* sql.unsafe<{ readonly id: string; readonly seconds: number }>(
    "SELECT id, extract(epoch FROM next_attempt_at - now())::int AS seconds FROM webhook_deliveries"
  )
  return ids.map((id) => 10 * Math.ceil((rows.find((row) => row.id === id)?.seconds ?? Number.NaN) / 10))
})

/** One that waits after its first failure, one under way, and one that was queued, while the clock is a day ahead. */
const queuedAhead = Effect.gen(function* () {
  yield* setAhead("1 day")
  const workspace = yield* newWorkspace("live")
  const waiting = yield* enqueue(workspace)
  for (const delivery of yield* claim) yield* failFirst(delivery)
  const sending = yield* enqueue(workspace)
  yield* claim
  const pending = yield* enqueue(workspace)
  return [waiting, sending, pending]
})

describe("deliveries after the database's clock was set back by a day", () => {
  it.live("wait no longer than they would have, in a process that goes on", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* databaseWithClock, { queue })
      yield* Effect.gen(function* () {
        const ids = yield* queuedAhead
        yield* setAhead("0")
        assert.deepStrictEqual(yield* claim, [])
        assert.deepStrictEqual(yield* dueIn(ids), [60, 20, 0])
        const [next, ...others] = yield* claim
        assert.deepStrictEqual([next?.id, next?.attempt, others], [ids[2], 1, []])
      }).pipe(Effect.provide(process))
    })
  )

  it.live("wait no longer than they would have, in a process that starts then", () =>
    Effect.gen(function* () {
      const url = yield* databaseWithClock
      const before = yield* startProcess(url, { queue })
      const ids = yield* Effect.provide(queuedAhead, before)
      yield* Effect.provide(setAhead("0"), before)
      yield* Effect.andThen(claim, dueIn(ids)).pipe(
        Effect.map((due) => assert.deepStrictEqual(due, [60, 20, 0])),
        Effect.provide(yield* startProcess(url, { queue }))
      )
    })
  )

  it.live("keep the pause that is left to them while the clock runs on", () =>
    Effect.gen(function* () {
      const url = yield* databaseWithClock
      const before = yield* startProcess(url, { queue })
      const ids = yield* Effect.provide(queuedAhead, before)
      yield* Effect.provide(setAhead("1 day 20 seconds"), before)
      for (const process of [before, yield* startProcess(url, { queue })]) {
        yield* Effect.andThen(claim, dueIn(ids)).pipe(
          Effect.map(([waiting]) => assert.strictEqual(waiting, 40)),
          Effect.provide(process)
        )
      }
    })
  )
})
