import { Effect, Option, Ref, Schedule } from "effect"
import { spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { directoryForServer } from "./Cluster.ts"
import type { Cluster } from "./Cluster.ts"
import type { EmbeddedPostgresFailed } from "./EmbeddedPostgresFailed.ts"
import { failedTo, reasonIn } from "./EmbeddedPostgresFailed.ts"
import type { PostgresBinaries } from "./PostgresBinaries.ts"
import { serverEnvironment } from "./PostgresBinaries.ts"
import { clusterSetting, findPostmaster, processExists, readPidFile, stopPostmaster } from "./Postmaster.ts"
import type { ServerAccount } from "./ServerAccount.ts"
import { serverSettings } from "./serverSettings.ts"

/** Everything that is needed to start the server. */
export interface Server {
  readonly cluster: Cluster
  readonly binaries: PostgresBinaries
  readonly account: ServerAccount | undefined
  readonly socketDirectory: string
  /** How many clients may be connected at once. */
  readonly connections: number
  /** The process to stop in the end, once there is one. */
  readonly pid: Ref.Ref<Option.Option<number>>
}

const remove = (path: string) => Effect.tryPromise(() => rm(path, { force: true })).pipe(Effect.ignore)

/**
 * Stops a server that a killed owner had only just started. It can belong to nobody else, because the data directory is
 * ours. Then removes the lock files of dead servers: Postgres heeds them if any process has the pid by now, as happens
 * in every restarted container. If a child of the dead server still lingers, Postgres notices its shared memory.
 */
const clearTheWay = Effect.fn("clearTheWay")(function* ({ cluster, socketDirectory }: Server) {
  const left = yield* findPostmaster(cluster)
  if (Option.isSome(left)) yield* stopPostmaster(cluster, left.value.pid)
  yield* remove(join(socketDirectory, ".s.PGSQL.5432.lock"))
  const stale = yield* readPidFile(cluster)
  if (Option.isSome(stale) && (yield* processExists(stale.value.pid))) {
    yield* remove(join(cluster.directory, "postmaster.pid"))
  }
})

/** A process that was started here, which the system tells of its end. */
interface Started {
  readonly pid: number
  readonly hasEnded: () => boolean
}

/** Starts the server in a session of its own, so that Ctrl-C and signals to our process group do not reach it. */
const spawnPostmaster = ({ cluster, binaries, account, connections, socketDirectory }: Server, log: number) =>
  Effect.callback<Started, EmbeddedPostgresFailed>((resume) => {
    const settings = serverSettings({
      [clusterSetting]: cluster.directory,
      max_connections: String(connections),
      // Relative to the cluster, so that the length of the path does not matter.
      unix_socket_directories: socketDirectory === cluster.directory ? "." : socketDirectory,
      unix_socket_permissions: "0700"
    })
    const commandLine = ["-D", directoryForServer(cluster.directory, account), ...settings]
    const child = spawn(binaries.postgres, commandLine, {
      ...account,
      cwd: cluster.directory,
      env: serverEnvironment,
      detached: true,
      stdio: ["ignore", log, log]
    })
    child.unref()
    child.once("error", (cause) => resume(Effect.fail(failedTo("start")(cause))))
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    child.once("spawn", () => {
      if (child.pid !== undefined) resume(Effect.succeed({ pid: child.pid, hasEnded }))
    })
  })

const spawnWithLog = (server: Server) =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => openSync(server.cluster.log, "a", 0o600), catch: failedTo("open its log") }),
    (log) => spawnPostmaster(server, log),
    (log) => Effect.sync(() => closeSync(log))
  )

const logSize = ({ cluster }: Server) =>
  Effect.tryPromise(() => stat(cluster.log)).pipe(
    Effect.map(({ size }) => size),
    Effect.orElseSucceed(() => 0)
  )

const reasonInLog = Effect.fn("reasonInLog")(function* ({ cluster }: Server, offset: number) {
  const text = yield* Effect.tryPromise(() => readFile(cluster.log)).pipe(
    Effect.map((bytes) => bytes.subarray(offset).toString("utf8")),
    Effect.orElseSucceed(() => "")
  )
  return reasonIn(text) ?? "no reason given"
})

const launchOnce = Effect.fn("launchOnce")(function* (server: Server) {
  const { cluster } = server
  yield* clearTheWay(server)
  const offset = yield* logSize(server)
  const { hasEnded, pid } = yield* spawnWithLog(server).pipe(
    Effect.tap(({ pid }) => Ref.set(server.pid, Option.some(pid))),
    Effect.uninterruptible
  )
  const isReady = findPostmaster(cluster).pipe(
    Effect.map((found) => Option.isSome(found) && found.value.pid === pid && found.value.ready)
  )
  // Recovery after a crash may take minutes, so only the end of the process ends the wait.
  // Its command line does not tell of that: it is empty while the program is being loaded.
  const settled = Effect.map(isReady, (ready) => (ready ? "ready" : hasEnded() ? "gone" : "starting"))
  const outcome = yield* settled.pipe(
    Effect.repeat({ until: (state) => state !== "starting", schedule: Schedule.spaced("10 millis") })
  )
  if (outcome === "ready") return
  return yield* failedTo("start")(`${yield* reasonInLog(server, offset)} (see ${cluster.log})`)
})

/** The children of a killed server need a moment to end. Until then, a new server refuses to start. */
const isLingering = ({ message }: EmbeddedPostgresFailed): boolean => /still in use|lock file/.test(message)

/** Starts the server and returns when it accepts connections. */
export const launchPostmaster = (server: Server) =>
  launchOnce(server).pipe(
    Effect.retry({
      while: isLingering,
      schedule: Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "10 seconds" }))
    })
  )

/** Stops the server that is running now, if there is one. */
export const stopServer = Effect.fn("stopServer")(function* ({ cluster, pid }: Server) {
  const running = yield* Ref.get(pid)
  if (Option.isSome(running)) yield* stopPostmaster(cluster, running.value)
})
