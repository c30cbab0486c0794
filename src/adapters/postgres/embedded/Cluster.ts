import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { chown, mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from "node:fs/promises"
import { userInfo } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { syncDirectory } from "../syncDirectory.ts"
import { attempt, failedTo } from "./EmbeddedPostgresFailed.ts"
import { serverEnvironment } from "./PostgresBinaries.ts"
import type { PostgresBinaries } from "./PostgresBinaries.ts"
import type { ServerAccount } from "./ServerAccount.ts"

/** Where everything is. The paths are absolute and without symbolic links, because they identify the cluster. */
export interface Cluster {
  readonly dataDirectory: string
  readonly directory: string
  readonly log: string
}

const run = promisify(execFile)

export const databaseUser = "prescreen"

const unfinishedPrefix = "postgres.new-"

const clusterIn = (dataDirectory: string): Cluster => ({
  dataDirectory,
  directory: join(dataDirectory, "postgres"),
  log: join(dataDirectory, "postgres.log")
})

/** Fails if there is no such data directory yet. */
export const existingCluster = Effect.fn("existingCluster")(function* (dataDirectory: string) {
  return clusterIn(yield* attempt(`find ${dataDirectory}`, () => realpath(resolve(dataDirectory))))
})

export const isInitialised = (cluster: Cluster): Effect.Effect<boolean> =>
  Effect.tryPromise(() => stat(join(cluster.directory, "PG_VERSION"))).pipe(Effect.isSuccess)

/** Not with Node's `recursive`, which never ends if a directory cannot be created, as in /proc. */
const makeDirectory = async (directory: string): Promise<void> => {
  if (existsSync(directory)) return
  await makeDirectory(dirname(directory))
  await mkdir(directory, { mode: 0o700 }).catch((cause: unknown) => {
    // Another start was faster.
    if (!existsSync(directory)) throw cause
  })
}

/** Where the cluster of a data directory is. Creates the directory if there is none. */
export const openCluster = Effect.fn("openCluster")(function* (dataDirectory: string) {
  yield* attempt(`create its DATA_DIR ${dataDirectory}`, () => makeDirectory(resolve(dataDirectory)))
  return yield* existingCluster(dataDirectory)
})

/**
 * The server's own name for this directory, which is its working directory. An account that root has dropped to may be
 * unable to walk to a directory below closed ones, such as /root, but can always use the one it was started in.
 */
export const directoryForServer = (directory: string, account: ServerAccount | undefined): string =>
  account !== undefined && process.platform === "linux" ? "/proc/self/cwd" : directory

/** For what initdb would refuse without a word on what to do. */
const reasonAgainstInitdb = (binaries: PostgresBinaries, account: ServerAccount | undefined) => {
  if (/["$`\\]/.test(binaries.initdb)) {
    return `a shell must be able to read the path ${binaries.initdb}: move the checkout, or set DATABASE_URL`
  }
  try {
    if (account === undefined) userInfo()
  } catch {
    return `no account has the uid ${process.getuid?.()}: start as an account with a name, or set DATABASE_URL`
  }
  return undefined
}

const assertInitdbRuns = Effect.fn("assertInitdbRuns")(function* (
  binaries: PostgresBinaries,
  account: ServerAccount | undefined
) {
  const reason = reasonAgainstInitdb(binaries, account)
  if (reason !== undefined) return yield* failedTo("initialise its data directory")(reason)
})

const initdb = (directory: string, binaries: PostgresBinaries, account: ServerAccount | undefined) =>
  attempt("initialise its data directory", (signal) =>
    run(
      binaries.initdb,
      [
        ["-D", directoryForServer(directory, account)],
        ["--username", databaseUser],
        // Trust is safe: the socket's directory is the cluster's own, mode 0700, and whoever may enter it controls the
        // cluster anyway.
        ["--auth-local", "trust", "--auth-host", "reject"],
        // The same order and case rules on every machine, whatever its C library.
        [
          "--encoding",
          "UTF8",
          "--locale",
          "C",
          "--locale-provider",
          "builtin",
          "--builtin-locale",
          "C.UTF-8"
        ],
        // The process that fills a segment of the log creates the next one while all others wait: 60 ms for one of 16
        // MB.
        ["--wal-segsize", "1"],
        "--no-instructions"
      ].flat(),
      { ...account, cwd: directory, env: serverEnvironment, signal }
    )
  )

const discard = (directory: string) =>
  Effect.tryPromise(() => rm(directory, { recursive: true, force: true })).pipe(Effect.ignore)

const discardUnfinished = Effect.fn("discardUnfinished")(function* (dataDirectory: string) {
  const names = yield* attempt(`read ${dataDirectory}`, () => readdir(dataDirectory))
  yield* Effect.forEach(
    names.filter((name) => name.startsWith(unfinishedPrefix)),
    (name) => discard(join(dataDirectory, name))
  )
})

/**
 * Creates the cluster unless it exists. It is created under another name and then renamed, so that a start which is
 * killed half-way leaves nothing that looks like a cluster.
 */
export const initialiseCluster = Effect.fn("initialiseCluster")(function* (
  cluster: Cluster,
  binaries: PostgresBinaries,
  account: ServerAccount | undefined
) {
  yield* discardUnfinished(cluster.dataDirectory)
  if (yield* isInitialised(cluster)) return
  yield* assertInitdbRuns(binaries, account)
  const unfinished = yield* attempt(`write to ${cluster.dataDirectory}`, () =>
    mkdtemp(join(cluster.dataDirectory, unfinishedPrefix))
  )
  yield* Effect.gen(function* () {
    if (account !== undefined) {
      yield* attempt("change the owner of its data", () => chown(unfinished, account.uid, account.gid))
    }
    yield* initdb(unfinished, binaries, account)
    yield* attempt(`create ${cluster.directory}`, () => rename(unfinished, cluster.directory))
    yield* attempt(`write ${cluster.dataDirectory}`, () => syncDirectory(cluster.dataDirectory))
  }).pipe(Effect.onError(() => discard(unfinished)))
})
