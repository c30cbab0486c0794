import { NodeRuntime } from "@effect/platform-node"
import { Effect } from "effect"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"

const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "prescreen-test-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true }))
)

/**
 * Runs a server with a new data directory, tells the parent process its url, and stops it when the parent
 * disconnects: when the test run says so, and also when the test run is killed.
 */
const serve = Effect.gen(function* () {
  const dataDirectory = yield* temporaryDirectory
  const disconnected = once(process, "disconnect")
  const { url } = yield* startEmbeddedPostgres({ dataDirectory })
  yield* Effect.sync(() => process.send?.(url))
  yield* Effect.promise(() => disconnected)
})

NodeRuntime.runMain(Effect.scoped(serve))
