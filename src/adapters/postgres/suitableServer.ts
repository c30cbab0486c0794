import type { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"

/** What the service needs of a server that this one does not have. */
class UnsuitableServer extends Schema.TaggedError<UnsuitableServer>()("UnsuitableServer", {
  message: Schema.String
}) {}

/** As `server_version_num` has it: there is `uuid_extract_timestamp` from then on. */
const oldestVersion = 170_000

/** A connection of one's own. Its statements are not prepared, which is the first thing that a pooler may confuse. */
type Session = Pick<Connection, "executeValuesUnprepared">

/** Nor is SQL_ASCII a hindrance, which keeps whatever bytes it is given. */
const fittingEncodings = new Set(["UTF8", "SQL_ASCII"])

const refusalOf = ([number, name, encoding, conforms]: ReadonlyArray<unknown>): string | undefined => {
  if (!(Number(number) >= oldestVersion)) {
    const [version = ""] = String(name).split(" ")
    return `Postgres ${version} is too old: 17 or newer is needed`
  }
  if (!fittingEncodings.has(String(encoding))) {
    return `its encoding is ${String(encoding)}, which lacks most characters: UTF8 is needed`
  }
  if (conforms === "on") return undefined
  return "standard_conforming_strings is off for it or for the role: set it to on, which is Postgres's own default"
}

const assertFitting = Effect.fnUntraced(function* (session: Session) {
  const [row = []] = yield* session.executeValuesUnprepared(
    `SELECT current_setting('server_version_num')::int, current_setting('server_version'),
      current_setting('server_encoding'), current_setting('standard_conforming_strings')`,
    []
  )
  const message = refusalOf(row)
  if (message !== undefined) return yield* new UnsuitableServer({ message })
})

const backendOf = (session: Session) =>
  Effect.map(session.executeValuesUnprepared("SELECT pg_backend_pid()", []), ([row]) => row?.[0])

/**
 * Whether each of two connections has a backend of its own from statement to statement. A pooler in transaction mode
 * gives the one that was free to whoever begins a transaction meanwhile, or the next in turn to everyone.
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

/** More than once, because others who use the pooler may come between. */
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
 * Fails on a server that would let the service start, or migrate, and fail later. `given` is one that somebody else
 * runs: only that one can be behind something.
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
