import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Exit, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import { operator } from "../../../../src/domain/shared/Actor.ts"
import { ApiKeys, lastUsedInterval } from "../../../../src/domain/tenancy/ApiKeys.ts"
import { newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { eventuallyIs } from "../../../support/until.ts"
import { startProcess } from "../process.ts"

const newKey = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const { tenantId } = yield* newWorkspace()
  const { id, key } = yield* keys.create(tenantId, "test", null, operator)
  return { identity: Option.getOrThrow(yield* keys.find(key)), id, tenantId }
})

const lastUse = Effect.fnUntraced(function* ({ id, tenantId }: Effect.Success<typeof newKey>) {
  return Option.getOrThrow(yield* (yield* ApiKeys).get(tenantId, id)).lastUsedAt
})

const markUsed = Effect.fnUntraced(function* ({ identity }: Effect.Success<typeof newKey>) {
  const { markUsed } = yield* ApiKeys
  markUsed(identity)
})

/** Starts and stops a process around what it does, which writes all that it has noted. */
const inProcess = <A, E, R>(url: string, self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const process = yield* Scope.provide(startProcess(url), scope)
    const result = yield* Effect.provide(self, process)
    yield* Scope.close(scope, Exit.void)
    return result
  })

describe("the last use of a key", () => {
  it.live("is written when the process stops, for every key that was used", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const keys = yield* inProcess(
        url,
        Effect.gen(function* () {
          const keys = yield* Effect.replicateEffect(newKey, 5)
          yield* Effect.forEach(keys, markUsed)
          return keys
        })
      )
      for (const key of keys) assert.isNotNull(yield* inProcess(url, lastUse(key)))
    })
  )

  it.effect("is written anew by whichever process, once the interval is over and no sooner", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-11-01T00:00:00Z")))
      const key = yield* inProcess(url, newKey)
      const use = inProcess(url, Effect.andThen(markUsed(key), lastUse(key)))
      const read = inProcess(url, lastUse(key))
      yield* use
      const first = yield* read
      assert.deepStrictEqual(first, DateTime.makeUnsafe("2026-11-01T00:00:00Z"))
      yield* TestClock.adjust(Duration.subtract(lastUsedInterval, Duration.millis(1)))
      yield* use
      assert.deepStrictEqual(yield* read, first)
      yield* TestClock.adjust("1 millis")
      yield* use
      assert.deepStrictEqual(yield* read, DateTime.makeUnsafe("2026-11-01T00:03:00Z"))
    })
  )

  it.effect("is written anew after the clock was set back, by the process that noted it and by others", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const set = (day: number) => TestClock.setTime(Date.UTC(2026, 10, day))
      yield* set(24)
      const key = yield* inProcess(url, newKey)
      yield* inProcess(url, markUsed(key))
      yield* set(23)
      const another = inProcess(url, Effect.andThen(markUsed(key), lastUse(key)))
      yield* another
      assert.deepStrictEqual(yield* inProcess(url, lastUse(key)), DateTime.makeUnsafe("2026-11-23T00:00:00Z"))
      yield* inProcess(
        url,
        Effect.gen(function* () {
          yield* markUsed(key)
          yield* set(22)
          yield* markUsed(key)
        })
      )
      assert.deepStrictEqual(yield* inProcess(url, lastUse(key)), DateTime.makeUnsafe("2026-11-22T00:00:00Z"))
    })
  )

  it.live("goes on being written after what nobody expected", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      // A sequence counts what was refused, as it stays when the statement is undone.
      const broken = [
        "CREATE SEQUENCE refused",
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN PERFORM nextval(''refused''); RAISE EXCEPTION ''no'' USING ERRCODE = ''42703''; END'`,
        "CREATE TRIGGER refuse BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION refuse()"
      ]
      const process = yield* startProcess(url)
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const key = yield* newKey
        yield* Effect.forEach(broken, (statement) => sql.unsafe(statement))
        yield* markUsed(key)
        yield* eventuallyIs(
          "it could not be written",
          sql.unsafe<{ readonly called: boolean }>("SELECT is_called AS called FROM refused"),
          ([row]) => row?.called === true
        )
        yield* sql.unsafe("DROP TRIGGER refuse ON api_keys")
        yield* eventuallyIs(
          "it is written",
          Effect.andThen(markUsed(key), lastUse(key)),
          (use) => use !== null
        )
      }).pipe(Effect.provide(process))
    })
  )
})
