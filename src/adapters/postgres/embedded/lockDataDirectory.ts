import { Effect, Predicate, Schema } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { attempt, failedTo } from "./EmbeddedPostgresFailed.ts"

/** Another process owns the data directory. The message is one line, meant for the operator. */
export class DataDirectoryInUse extends Schema.TaggedError<DataDirectoryInUse>()("DataDirectoryInUse", {
  message: Schema.String
}) {}

/** Milliseconds; two starts at the same moment need a few to agree on the winner. */
const patience = 200

const sqliteBusy = 5

const lockFailure = (cause: unknown) =>
  Predicate.hasProperty(cause, "errcode") && cause.errcode === sqliteBusy
    ? "busy"
    : failedTo("lock its data directory")(cause)

const refuse = Effect.fn("refuse")(function* (
  failure: ReturnType<typeof lockFailure>,
  dataDirectory: string,
  ownerFile: string
) {
  if (failure !== "busy") return yield* failure
  const pid = yield* Effect.tryPromise(() => readFile(ownerFile, "utf8")).pipe(
    Effect.map((text) => ` (pid ${text.trim()})`),
    Effect.orElseSucceed(() => "")
  )
  return yield* new DataDirectoryInUse({
    message: `Prescreen is already running on ${dataDirectory}${pid}: stop it first, or set another DATA_DIR`
  })
})

/**
 * Makes this process the only owner of the data directory until the scope closes.
 *
 * The lock is a transaction on an empty SQLite file: Node has no `flock`, and SQLite takes a lock of the
 * kernel's, which no crash leaves behind and no reused pid can imitate. The pid file only feeds the message.
 */
export const lockDataDirectory = Effect.fn("lockDataDirectory")(function* (dataDirectory: string) {
  const lockFile = join(dataDirectory, "prescreen.lock")
  const ownerFile = join(dataDirectory, "prescreen.pid")
  const lock = yield* Effect.acquireRelease(
    Effect.try({
      try: () => new DatabaseSync(lockFile, { timeout: patience }),
      catch: failedTo(`use its DATA_DIR ${dataDirectory}`)
    }),
    (lock) => Effect.sync(() => lock.close())
  )
  yield* Effect.try({ try: () => lock.exec("BEGIN EXCLUSIVE"), catch: lockFailure }).pipe(
    Effect.catch((failure) => refuse(failure, dataDirectory, ownerFile))
  )
  yield* attempt(`write ${ownerFile}`, () => writeFile(ownerFile, `${process.pid}\n`))
})
