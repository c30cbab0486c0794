import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Logger, References } from "effect"
import type { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { makeOutage, Outage } from "../../../src/adapters/postgres/Outage.ts"
import { resilient, withDetachedTimeout } from "../../../src/adapters/postgres/resilience.ts"
import { OwnDatabase } from "../../support/database.ts"

/** A database with a function that fails as it is told to, and counts how often it was called. */
const Failing = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    yield* sql.unsafe(`CREATE SEQUENCE calls MINVALUE 0`)
    yield* sql.unsafe(`CREATE FUNCTION fail(state text) RETURNS integer LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM nextval('calls');
        RAISE EXCEPTION 'canary-message-7f3a' USING ERRCODE = state, DETAIL = 'canary-detail-7f3a';
      END $$`)
  })
).pipe(Layer.provideMerge(OwnDatabase))

const failWith = Effect.fnUntraced(function* (state: string) {
  const sql = yield* PgClient.PgClient
  yield* sql.unsafe(`SELECT setval('calls', 0, false)`)
  const exit = yield* Effect.exit(resilient(sql.unsafe(`SELECT fail($1)`, [state])))
  const [row] = yield* sql.unsafe<{ readonly calls: bigint }>(`SELECT nextval('calls') AS calls`)
  return { exit, calls: Number(row?.calls) }
})

/** Runs an effect as a process of its own and returns what it logged, as the log would be written. */
const logOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const lines: Array<string> = []
  const logger = Logger.map(Logger.formatJson, (line) => lines.push(line))
  yield* effect.pipe(Effect.provideService(Outage, makeOutage()), Effect.provide(Logger.layer([logger])))
  return lines.join("\n")
})

/** What a line says of an outage. */
const toldIn = (line: string) => {
  const { annotations, level, message } = JSON.parse(line)
  return [level, message, ...Object.values(annotations)].join(" ")
}

layer(Failing, { excludeTestServices: true })("resilient", (it) => {
  const states = {
    "serialization failure": "40001",
    deadlock: "40P01",
    "too many connections": "53300",
    "disk full": "53100",
    "out of memory": "53200",
    "cancelled by the operator": "57014",
    "shutting down": "57P01",
    "cannot connect now": "57P03",
    "read-only after a failover": "25006",
    "input and output": "58030",
    "internal error": "XX000",
    "connection failure": "08006",
    "a right that was taken away": "42501",
    "a table that is being restored": "42P01"
  }
  it.effect.each(Object.entries(states))(
    "calls the database unavailable after one more try: %s",
    ([, state]) =>
      Effect.gen(function* () {
        const { calls, exit } = yield* Effect.provide(failWith(state), Logger.layer([]))
        assert.isTrue(Exit.isFailure(exit))
        const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.deepInclude(error, { _tag: "StorageUnavailable", retryAfterSeconds: 1 })
        assert.strictEqual(calls, 2)
      })
  )

  it.effect("calls the database unavailable when a transaction loses its connection, at whatever point", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const terminate = sql.unsafe(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`)
      // Without the context of the transaction, so on another connection.
      const disconnect = Effect.updateContext(terminate, (ours: Context.Context<never>) =>
        Context.pick()(ours)
      )
      const points: ReadonlyArray<Effect.Effect<unknown, SqlError.SqlError>> = [
        sql.unsafe(`SELECT pg_terminate_backend(pg_backend_pid())`),
        Effect.andThen(disconnect, sql.unsafe(`SELECT 1`)),
        disconnect
      ]
      for (const point of points) {
        const error = yield* Effect.flip(resilient(sql.withTransaction(point)))
        assert.deepInclude(error, { _tag: "StorageUnavailable", retryAfterSeconds: 1 })
      }
      assert.deepStrictEqual(yield* resilient(sql.withTransaction(Effect.succeed("here"))), "here")
    }).pipe(Effect.provide(Logger.layer([])))
  )

  const mistakes = {
    "a value with NUL": "22021",
    "a number out of range": "22003",
    "a broken constraint": "23505",
    "a missing column": "42703",
    "too many columns": "54011"
  }
  it.effect.each(Object.entries(mistakes))("dies of a mistake of ours, at once: %s", ([, state]) =>
    Effect.gen(function* () {
      const { calls, exit } = yield* failWith(state)
      assert.isTrue(Exit.hasDies(exit))
      assert.strictEqual(calls, 1)
    })
  )

  it.effect("logs what kind of fault it was, and never the server's words", () =>
    Effect.gen(function* () {
      const log = yield* logOf(failWith("53100"))
      assert.include(log, "53100")
      assert.notInclude(log, "7f3a")
      assert.strictEqual(yield* logOf(failWith("23505")), "")
    })
  )

  const outage = Effect.gen(function* () {
    const fail = (state: string, times: number) =>
      Effect.forEach(Array.from({ length: times }), () => failWith(state), { discard: true })
    const succeed = Effect.flatMap(PgClient.PgClient, (sql) => resilient(sql`SELECT 1`))
    yield* fail("53100", 4)
    yield* fail("57P03", 1)
    yield* succeed
    yield* TestClock.adjust("9 seconds")
    yield* fail("53100", 2)
    yield* TestClock.adjust("1 second")
    yield* fail("53100", 3)
    yield* TestClock.adjust("9 seconds")
    yield* succeed
    yield* TestClock.adjust("1 second")
    yield* Effect.all([succeed, succeed])
    yield* fail("53100", 1)
  }).pipe(Effect.provide(TestClock.layer()))

  it.effect("logs an outage at once, then every ten seconds how much it left out, and its end", () =>
    Effect.gen(function* () {
      const log = yield* logOf(outage)
      assert.deepStrictEqual(log.split("\n").map(toldIn), [
        "WARN The database cannot be used UnknownError 53100",
        "WARN The database cannot be used UnknownError 57P03",
        "WARN The database cannot be used UnknownError 53100 5",
        "INFO The database can be used again 2",
        "WARN The database cannot be used UnknownError 53100"
      ])
    })
  )

  it.effect("leaves what it leaves out to who wants to know everything", () =>
    Effect.gen(function* () {
      const log = yield* logOf(
        Effect.andThen(failWith("53100"), failWith("53100")).pipe(
          Effect.provideService(References.MinimumLogLevel, "Debug")
        )
      )
      assert.deepStrictEqual(log.split("\n").map(toldIn), [
        "WARN The database cannot be used UnknownError 53100",
        "DEBUG The database cannot be used UnknownError 53100"
      ])
    })
  )

  it.effect("lets through what succeeds", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      assert.deepStrictEqual(yield* resilient(sql`SELECT 1 AS one`), [{ one: 1 }])
    })
  )

  it.effect("takes an answer that has come in while this process was too busy to see the time", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const busy = Effect.sync(() => {
        const end = performance.now() + 700
        while (performance.now() < end);
      })
      const asked = withDetachedTimeout(
        "300 millis",
        Effect.succeed("given up")
      )(sql.unsafe("SELECT pg_sleep(0.1)"))
      const [answer] = yield* Effect.all([asked, Effect.delay(busy, "30 millis")], { concurrency: 2 })
      assert.isArray(answer)
      const hangs = withDetachedTimeout(
        "300 millis",
        Effect.succeed("given up")
      )(sql.unsafe("SELECT pg_sleep(5)"))
      assert.strictEqual(yield* hangs, "given up")
    })
  )
})
