import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { platform } from "node:process"
import { DatabaseHealth } from "../../../src/domain/shared/DatabaseHealth.ts"
import { connect, createDatabase, OwnDatabase, query } from "../../support/database.ts"
import { startRelay } from "../../support/relay.ts"
import { eventuallyIs } from "../../support/until.ts"
import { startProcess } from "./process.ts"

/** A database that is reached over TCP, through what may fail. */
const overTcp = Effect.gen(function* () {
  const direct = yield* createDatabase()
  const url = new URL(direct)
  const path = join(url.searchParams.get("host") ?? "", ".s.PGSQL.5432")
  const relay = yield* Effect.acquireRelease(
    Effect.promise(() => startRelay({ path })),
    (relay) => Effect.sync(relay.close)
  )
  return { direct, relay, url: `postgres://${url.username}@127.0.0.1:${relay.port}${url.pathname}` }
})

const clientOf = (url: string) => Layer.build(connect(url))

/** As /proc has them of this machine's connections to a port: which timer runs, 02 being that of the keepalive probe. */
const timersTo = async (port: number): Promise<ReadonlyArray<string | undefined>> => {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, "0")}`
  const established = "01"
  const rows = (await readFile("/proc/net/tcp", "utf8")).split("\n").map((line) => line.trim().split(/ +/))
  return rows
    .filter(([, , to, state]) => to?.endsWith(remote) === true && state === established)
    .map(([, , , , , timer]) => timer?.slice(0, 2))
}

describe("a connection to the database", () => {
  it.live.skipIf(platform !== "linux")("is probed while nothing comes over it", () =>
    Effect.gen(function* () {
      const { relay, url } = yield* overTcp
      yield* Effect.provide(query("SELECT 1"), yield* clientOf(url))
      yield* eventuallyIs(
        "the timer of the probe runs",
        Effect.promise(() => timersTo(relay.port)),
        (timers) => timers.join() === "02"
      )
    })
  )

  it.live("lets the server end a transaction that nothing more comes of, and only that", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const limit = sql<{ readonly limit: string }>`
        SELECT current_setting('idle_in_transaction_session_timeout') AS limit`
      assert.deepStrictEqual(yield* sql.withTransaction(limit), [{ limit: "1min" }])
      assert.deepStrictEqual(yield* limit, [{ limit: "0" }])
    }).pipe(Effect.provide(OwnDatabase))
  )

  it.effect("is replaced after a minute, and so is one that may not write any more", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const database = new URL(url).pathname.slice(1)
      const process = yield* startProcess(url)
      const isUsable = Effect.flatMap(DatabaseHealth, ({ isReachable }) => isReachable)
      yield* Effect.gen(function* () {
        assert.isTrue(yield* isUsable)
        yield* query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
        yield* TestClock.adjust("1 minute")
        assert.isFalse(yield* isUsable)
        yield* Effect.provide(
          query(`ALTER DATABASE ${database} RESET default_transaction_read_only`),
          OwnDatabase
        )
        assert.isFalse(yield* isUsable)
        yield* TestClock.adjust("1 minute")
        assert.isTrue(yield* isUsable)
      }).pipe(Effect.provide(process))
    }).pipe(Effect.provide(Logger.layer([])))
  )

  it.live(
    "is not waited for when it is to listen and nothing comes back",
    () =>
      Effect.gen(function* () {
        const { direct, relay, url } = yield* overTcp
        const process = yield* startProcess(url)
        const elsewhere = yield* Effect.provide(PgClient.PgClient, yield* clientOf(direct))
        const listening = elsewhere<{ readonly pid: number }>`
          SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`
        const [first] = yield* eventuallyIs("the process listens", listening, ({ length }) => length === 1)
        // Leaves an idle connection, which is the next to be lent.
        yield* Effect.provide(query("SELECT 1"), process)
        relay.mute()
        yield* elsewhere`SELECT pg_terminate_backend(${first?.pid})`
        yield* eventuallyIs(
          "it listens again",
          listening,
          ([now]) => now !== undefined && now.pid !== first?.pid
        )
      }).pipe(Effect.provide(Logger.layer([]))),
    60_000
  )
})
