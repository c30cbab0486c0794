import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Result, Scope } from "effect"
import type { Workspace } from "../../../src/domain/shared/Workspace.ts"
import { newEventfulRecord, newRecord, newWorkspace } from "../../fixtures.ts"
import { alterDatabase, createDatabase } from "../../support/database.ts"
import { commit } from "../../support/decisionLog.ts"
import { eventuallyIs } from "../../support/until.ts"
import { startProcess } from "./process.ts"
import type { Process } from "./process.ts"
import { rowsOf, usageOf, tenantUuidOf } from "./rows.ts"

/** Whoever meets a deadlock waits for longer than a commit may take, instead of one second and another try. */
const waitLongForDeadlocks = (url: string) => alterDatabase(url, "deadlock_timeout = '1min'")

/** Claims a key in a transaction that is given up once it may go. */
const holdKey = Effect.fnUntraced(function* (
  workspace: Workspace,
  key: string,
  released: Deferred.Deferred<void>
) {
  const sql = yield* PgClient.PgClient
  yield* sql
    .unsafe(
      `INSERT INTO idempotency_keys (tenant_id, mode, key, decision_id, fingerprint)
       VALUES ($1::text::uuid, $2, $3, $1::text::uuid, '')`,
      [tenantUuidOf(workspace), workspace.mode, key]
    )
    .pipe(
      Effect.andThen(Deferred.await(released)),
      Effect.andThen(Effect.fail("given up")),
      sql.withTransaction,
      Effect.ignore
    )
})

/** Until a transaction is open, and as many statements wait for another's lock. */
const untilWaiting = (sql: PgClient.PgClient, count: number) =>
  eventuallyIs(
    `${count} statements wait`,
    sql.unsafe<{ readonly open: bigint; readonly waiting: bigint }>(
      `SELECT count(*) FILTER (WHERE state = 'idle in transaction') AS open,
         count(*) FILTER (WHERE wait_event_type = 'Lock') AS waiting
       FROM pg_stat_activity WHERE datname = current_database()`
    ),
    ([row]) => Number(row?.open) >= 1 && Number(row?.waiting) >= count
  )

describe("two processes on one database", () => {
  it.live("make one decision of one key, and both answer with it", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const processes = [yield* startProcess(url), yield* startProcess(url)]
      const [one] = processes
      assert.isDefined(one)
      const workspace = yield* Effect.provide(newWorkspace(), one)

      for (let round = 0; round < 50; round += 1) {
        const key = { key: `round ${round}`, request: "r" }
        const standings = yield* Effect.forEach(
          processes,
          (process) => Effect.provide(Effect.flatMap(newEventfulRecord(workspace, key), commit), process),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(standings.map(({ decision }) => decision.id)).size, 1)
        assert.sameMembers(
          standings.map(({ replayed }) => replayed),
          [true, false]
        )
      }
      assert.deepInclude(yield* Effect.provide(rowsOf(workspace), one), {
        decisions: 50,
        decision_inputs: 50,
        idempotency_keys: 50,
        review_items: 50,
        webhook_deliveries: 100
      })
      assert.deepInclude(yield* Effect.provide(usageOf(workspace), one), { checks: 50, reviewed: 50 })
    })
  )

  it.live("never deadlock over keys that they claim in different orders", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      yield* waitLongForDeadlocks(url)
      const [one, two] = [yield* startProcess(url), yield* startProcess(url)]
      const workspace = yield* Effect.provide(newWorkspace(), one)
      const sql = yield* Effect.provide(PgClient.PgClient, one)
      // From here on both know the tenant's data key, so that commits which start together share a statement.
      for (const process of [one, two]) {
        yield* Effect.provide(Effect.flatMap(newRecord(workspace), commit), process)
      }

      const released = yield* Deferred.make<void>()
      const middle = yield* holdKey(workspace, "m", released).pipe(
        Effect.provideService(PgClient.PgClient, sql),
        Effect.forkChild({ startImmediately: true })
      )
      yield* untilWaiting(sql, 0)
      const start = (process: Process, keys: ReadonlyArray<string>) =>
        Effect.forEach(keys, (key) =>
          Effect.flatMap(newRecord(workspace, { claim: { key, request: "r" } }), (record) =>
            Effect.forkChild(Effect.result(commit(record)), { startImmediately: true })
          )
        ).pipe(Effect.provide(process))
      const fibers = [...(yield* start(one, ["a", "m", "z"])), ...(yield* start(two, ["z", "m", "a"]))]
      yield* untilWaiting(sql, 2)
      yield* Deferred.succeed(released, undefined)
      yield* Fiber.await(middle)

      const results = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      assert.isTrue(results.every(Result.isSuccess))
      assert.deepInclude(yield* Effect.provide(rowsOf(workspace), one), { decisions: 5, idempotency_keys: 3 })
    })
  )
})

describe("a process that stops", () => {
  it.live("writes all that it was given before it ends", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const scope = yield* Scope.make()
      const [stopping, other] = [yield* Scope.provide(startProcess(url), scope), yield* startProcess(url)]
      const workspace = yield* Effect.provide(newWorkspace(), stopping)
      yield* Effect.gen(function* () {
        // The tenant's data key is known from here on, so that each commit is accepted as soon as it is made.
        yield* commit(yield* newRecord(workspace))
        for (let count = 1; count < 700; count += 1) {
          const record = yield* newRecord(workspace)
          yield* Effect.forkChild(commit(record), { startImmediately: true })
        }
      }).pipe(Effect.provide(stopping))
      yield* Scope.close(scope, Exit.void)
      const { decisions } = yield* Effect.provide(rowsOf(workspace), other)
      assert.strictEqual(decisions, 700)
    })
  )
})
