import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Result, Scope } from "effect"
import { DatabaseLayer } from "../../../src/adapters/postgres/database.ts"
import { newEventfulRecord, newRecord, newWorkspace } from "../../fixtures.ts"
import { createDatabase } from "../../support/database.ts"
import { startProcess } from "./process.ts"
import { commit, rowsOf, usageOf } from "./rows.ts"

/** Whoever meets a deadlock waits for longer than a commit may take, instead of one second and another try. */
const waitLongForDeadlocks = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    yield* sql.unsafe(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET deadlock_timeout TO '1min'`)
  }).pipe(Effect.provide(Layer.fresh(DatabaseLayer({ url: Redacted.make(url), connections: 1 }))))

describe("two processes on one database", () => {
  it.live("make one decision of one key, and both answer with it", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase
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

  it.live("never deadlock over many keys that they claim in any order", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase
      yield* waitLongForDeadlocks(url)
      const processes = [yield* startProcess(url), yield* startProcess(url)]
      const [one] = processes
      assert.isDefined(one)
      const workspace = yield* Effect.provide(newWorkspace(), one)
      for (const round of [1, 2, 3, 4]) {
        const keys = Array.from({ length: 400 }, (_, index) => `${round} ${(index * 73) % 400}`)
        const results = yield* Effect.forEach(
          processes,
          (process, index) =>
            Effect.forEach(
              index === 0 ? keys : keys.toReversed(),
              (key) =>
                Effect.result(Effect.flatMap(newRecord(workspace, { claim: { key, request: "r" } }), commit)),
              { concurrency: "unbounded" }
            ).pipe(Effect.provide(process)),
          { concurrency: "unbounded" }
        )
        assert.isTrue(results.flat().every(Result.isSuccess))
      }
      assert.deepInclude(yield* Effect.provide(rowsOf(workspace), one), {
        decisions: 1_600,
        idempotency_keys: 1_600
      })
    })
  )
})

describe("a process that stops", () => {
  it.live("writes all that it was given before it ends", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase
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
