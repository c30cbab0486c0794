import { NodeRuntime } from "@effect/platform-node"
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseLayer, migrate } from "../../src/adapters/postgres/database.ts"
import { startEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { copyDatabase } from "./copyDatabase.ts"
import { serviceRole } from "./sentStatements.ts"

const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "prescreen-test-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true }))
)

/** What every database of the run is to have: the role of the services, and sight of what they send. */
const prepare = Effect.fnUntraced(function* (url: string) {
  const template = new URL(url)
  template.pathname = "template1"
  const connection = yield* PgConnection.make({ url: Redacted.make(template.href) })
  yield* connection.query(`CREATE ROLE ${serviceRole} SUPERUSER LOGIN`)
  yield* connection.query("CREATE EXTENSION pg_stat_statements")
  // The data is gone with the run: what happens when a machine dies is not for this server to show.
  yield* connection.query("ALTER SYSTEM SET fsync = off")
  yield* connection.query("SELECT pg_reload_conf()")
}, Effect.scoped)

const makeMigrated = Effect.fnUntraced(function* (serverUrl: string) {
  const url = yield* copyDatabase(serverUrl, "template1", "migrated")
  yield* migrate.pipe(Effect.provide(DatabaseLayer({ url: Redacted.make(url), connections: 1 })))
}, Effect.scoped)

/**
 * Runs a server with a new data directory, tells the parent process its url, and stops it when the parent
 * disconnects: when the test run says so, and also when the test run is killed.
 */
const serve = Effect.gen(function* () {
  const dataDirectory = yield* temporaryDirectory
  const disconnected = once(process, "disconnect")
  const { url } = yield* startEmbeddedPostgres({ dataDirectory })
  yield* prepare(url)
  yield* makeMigrated(url)
  yield* Effect.sync(() => process.send?.(url))
  yield* Effect.promise(() => disconnected)
})

NodeRuntime.runMain(Effect.scoped(serve))
