import * as PgConnection from "@effect/sql-pg/PgConnection"
import type { Duration } from "effect"
import { Effect, Option, Redacted, Schedule } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Cluster } from "./Cluster.ts"
import { databaseUser } from "./Cluster.ts"

/** A running server: the process from which all others of a cluster descend. */
export interface Postmaster {
  readonly pid: number
  /** Absolute. */
  readonly socketDirectory: string
  /** Whether it accepts connections, or did when it last reported. */
  readonly ready: boolean
}

/** A setting without effect. Each server is given it so that its command line says whose server it is. */
export const clusterSetting = "prescreen.cluster"

const readText = (path: string) => Effect.tryPromise(() => readFile(path, "utf8")).pipe(Effect.option)

const pidFile = (cluster: Cluster): string => join(cluster.directory, "postmaster.pid")

/** Asks as Postgres does, which believes a stale pid file if any process has that pid now. */
export const processExists = (pid: number): Effect.Effect<boolean> =>
  Effect.try(() => process.kill(pid, 0)).pipe(Effect.isSuccess)

/** Whether the process is this cluster's server, and not a zombie or another process with the same pid. */
export const isRunning = Effect.fnUntraced(function* (cluster: Cluster, pid: number) {
  if (!(yield* processExists(pid))) return false
  const commandLine = yield* readText(`/proc/${pid}/cmdline`)
  return Option.match(commandLine, {
    onNone: () => true,
    onSome: (text) => text.split("\0").includes(`${clusterSetting}=${cluster.directory}`)
  })
})

/** What Postgres wrote when it last started. It may have been killed since. */
export const readPidFile = Effect.fnUntraced(function* (cluster: Cluster) {
  const text = yield* readText(pidFile(cluster))
  return Option.flatMap(text, (text): Option.Option<Postmaster> => {
    const [pid, , , , socketDirectory = ".", , , status = ""] = text.split("\n")
    const number = Number(pid)
    // A signal to 0 or below would go to a whole group of processes.
    if (!Number.isSafeInteger(number) || number <= 1) return Option.none()
    return Option.some({
      pid: number,
      socketDirectory: socketDirectory === "." ? cluster.directory : socketDirectory,
      ready: status.trim() === "ready"
    })
  })
})

export const findPostmaster = Effect.fnUntraced(function* (cluster: Cluster) {
  const found = yield* readPidFile(cluster)
  if (Option.isNone(found)) return found
  return (yield* isRunning(cluster, found.value.pid)) ? found : Option.none<Postmaster>()
})

/** The host is the directory of the socket, as libpq writes it too. */
export const urlOf = (socketDirectory: string): string =>
  `postgres://${databaseUser}@localhost/postgres?host=${encodeURIComponent(socketDirectory)}`

/** Whether a connection can be made and used. */
export const answers = (postmaster: Postmaster): Effect.Effect<boolean> =>
  PgConnection.make({
    url: Redacted.make(urlOf(postmaster.socketDirectory)),
    connectTimeout: "2 seconds"
  }).pipe(
    Effect.flatMap((connection) => connection.query("SELECT 1")),
    Effect.scoped,
    Effect.isSuccess
  )

const exitsWithin = (cluster: Cluster, pid: number, timeout: Duration.Input) =>
  isRunning(cluster, pid).pipe(
    Effect.repeat({
      while: (running) => running,
      schedule: Schedule.spaced("20 millis").pipe(Schedule.upTo({ duration: timeout }))
    }),
    Effect.map((running) => !running)
  )

/** What Postgres calls fast shutdown, immediate shutdown (after which the next start recovers), and the last resort. */
const stopSignals = [
  { signal: "SIGINT", timeout: "10 seconds" },
  { signal: "SIGQUIT", timeout: "5 seconds" },
  { signal: "SIGKILL", timeout: "5 seconds" }
] as const

/** Stops the server. Returns when the process has gone, or when even the last signal has had no effect in time. */
export const stopPostmaster = Effect.fn("stopPostmaster")(function* (cluster: Cluster, pid: number) {
  for (const { signal, timeout } of stopSignals) {
    if (!(yield* isRunning(cluster, pid))) return
    yield* Effect.try(() => process.kill(pid, signal)).pipe(Effect.ignore)
    if (yield* exitsWithin(cluster, pid, timeout)) return
  }
})
