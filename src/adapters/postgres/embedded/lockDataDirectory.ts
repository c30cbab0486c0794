import { Effect, Predicate, Schema } from "effect"
import { closeSync, openSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { attempt, failedTo } from "./EmbeddedPostgresFailed.ts"

/** A service keeps the data directory until it is told to stop, a command only while it does its work. */
const Owner = Schema.Literals(["service", "command"])
export type Owner = typeof Owner.Type

/** Another process owns the data directory. The message is one line, meant for the operator. */
export class DataDirectoryInUse extends Schema.TaggedError<DataDirectoryInUse>()("DataDirectoryInUse", {
  message: Schema.String,
  owner: Schema.optionalKey(Owner)
}) {}

/** In milliseconds. Two starts at the same moment need a few to agree on the winner. */
const lockTimeout = 200

const sqliteBusy = 5

const lockFailure = (cause: unknown) =>
  Predicate.hasProperty(cause, "errcode") && cause.errcode === sqliteBusy
    ? "busy"
    : failedTo("lock its data directory")(cause)

const ownerFile = (dataDirectory: string) => join(dataDirectory, "prescreen.pid")

/** Who took the lock last, and may have released it since. A process that is just taking it is not known yet. */
export const lastOwner = (dataDirectory: string) =>
  Effect.tryPromise(() => readFile(ownerFile(dataDirectory), "utf8")).pipe(
    Effect.map((text) => {
      const [pid = "", name] = text.trim().split("\n")
      return { pid, owner: Owner.literals.find((owner) => owner === name) }
    }),
    Effect.orElseSucceed(() => ({ pid: "", owner: undefined }))
  )

/** What is in the way of the process that asks, and what to do about it. */
const obstacle = (asking: Owner, holding: Owner | undefined, place: string): string => {
  if (asking === "service") return `is already running on ${place}: stop it first, or set another DATA_DIR`
  return holding === "service"
    ? `is running on ${place}, but its database does not answer: see its log, and try again`
    : `is busy with another command on ${place}: try again`
}

const refuse = Effect.fn("refuse")(function* (
  failure: ReturnType<typeof lockFailure>,
  dataDirectory: string,
  asking: Owner
) {
  if (failure !== "busy") return yield* failure
  const { owner, pid } = yield* lastOwner(dataDirectory)
  const place = pid === "" ? dataDirectory : `${dataDirectory} (pid ${pid})`
  return yield* new DataDirectoryInUse({
    message: `Prescreen ${obstacle(asking, owner, place)}`,
    ...(owner !== undefined && { owner })
  })
})

/** SQLite says of every file alike that it is unable to open it. The system says why. */
const openLock = (lockFile: string) => {
  try {
    return new DatabaseSync(lockFile, { timeout: lockTimeout })
  } catch (error) {
    closeSync(openSync(lockFile, "a"))
    throw error
  }
}

const takeLock = Effect.fn("takeLock")(function* (dataDirectory: string, asking: Owner) {
  const lockFile = join(dataDirectory, "prescreen.lock")
  const lock = yield* Effect.try({
    try: () => openLock(lockFile),
    catch: failedTo(`use its DATA_DIR ${dataDirectory}`)
  })
  yield* Effect.try({ try: () => lock.exec("BEGIN EXCLUSIVE"), catch: lockFailure }).pipe(
    Effect.tapError(() => Effect.sync(() => lock.close())),
    Effect.catch((failure) => refuse(failure, dataDirectory, asking))
  )
  return lock
})

/**
 * Makes this process the only owner of the data directory until the scope closes.
 *
 * The lock is a transaction on an empty SQLite file. Node has no `flock`, but SQLite takes a lock of the kernel's,
 * which no crash leaves behind and no reused pid can imitate. The pid file only says who holds it.
 */
export const lockDataDirectory = Effect.fn("lockDataDirectory")(function* (
  dataDirectory: string,
  owner: Owner
) {
  yield* Effect.acquireRelease(takeLock(dataDirectory, owner), (lock) => Effect.sync(() => lock.close()))
  const file = ownerFile(dataDirectory)
  yield* attempt(`write ${file}`, () => writeFile(file, `${process.pid}\n${owner}\n`))
})
