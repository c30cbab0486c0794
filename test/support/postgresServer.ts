import { NodeRuntime } from "@effect/platform-node"
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
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
  yield* Effect.sync(() => process.send?.(url))
  yield* Effect.promise(() => disconnected)
})

NodeRuntime.runMain(Effect.scoped(serve))
