import type { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"

/** The server lacks something that the service needs. */
class UnsuitableServer extends Schema.TaggedError<UnsuitableServer>()("UnsuitableServer", {
  message: Schema.String
}) {}

/** In the form of `server_version_num`. From this version on there is `uuid_extract_timestamp`. */
const oldestVersion = 170_000

/**
 * A connection that nobody else uses. Its statements are not prepared, because a pooler may confuse prepared ones first
 * of all.
 */
type Session = Pick<Connection, "executeValuesUnprepared">

/** SQL_ASCII fits too: it keeps whatever bytes it is given. */
const fittingEncodings = new Set(["UTF8", "SQL_ASCII"])

const refusalOf = ([number, name, encoding, conforms, isolation]: ReadonlyArray<unknown>):
  | string
  | undefined => {
  if (!(Number(number) >= oldestVersion)) {
    const [version = ""] = String(name).split(" ")
    return `Postgres ${version} is too old: 17 or newer is needed`
  }
  if (!fittingEncodings.has(String(encoding))) {
    return `its encoding is ${String(encoding)}, which lacks most characters: UTF8 is needed`
  }
  if (conforms !== "on") {
    return "standard_conforming_strings is off for it or for the role: set it to on, which is Postgres's own default"
  }
  // Statements behind a lock must see what others wrote before they let go of it.
  if (isolation === "read committed") return undefined
  return `default_transaction_isolation is ${String(isolation)} for it or for the role: set it to read committed, which is Postgres's own default`
}

const assertFitting = Effect.fnUntraced(function* (session: Session) {
  const [row = []] = yield* session.executeValuesUnprepared(
    `SELECT current_setting('server_version_num')::int, current_setting('server_version'),
      current_setting('server_encoding'), current_setting('standard_conforming_strings'),
      current_setting('default_transaction_isolation')`,
    []
  )
  const message = refusalOf(row)
  if (message !== undefined) return yield* new UnsuitableServer({ message })
})

const backendOf = (session: Session) =>
  Effect.map(session.executeValuesUnprepared("SELECT pg_backend_pid()", []), ([row]) => row?.[0])

/**
 * Whether each of two connections keeps a backend of its own from statement to statement. A pooler in transaction mode
 * gives a free backend to whoever begins a transaction, or deals the backends out in turn.
 */
const keepTheirBackends = Effect.fnUntraced(function* (one: Session, other: Session) {
  const first = yield* backendOf(one)
  const second = yield* backendOf(one)
  const [meanwhile, third] = yield* Effect.acquireUseRelease(
    other.executeValuesUnprepared("BEGIN", []),
    () => Effect.all([backendOf(other), backendOf(one)]),
    () => Effect.ignore(other.executeValuesUnprepared("ROLLBACK", []))
  )
  return first === second && first === third && first !== meanwhile
})

/** More than one round, because others who use the pooler may interfere. */
const rounds = 3

const assertDirect = Effect.fnUntraced(function* (one: Session, other: Session) {
  for (let round = 0; round < rounds; round += 1) {
    if (yield* keepTheirBackends(one, other)) continue
    return yield* new UnsuitableServer({
      message:
        "a pooler in transaction mode is before it, which loses what processes tell each other: use session mode, or no pooler"
    })
  }
})

/**
 * Fails on a server with which the service would start or migrate, but fail later. `given` means that somebody else
 * runs the server: only then can there be a pooler in front of it.
 */
export const assertSuitable = (
  sql: Pick<PgClient.PgClient, "reserve">,
  given: boolean
): Effect.Effect<void, SqlError.SqlError | UnsuitableServer> =>
  Effect.scoped(
    Effect.gen(function* () {
      const one = yield* sql.reserve
      yield* assertFitting(one)
      if (given) yield* assertDirect(one, yield* sql.reserve)
    })
  )
