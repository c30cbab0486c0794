import { Effect, Option, Ref, Schedule } from "effect"
import { access, chown, constants, mkdtemp, rmdir } from "node:fs/promises"
import { join, resolve } from "node:path"
import { hasCode } from "../hasCode.ts"
import { existingCluster, initialiseCluster, isInitialised, openCluster } from "./Cluster.ts"
import type { Cluster } from "./Cluster.ts"
import { attempt, EmbeddedPostgresFailed } from "./EmbeddedPostgresFailed.ts"
import { launchPostmaster, stopServer } from "./launchPostmaster.ts"
import type { Server } from "./launchPostmaster.ts"
import { lastOwner, lockDataDirectory } from "./lockDataDirectory.ts"
import type { Owner } from "./lockDataDirectory.ts"
import { bundledBinaries } from "./PostgresBinaries.ts"
import { answers, findPostmaster, isRunning, stopPostmaster, urlOf } from "./Postmaster.ts"
import type { Postmaster } from "./Postmaster.ts"
import { serverAccount } from "./ServerAccount.ts"
import type { ServerAccount } from "./ServerAccount.ts"

export interface EmbeddedPostgres {
  /** For the pool. It stays the same when the server is started again after a crash. */
  readonly url: string
  /** Whether a process that was killed had left the server running. */
  readonly adopted: boolean
}

/** In bytes: the smallest `sun_path` of the supported systems (macOS), without its terminator. */
const longestSocketPath = 103

/** In the cluster, which only the server's account may enter, or under /tmp if that path is too long. */
const makeSocketDirectory = Effect.fn("makeSocketDirectory")(function* (
  cluster: Cluster,
  account: ServerAccount | undefined
) {
  if (Buffer.byteLength(join(cluster.directory, ".s.PGSQL.5432")) <= longestSocketPath) {
    return cluster.directory
  }
  return yield* attempt("create a directory for its socket", async () => {
    const directory = await mkdtemp("/tmp/prescreen-")
    if (account !== undefined) await chown(directory, account.uid, account.gid)
    return directory
  })
})

const removeSocketDirectory = ({ cluster, socketDirectory }: Server) =>
  socketDirectory === cluster.directory
    ? Effect.void
    : Effect.tryPromise(() => rmdir(socketDirectory)).pipe(Effect.ignore)

const isUsable = (found: Postmaster) => (found.ready ? answers(found) : Effect.succeed(false))

/** A server that a killed owner left behind, once it answers. A server that does not answer is stopped. */
const adoptPostmaster = Effect.fn("adoptPostmaster")(function* (cluster: Cluster) {
  const look = Effect.gen(function* () {
    const found = yield* findPostmaster(cluster)
    return { found, settled: Option.isNone(found) || (yield* isUsable(found.value)) }
  })
  const { found, settled } = yield* look.pipe(
    Effect.repeat({
      until: ({ settled }) => settled,
      schedule: Schedule.spaced("50 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))
    })
  )
  if (settled || Option.isNone(found)) return found
  yield* stopPostmaster(cluster, found.value.pid)
  return Option.none<Postmaster>()
})

const restartDelays = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/** Starts the server again if it ends without having been told to. */
const restartWhenStopped = Effect.fn("restartWhenStopped")(function* (server: Server) {
  const isUp = Effect.gen(function* () {
    const pid = yield* Ref.get(server.pid)
    return Option.isSome(pid) && (yield* isRunning(server.cluster, pid.value))
  })
  yield* isUp.pipe(Effect.repeat({ while: (up) => up, schedule: Schedule.spaced("250 millis") }))
  yield* Effect.logError("The embedded Postgres stopped unexpectedly: starting it again")
  yield* launchPostmaster(server).pipe(
    Effect.tapError(({ message }) => Effect.logError(message)),
    Effect.retry(restartDelays)
  )
  yield* Effect.logInfo("The embedded Postgres is running again")
})

/** Connections beside those of the service: for the operator's commands, and for anyone who looks in. */
const furtherConnections = 40

/** Runs the bundled Postgres on a data directory until the scope closes, as the directory's only owner. */
export const startEmbeddedPostgres = Effect.fn("startEmbeddedPostgres")(function* (options: {
  readonly dataDirectory: string
  /** How many connections the service itself may open. */
  readonly connections?: number
  /** A service by default. */
  readonly owner?: Owner
}) {
  const cluster = yield* openCluster(options.dataDirectory)
  yield* lockDataDirectory(cluster.dataDirectory, options.owner ?? "service")
  const account = yield* serverAccount(cluster.directory)
  const binaries = yield* bundledBinaries(account)
  yield* initialiseCluster(cluster, binaries, account)

  const left = yield* adoptPostmaster(cluster)
  const socketDirectory = Option.isSome(left)
    ? left.value.socketDirectory
    : yield* makeSocketDirectory(cluster, account)
  const connections = Math.max(100, (options.connections ?? 0) + furtherConnections)
  const pid = yield* Ref.make(Option.map(left, ({ pid }) => pid))
  const server: Server = { cluster, binaries, account, socketDirectory, connections, pid }
  yield* Effect.addFinalizer(() => Effect.andThen(stopServer(server), removeSocketDirectory(server)))
  if (Option.isNone(left)) yield* launchPostmaster(server)
  yield* Effect.forkScoped(Effect.forever(restartWhenStopped(server)))
  return { url: urlOf(socketDirectory), adopted: Option.isSome(left) } satisfies EmbeddedPostgres
})

/** Fails if the data directory is there, and this account may not use it. */
const assertUsable = (dataDirectory: string) =>
  attempt(`use its DATA_DIR ${dataDirectory}`, () =>
    access(dataDirectory, constants.X_OK).catch((cause: unknown) => {
      if (!hasCode(cause, "ENOENT")) throw cause
    })
  )

/** Fails if the data directory has no database. Creates nothing. */
export const assertInitialised = Effect.fn("assertInitialised")(function* (dataDirectory: string) {
  yield* assertUsable(resolve(dataDirectory))
  const cluster = yield* existingCluster(dataDirectory).pipe(Effect.option)
  if (Option.isSome(cluster) && (yield* isInitialised(cluster.value))) return
  return yield* new EmbeddedPostgresFailed({
    message: `there is no database in ${resolve(dataDirectory)}: set DATA_DIR or DATABASE_URL as the service has it, or make a database with migrate`
  })
})

/**
 * The URL of the server that a service runs on the data directory, if there is one. The caller does not become its
 * owner.
 */
export const findEmbeddedPostgres = Effect.fn("findEmbeddedPostgres")(function* (dataDirectory: string) {
  const cluster = yield* existingCluster(dataDirectory).pipe(Effect.option)
  if (Option.isNone(cluster)) return Option.none<string>()
  // A command stops its server as soon as it has done its own work, so nobody else may rely on it.
  const { owner } = yield* lastOwner(cluster.value.dataDirectory)
  if (owner === "command") return Option.none<string>()
  const found = yield* findPostmaster(cluster.value)
  if (Option.isNone(found) || !(yield* isUsable(found.value))) return Option.none<string>()
  return Option.some(urlOf(found.value.socketDirectory))
})
