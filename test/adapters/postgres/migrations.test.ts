import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { migrate } from "../../../src/adapters/postgres/database.ts"
import { DecisionLog } from "../../../src/domain/screening/DecisionLog.ts"
import { newRecord, newWorkspace } from "../../fixtures.ts"
import { connect, createDatabase, query } from "../../support/database.ts"
import { partitionNames } from "./partitionNames.ts"
import { startProcessOnRealClock } from "./process.ts"

const Migrated = Layer.unwrap(
  Effect.map(createDatabase("template1"), (url) =>
    Layer.effectDiscard(migrate).pipe(Layer.provideMerge(connect(url)))
  )
)

const month = (start: DateTime.Utc, ahead: number) =>
  DateTime.formatIso(DateTime.add(DateTime.startOf(start, "month"), { months: ahead }))
    .slice(0, 7)
    .replace("-", "_")

layer(Migrated, { excludeTestServices: true })("a migrated database", (it) => {
  it.effect("has partitions for this month, the next three, all time before, and a default one", () =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const suffixes = [0, 1, 2, 3].map((ahead) => month(now, ahead))
      const expected = ["decisions", "decision_inputs"].flatMap((table) =>
        [...suffixes, "earlier", "default"].map((suffix) => `${table}_${suffix}`)
      )
      assert.sameMembers([...(yield* partitionNames)], expected)
    })
  )

  it.effect("is not migrated again", () =>
    Effect.gen(function* () {
      const before = yield* partitionNames
      assert.deepStrictEqual(yield* migrate, [])
      assert.deepStrictEqual(yield* partitionNames, before)
    })
  )

  it.effect("keeps documents whose order matters as they were written", () =>
    Effect.gen(function* () {
      const columns = yield* query(
        `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'jsonb'`
      )
      assert.deepStrictEqual(columns, [])
    })
  )
})

describe("processes that migrate at once", () => {
  it.live("all succeed, and each migration is applied once", () =>
    Effect.gen(function* () {
      for (const count of [2, 2, 2, 5]) {
        const url = yield* createDatabase("template1")
        const applied = yield* Effect.forEach(
          Array.from({ length: count }),
          () => Effect.provide(migrate, connect(url)),
          { concurrency: "unbounded" }
        )
        const each = [...new Set(applied.flat())].toSorted()
        assert.include(each, "0001_initial_schema")
        assert.deepStrictEqual(applied.flat(), each)
        const names = yield* Effect.provide(partitionNames, connect(url))
        assert.lengthOf(names, 12)
      }
    })
  )
})

describe("a database that a newer version has migrated", () => {
  it.live("is refused with one line that names what is unknown, and is left as it is", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase("template1")
      yield* Effect.gen(function* () {
        yield* migrate
        yield* query("INSERT INTO migrations (migration_id, name) VALUES (99, 'of_tomorrow')")
        yield* query("DROP TABLE decisions_earlier")
        const error = yield* Effect.flip(migrate)
        assert.strictEqual(error._tag, "DatabaseUnusable")
        assert.match(error.message, /^[^\n]*newer version[^\n]*0099_of_tomorrow[^\n]*$/)
        assert.notInclude(yield* partitionNames, "decisions_earlier")
        yield* query("DELETE FROM migrations WHERE migration_id = 99")
        assert.deepStrictEqual(yield* migrate, [])
      }).pipe(Effect.provide(connect(url)))
    })
  )
})

describe("partitions that are made late", () => {
  it.effect("leave no month out between the first and the last", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase("template1")
      yield* TestClock.setTime(Date.UTC(2031, 0, 15))
      yield* Effect.provide(migrate, connect(url))
      yield* TestClock.setTime(Date.UTC(2031, 7, 15))
      yield* Effect.provide(migrate, connect(url))
      const names = yield* Effect.provide(partitionNames, connect(url))
      const months = Array.from({ length: 11 }, (_, index) => `2031_${String(index + 1).padStart(2, "0")}`)
      assert.sameMembers(
        names.filter((name) => name.startsWith("decisions_")),
        [...months, "earlier", "default"].map((suffix) => `decisions_${suffix}`)
      )
    })
  )
})

describe("a service that ran past its last partition", () => {
  it.effect("starts again, with all that it logged meanwhile", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase("template1")
      const process = yield* startProcessOnRealClock(url)
      const started = yield* TestClock.withLive(DateTime.now)
      const pass = (months: number) => TestClock.setTime(DateTime.add(started, { months }).epochMilliseconds)
      yield* pass(7)
      yield* Effect.gen(function* () {
        const record = yield* newRecord(yield* newWorkspace())
        const log = yield* DecisionLog
        yield* log.commit(record)
        // Two starts: one in that month, and one later.
        for (const months of [7, 11]) {
          yield* pass(months)
          assert.deepStrictEqual(yield* migrate, [])
          assert.deepStrictEqual(
            yield* log.find(record.workspace, record.decision.id),
            Option.some(record.decision)
          )
        }
      }).pipe(Effect.provide(process))
    })
  )
})

describe("a database that cannot be used", () => {
  const wrong = (change: (url: URL) => void) =>
    Effect.map(createDatabase("template1"), (text) => {
      const url = new URL(text)
      change(url)
      return url.href
    })

  it.live.each<readonly [string, (url: URL) => void, RegExp]>([
    ["does not exist", (url) => (url.pathname = "nowhere"), /database "nowhere" does not exist/],
    [
      "does not know the user",
      (url) => (url.username = "nobody1"),
      /role "nobody1" does not exist|authentication/
    ],
    ["is not there", (url) => url.searchParams.set("host", "/tmp/no-such-directory"), /ENOENT|connect/i]
  ])("because it %s stops the start with one line that says so, without the password", ([, change, reason]) =>
    Effect.gen(function* () {
      const url = yield* wrong((url) => {
        url.password = "canary-7f3a"
        change(url)
      })
      const error = yield* Effect.flip(Effect.provide(migrate, connect(url)))
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.match(error.message, /^the database cannot be used: [^\n]+$/)
      assert.match(error.message, reason)
      assert.notInclude(error.message, "canary-7f3a")
    })
  )
})

describe("a migration that fails", () => {
  it.live("is named as its file is", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase("template1")
      const error = yield* query("CREATE TABLE tenants (id int)").pipe(
        Effect.andThen(Effect.flip(migrate)),
        Effect.provide(connect(url))
      )
      assert.include(error.message, 'Migration "0001_initial_schema" failed')
    })
  )
})
