import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres
} from "../../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { reachableBinaries } from "../../../../src/adapters/postgres/embedded/PostgresBinaries.ts"
import { serverAccount } from "../../../../src/adapters/postgres/embedded/ServerAccount.ts"
import { eventuallyIs } from "../../../support/until.ts"
import { spawnOwner, temporaryDirectory } from "./fixtures/owners.ts"
import { exists, postmasterPid, query, runningServers, startAndQuery } from "./fixtures/servers.ts"

class NewServer extends Context.Service<
  NewServer,
  { readonly dataDirectory: string; readonly url: string; readonly adopted: boolean }
>()("test/adapters/postgres/NewServer") {}

const NewServerLayer = Layer.effect(
  NewServer,
  Effect.gen(function* () {
    const dataDirectory = join(yield* temporaryDirectory, "new", ".data")
    return { dataDirectory, ...(yield* startEmbeddedPostgres({ dataDirectory })) }
  })
)

layer(NewServerLayer, { excludeTestServices: true })(
  "startEmbeddedPostgres on a new data directory",
  (it) => {
    it.effect("answers queries, durable and closed to the network", () =>
      Effect.gen(function* () {
        const { url, adopted } = yield* NewServer
        assert.isFalse(adopted)
        const settings = yield* query(
          url,
          `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
          current_setting('full_page_writes') AS pages, current_setting('data_checksums') AS checksums,
          current_setting('listen_addresses') AS addresses, current_setting('server_encoding') AS encoding,
          current_setting('shared_preload_libraries') AS libraries, lower('Ä') AS lower`
        )
        assert.deepStrictEqual(settings, [
          {
            fsync: "on",
            commit: "on",
            pages: "on",
            checksums: "on",
            addresses: "",
            encoding: "UTF8",
            libraries: "pg_stat_statements",
            lower: "ä"
          }
        ])
      })
    )

    it.effect("refuses a second owner with one line that names the first one's pid", () =>
      Effect.gen(function* () {
        const { dataDirectory } = yield* NewServer
        const sameProcess = yield* startEmbeddedPostgres({ dataDirectory }).pipe(Effect.scoped, Effect.flip)
        assert.strictEqual(sameProcess._tag, "DataDirectoryInUse")
        // Nor has that attempt let go of the lock, as closing a locked file would.
        const otherProcess = yield* (yield* spawnOwner(dataDirectory)).nextReport
        assert.deepStrictEqual(otherProcess, {
          _tag: "DataDirectoryInUse",
          message: `Prescreen is already running on ${dataDirectory} (pid ${process.pid}): stop it first, or set another DATA_DIR`
        })
        const command = yield* startEmbeddedPostgres({ dataDirectory, owner: "command" }).pipe(
          Effect.scoped,
          Effect.flip
        )
        assert.strictEqual(
          command.message,
          `Prescreen is running on ${dataDirectory} (pid ${process.pid}), but its database does not answer: see its log, and try again`
        )
      })
    )

    it.effect("logs nothing of the statements that fail, nor of their parameters and rows", () =>
      Effect.gen(function* () {
        const { dataDirectory, url } = yield* NewServer
        yield* Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          yield* sql`CREATE TABLE notes (note text PRIMARY KEY CHECK (length(note) < 20))`
          yield* sql`INSERT INTO notes VALUES (${"squirrel"})`
          const failures = yield* Effect.all([
            Effect.flip(sql`INSERT INTO notes VALUES (${"squirrel"})`),
            Effect.flip(sql`INSERT INTO notes VALUES (${"squirrel squirrel squirrel"})`),
            Effect.flip(sql`SELECT ${"squirrel"}::text::integer`)
          ])
          assert.lengthOf(failures, 3)
        }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url) })))
        const log = yield* Effect.promise(() => readFile(join(dataDirectory, "postgres.log"), "utf8"))
        assert.include(log, "ready to accept connections")
        assert.notInclude(log, "squirrel")
      })
    )
  }
)

describe("startEmbeddedPostgres", () => {
  it.live("keeps the data from one start to the next, and leaves no process behind", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* temporaryDirectory
      const pid = yield* Effect.scoped(
        Effect.gen(function* () {
          const { url } = yield* startEmbeddedPostgres({ dataDirectory })
          yield* query(url, "CREATE TABLE kept AS SELECT 42 AS answer")
          return yield* postmasterPid(dataDirectory)
        })
      )
      // Its number is taken until this process has heard of its end.
      yield* eventuallyIs("it has ended", exists(pid), (lives) => !lives)
      assert.deepStrictEqual(yield* runningServers(dataDirectory), [])
      assert.deepStrictEqual(yield* startAndQuery(dataDirectory, "SELECT answer FROM kept"), [{ answer: 42 }])
      const log = yield* Effect.promise(() => readFile(join(dataDirectory, "postgres.log"), "utf8"))
      assert.include(log, "database system is shut down")
      assert.notInclude(log, "was interrupted")
    })
  )

  it.live("tells why the server does not start, in one line", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* temporaryDirectory
      yield* startAndQuery(dataDirectory, "SELECT 1")
      yield* Effect.promise(() => writeFile(join(dataDirectory, "postgres", "PG_VERSION"), "9\n"))
      const failed = yield* startEmbeddedPostgres({ dataDirectory }).pipe(Effect.scoped, Effect.flip)
      assert.strictEqual(
        failed.message,
        `The embedded Postgres cannot start: database files are incompatible with server (see ${dataDirectory}/postgres.log)`
      )
    })
  )

  it.live("refuses a data directory that cannot be made or is none, in one line that names the setting", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "file")
      yield* Effect.promise(() => writeFile(file, ""))
      const impossible = [file, join(file, "data"), ...(existsSync("/proc") ? ["/proc/no/data"] : [])]
      for (const dataDirectory of impossible) {
        const failed = yield* startEmbeddedPostgres({ dataDirectory }).pipe(Effect.scoped, Effect.flip)
        assert.match(
          failed.message,
          /^The embedded Postgres cannot (create|use) its DATA_DIR .+: E[A-Z]+: [^\n]+$/
        )
      }
    })
  )

  it.live("lets exactly one of two simultaneous first starts win", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* temporaryDirectory
      const owners = [yield* spawnOwner(dataDirectory), yield* spawnOwner(dataDirectory)]
      const reports = yield* Effect.forEach(owners, ({ nextReport }) => nextReport, {
        concurrency: "unbounded"
      })
      assert.sameMembers(
        reports.map(({ _tag, adopted }) => _tag ?? `adopted: ${adopted}`),
        ["adopted: false", "DataDirectoryInUse"]
      )
    })
  )

  it.live("works in a path too long for a socket, and removes the socket's directory", () =>
    Effect.gen(function* () {
      const dataDirectory = join(yield* temporaryDirectory, "a".repeat(60), "b, c's %".repeat(8))
      const socketDirectory = yield* Effect.scoped(
        Effect.gen(function* () {
          const { url } = yield* startEmbeddedPostgres({ dataDirectory })
          assert.deepStrictEqual(yield* query(url, "SELECT 1 AS one"), [{ one: 1 }])
          assert.deepStrictEqual(yield* findEmbeddedPostgres(dataDirectory), Option.some(url))
          return new URL(url).searchParams.get("host") ?? ""
        })
      )
      assert.match(socketDirectory, /^\/tmp\/prescreen-/)
      assert.isFalse(existsSync(socketDirectory))
    })
  )
})

describe("a server of another process", () => {
  it.live(
    "is found while it runs, and is stopped last, also when Ctrl-C reaches the whole process group",
    () =>
      Effect.gen(function* () {
        const dataDirectory = join(yield* temporaryDirectory, "data")
        assert.deepStrictEqual(yield* findEmbeddedPostgres(dataDirectory), Option.none())
        const owner = yield* spawnOwner(dataDirectory)
        const { url = "" } = yield* owner.nextReport
        assert.deepStrictEqual(yield* findEmbeddedPostgres(dataDirectory), Option.some(url))
        assert.deepStrictEqual(yield* query(url, "SELECT 1 AS one"), [{ one: 1 }])
        yield* owner.signal("SIGINT", "group")
        assert.deepStrictEqual(yield* owner.nextReport, { drained: true })
        yield* owner.ended
        assert.deepStrictEqual(yield* runningServers(dataDirectory), [])
        assert.deepStrictEqual(yield* findEmbeddedPostgres(dataDirectory), Option.none())
      })
  )
})

describe("reachableBinaries", () => {
  it.live.skipIf(process.getuid?.() !== 0)(
    "copies the programs once when root's server may not enter the checkout",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const [native, cache] = [join(directory, "closed", "native"), join(directory, "cache")]
        yield* Effect.promise(async () => {
          await mkdir(join(native, "bin"), { recursive: true })
          await writeFile(join(native, "bin", "postgres.18"), "#!/bin/sh\necho 18\n", { mode: 0o700 })
          await symlink("postgres.18", join(native, "bin", "postgres"))
          await chmod(dirname(native), 0o700)
          await chmod(directory, 0o755)
        })
        const account = yield* serverAccount(directory)
        const binaries = yield* reachableBinaries(native, "18.0", account, cache)
        const copy = join(cache, `postgres-18.0-${process.arch}`)
        assert.strictEqual(binaries.postgres, join(copy, "bin", "postgres"))
        const { stdout } = yield* Effect.promise(() =>
          promisify(execFile)(binaries.postgres, { ...account, cwd: "/" })
        )
        assert.strictEqual(stdout, "18\n")
        assert.deepStrictEqual(yield* reachableBinaries(native, "18.0", account, cache), binaries)
        assert.deepStrictEqual(yield* Effect.promise(() => readdir(cache)), [basename(copy)])
      })
  )
})
