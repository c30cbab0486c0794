import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { migrate } from "../../../src/adapters/postgres/database.ts"
import { connect, createDatabase, query } from "../../support/database.ts"
import { partitionNames } from "./partitionNames.ts"

describe("a service that starts while a backup reads", () => {
  it.live("does not wait for its end", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase("template1")
      yield* Effect.provide(migrate, connect(url))
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const tables = yield* sql<{ readonly name: string }>`
          SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`
        const names = tables.map(({ name }) => name)
        assert.include(names, "migrations")
        // What pg_dump begins with.
        const lock = sql.unsafe(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`)
        const start = Effect.provide(migrate, connect(url)).pipe(Effect.timeout("10 seconds"))
        assert.deepStrictEqual(yield* sql.withTransaction(Effect.andThen(lock, start)), [])
      }).pipe(Effect.provide(connect(url)))
    })
  )

  it.live("starts without the partitions that it cannot make", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase("template1")
      yield* Effect.provide(migrate, connect(url))
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql.unsafe("DROP TABLE decisions_earlier")
        const start = Effect.provide(migrate, connect(url))
        const reading = Effect.andThen(sql.unsafe("SELECT count(*) FROM decisions_default"), start)
        assert.deepStrictEqual(yield* sql.withTransaction(reading), [])
        assert.notInclude(yield* partitionNames, "decisions_earlier")
        yield* start
        assert.include(yield* partitionNames, "decisions_earlier")
      }).pipe(Effect.provide(connect(url)))
    })
  )
})

describe("migrations that wait for a backup", () => {
  it.effect("say so every five seconds until it ends", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase("template1")
      const lines: Array<unknown> = []
      const logging = Logger.layer([Logger.make(({ message }) => void lines.push(message))])
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* migrate
        yield* query("DELETE FROM migrations WHERE migration_id = (SELECT max(migration_id) FROM migrations)")
        const start = migrate.pipe(Effect.provide([Layer.fresh(connect(url)), logging]), Effect.exit)
        const waits = Effect.map(
          query("SELECT FROM pg_locks WHERE relation = 'migrations'::regclass AND NOT granted"),
          (rows) => rows.length > 0
        )
        const reading = Effect.gen(function* () {
          yield* query("LOCK TABLE migrations IN ACCESS SHARE MODE")
          const started = yield* Effect.forkDetach(start)
          yield* Effect.repeat(waits, { until: (waiting) => waiting })
          yield* TestClock.adjust("4 seconds")
          assert.deepStrictEqual(lines, [])
          yield* TestClock.adjust("6 seconds")
          assert.lengthOf(lines, 2)
          return started
        })
        yield* Fiber.join(yield* sql.withTransaction(reading))
        yield* TestClock.adjust("1 minute")
        assert.lengthOf(lines, 2)
      }).pipe(Effect.provide(connect(url)))
    })
  )
})

describe("partitions that are made while a backup reads", () => {
  it.live("keep nobody else waiting for long", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase("template1")
      yield* Effect.provide(migrate, connect(url))
      const waits = `SELECT FROM pg_locks WHERE relation = 'decisions_default'::regclass AND NOT granted`
      const others = Effect.gen(function* () {
        const start = yield* Effect.forkChild(Effect.provide(migrate, connect(url)))
        const isWaiting = Effect.map(query(waits), (rows) => rows.length > 0)
        yield* Effect.repeat(isWaiting, { until: (waiting) => waiting || start.pollUnsafe() !== undefined })
        yield* Effect.timeout(query("SELECT count(*) FROM decisions"), "2 seconds")
        yield* Fiber.join(start)
      }).pipe(Effect.provide(connect(url)))
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql.unsafe("DROP TABLE decisions_earlier")
        yield* sql.withTransaction(
          Effect.andThen(sql.unsafe("SELECT count(*) FROM decisions_default"), others)
        )
      }).pipe(Effect.provide(connect(url)))
    })
  )
})
