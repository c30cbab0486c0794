import { assert, describe, it, layer } from "@effect/vitest"
import type { Scope } from "effect"
import { Context, Effect, Layer, Option, Schedule } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres
} from "../../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { spawnOwner, temporaryDirectory } from "./fixtures/owners.ts"
import {
  eventually,
  exists,
  kill,
  postmasterPid,
  query,
  runningServers,
  startAndQuery
} from "./fixtures/servers.ts"

const copyAll = (from: string, to: string) =>
  Effect.promise(async () => {
    await mkdir(to, { recursive: true })
    await promisify(execFile)("cp", ["-a", `${from}/.`, to])
  })

/** The first start takes longest: one for all tests. */
class StoppedServer extends Context.Service<
  StoppedServer,
  { readonly copy: Effect.Effect<string, never, Scope.Scope> }
>()("test/adapters/postgres/StoppedServer") {}

const StoppedServerLayer = Layer.effect(
  StoppedServer,
  Effect.gen(function* () {
    const original = yield* temporaryDirectory
    yield* startAndQuery(original, "SELECT 1")
    const copy = Effect.gen(function* () {
      const dataDirectory = yield* temporaryDirectory
      yield* copyAll(original, dataDirectory)
      return dataDirectory
    })
    return { copy }
  })
)

layer(StoppedServerLayer, { excludeTestServices: true })("startEmbeddedPostgres after a crash", (it) => {
  it.effect("adopts, supervises and stops the server of an owner that was killed", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* (yield* StoppedServer).copy
      const owner = yield* spawnOwner(dataDirectory)
      const before = yield* owner.nextReport
      const pid = yield* postmasterPid(dataDirectory)
      yield* owner.signal("SIGKILL")
      yield* owner.ended
      assert.isTrue(yield* exists(pid))

      yield* Effect.scoped(
        Effect.gen(function* () {
          const { url, adopted } = yield* startEmbeddedPostgres({ dataDirectory })
          assert.isTrue(adopted)
          assert.strictEqual(url, before.url)
          assert.strictEqual(yield* postmasterPid(dataDirectory), pid)
          yield* query(url, "CREATE TABLE kept AS SELECT 42 AS answer")
          yield* kill(pid)
          assert.deepStrictEqual(yield* eventually(query(url, "SELECT answer FROM kept")), [{ answer: 42 }])
        })
      )
      assert.deepStrictEqual(yield* runningServers(dataDirectory), [])
    })
  )

  it.effect("starts the server again on the same url when it is killed, as often as that happens", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* (yield* StoppedServer).copy
      const { url } = yield* startEmbeddedPostgres({ dataDirectory })
      yield* query(url, "CREATE TABLE kept AS SELECT 42 AS answer")
      for (const _ of [1, 2]) {
        yield* kill(yield* postmasterPid(dataDirectory))
        assert.deepStrictEqual(yield* eventually(query(url, "SELECT answer FROM kept")), [{ answer: 42 }])
      }
    })
  )

  it.effect("starts at once after both the owner and its server were killed", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* (yield* StoppedServer).copy
      const owner = yield* spawnOwner(dataDirectory)
      const { url = "" } = yield* owner.nextReport
      yield* query(url, "CREATE TABLE kept AS SELECT 42 AS answer")
      const pid = yield* postmasterPid(dataDirectory)
      yield* owner.signal("SIGKILL")
      yield* kill(pid)
      yield* owner.ended
      assert.deepStrictEqual(yield* startAndQuery(dataDirectory, "SELECT answer FROM kept"), [{ answer: 42 }])
    })
  )

  it.effect("is not misled by a stale pid file whose number another process has by now", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* (yield* StoppedServer).copy
      const stale = `${process.ppid}\n/nowhere\n1700000000\n5432\n.\n\n  5432001         0\nready   \n`
      for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) {
        const file = join(dataDirectory, "postgres", name)
        // Readable by the account that the server runs as, as its own would be.
        yield* Effect.promise(() => writeFile(file, stale, { mode: 0o644 }))
      }
      assert.deepStrictEqual(yield* findEmbeddedPostgres(dataDirectory), Option.none())
      assert.deepStrictEqual(yield* startAndQuery(dataDirectory, "SELECT 1 AS one"), [{ one: 1 }])
    })
  )

  it.effect(
    "leaves alone the server of what it is a copy of, also when that one's path ends with its own",
    () =>
      Effect.gen(function* () {
        const dataDirectory = yield* temporaryDirectory
        const original = join(yield* temporaryDirectory, dataDirectory)
        yield* copyAll(yield* (yield* StoppedServer).copy, original)
        yield* startEmbeddedPostgres({ dataDirectory: original })
        const pid = yield* postmasterPid(original)
        yield* copyAll(original, dataDirectory)
        assert.deepStrictEqual(yield* startAndQuery(dataDirectory, "SELECT 1 AS one"), [{ one: 1 }])
        assert.isTrue(yield* exists(pid))
      })
  )
})

describe("startEmbeddedPostgres", () => {
  it.live("begins again when the first start was killed half-way through", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* temporaryDirectory
      const owner = yield* spawnOwner(dataDirectory)
      const unfinished = Effect.promise(() => readdir(dataDirectory)).pipe(
        Effect.map((names) => names.filter((name) => name.startsWith("postgres.new-")))
      )
      const seen = yield* unfinished.pipe(
        Effect.repeat({ while: (names) => names.length === 0, schedule: Schedule.spaced("5 millis") })
      )
      yield* owner.signal("SIGKILL")
      yield* owner.ended
      assert.isFalse(existsSync(join(dataDirectory, "postgres")))
      assert.deepStrictEqual(yield* startAndQuery(dataDirectory, "SELECT 1 AS one"), [{ one: 1 }])
      // The killed start's initdb may have written a little longer: the next start finds no more of it.
      yield* startAndQuery(dataDirectory, "SELECT 1")
      assert.notIncludeMembers(yield* unfinished, seen)
    })
  )
})
