import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Deferred, Effect, Fiber } from "effect"
import { purgeExpired } from "../../../../src/domain/screening/Retention.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import { decisionIdAt, newRecord, newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { commit } from "../../../support/decisionLog.ts"
import { startProcess } from "../process.ts"
import { rowsOf } from "../rows.ts"

const day = 86_400_000

/** Commits decisions of forty days ago, whose plan keeps them for thirty. */
const commitOld = Effect.fnUntraced(function* (workspace: Workspace, count: number, prompt = "a fox") {
  const old = (yield* DateTime.now).epochMilliseconds - 40 * day
  const records = yield* Effect.forEach(Array.from({ length: count }), (_, index) =>
    Effect.flatMap(decisionIdAt(old + index), (id) =>
      newRecord(workspace, { decision: { id, input: { prompt }, metadata: { prompt } } })
    )
  )
  yield* Effect.forEach(records, commit, { concurrency: "unbounded", discard: true })
  return records
})

/** All that a dump of the database would hold, as text. */
const dump = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const tables = yield* sql.unsafe<{ readonly name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`
  )
  assert.isAbove(tables.length, 15)
  const texts: Array<string> = []
  for (const { name } of tables) {
    const rows = yield* sql.unsafe<{ readonly row: string }>(`SELECT t::text AS row FROM ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join("\n")
})

describe("a purge", () => {
  it.live("by a machine whose clock is ahead of the database's takes away nothing that is not due", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const live = yield* Clock.Clock
        const currentTimeMillisUnsafe = () => live.currentTimeMillisUnsafe() + 365 * day
        const ahead: Clock.Clock = Object.assign(Object.create(live), {
          currentTimeMillisUnsafe,
          currentTimeMillis: Effect.sync(currentTimeMillisUnsafe)
        })
        const workspace = yield* newWorkspace()
        yield* commitOld(workspace, 2)
        yield* commit(yield* newRecord(workspace))
        assert.strictEqual(yield* Effect.provideService(purgeExpired(), Clock.Clock, ahead), 2)
        assert.strictEqual((yield* rowsOf(workspace)).decision_inputs, 1)
      }).pipe(Effect.provide(process))
    })
  )

  it.live("leaves neither a prompt nor its encrypted form anywhere in the database", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const canary = "canary-51c9"
        const workspace = yield* newWorkspace()
        yield* commitOld(workspace, 3, canary)
        yield* commit(yield* newRecord(workspace))
        const encrypted = yield* sql.unsafe<{ readonly hex: string }>(
          `SELECT encode(sealed, 'hex') AS hex FROM decision_inputs ORDER BY id LIMIT 3`
        )
        const before = yield* dump
        for (const { hex } of encrypted) assert.include(before, hex)
        // The prompt itself is not even there before.
        assert.notInclude(before, canary)

        assert.strictEqual(yield* purgeExpired(), 3)
        const after = yield* dump
        for (const { hex } of encrypted) assert.notInclude(after, hex)
        assert.deepInclude(yield* rowsOf(workspace), { decisions: 4, decision_inputs: 1 })
      }).pipe(Effect.provide(process))
    })
  )

  it.live("gives the room back: a partition without prompts is an empty file", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* commitOld(yield* newWorkspace(), 50)
        const bytes = Effect.map(
          sql.unsafe<{ readonly bytes: bigint }>(
            `SELECT pg_relation_size(relid) AS bytes FROM pg_partition_tree('decision_inputs') WHERE isleaf`
          ),
          (rows) => rows.reduce((total, row) => total + Number(row.bytes), 0)
        )
        assert.isAbove(yield* bytes, 0)
        yield* purgeExpired()
        assert.strictEqual(yield* bytes, 0)
      }).pipe(Effect.provide(process))
    })
  )

  it.live("that is stopped in the middle is finished by the next", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        yield* commitOld(workspace, 2_500)
        const told = yield* Deferred.make<number>()
        const stopped = yield* purgeExpired((count) =>
          Effect.andThen(Deferred.succeed(told, count), Effect.never)
        ).pipe(Effect.forkChild({ startImmediately: true }))
        assert.strictEqual(yield* Deferred.await(told), 1_000)
        yield* Fiber.interrupt(stopped)
        assert.strictEqual(yield* purgeExpired(), 1_500)
        assert.deepInclude(yield* rowsOf(workspace), { decisions: 2_500, decision_inputs: 0 })
      }).pipe(Effect.provide(process))
    })
  )

  it.live("by two processes at once purges each decision once", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const processes = [yield* startProcess(url), yield* startProcess(url)]
      const [one] = processes
      assert.isDefined(one)
      const workspace = yield* Effect.provide(newWorkspace(), one)
      yield* Effect.provide(commitOld(workspace, 4_200), one)
      const counts = yield* Effect.forEach(processes, (process) => Effect.provide(purgeExpired(), process), {
        concurrency: "unbounded"
      })
      assert.strictEqual(
        counts.reduce((total, count) => total + count, 0),
        4_200
      )
      assert.deepInclude(yield* Effect.provide(rowsOf(workspace), one), {
        decisions: 4_200,
        decision_inputs: 0
      })
    })
  )
})
