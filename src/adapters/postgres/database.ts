import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema, String } from "effect"
import type { Redacted } from "effect"
import { Migrator, SqlError } from "effect/sql"
import { observeGauge } from "../../domain/shared/observeGauge.ts"
import initialSchema from "./migrations/0001_initial_schema.ts"
import auditLog from "./migrations/0002_audit_log.ts"
import { createPartitions } from "./partitions.ts"

export interface DatabaseOptions {
  readonly url: Redacted.Redacted
  /** Connections per process. */
  readonly connections: number
}

/** The pool, with snake_case columns seen as camelCase fields. */
export const DatabaseLayer = ({ connections, url }: DatabaseOptions) =>
  Layer.merge(
    PgClient.layer({
      url,
      maxConnections: connections,
      applicationName: "prescreen",
      transformQueryNames: String.camelToSnake,
      transformResultNames: String.snakeToCamel,
      transformJson: false
    }),
    Layer.effectDiscard(
      observeGauge({
        name: "prescreen.database.connections",
        description: "Connections that the process may open at the most",
        read: () => connections
      })
    )
  )

const loader = Migrator.fromRecord({
  "0001_initial_schema": initialSchema,
  "0002_audit_log": auditLog
})

/** The database cannot be reached, does not let us in, or refuses a migration. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  reason: Schema.String
}) {
  override get message() {
    return `the database cannot be used: ${this.reason}`
  }
}

/** The messages of an error and of what caused it, the outermost first. */
const messagesOf = (error: unknown): ReadonlyArray<string> =>
  error instanceof Error
    ? [error.message, ...messagesOf(SqlError.isSqlError(error) ? error.reason.cause : error.cause)]
    : []

/** Applies what is missing and returns its names. Of two processes at once, one does the work and one waits. */
export const migrate = Migrator.make({})({ loader, table: "migrations" }).pipe(
  Effect.retry({ times: 5, while: (error) => error._tag === "MigrationError" && error.kind === "Locked" }),
  Effect.tap(createPartitions),
  Effect.mapError((error) => new DatabaseUnusable({ reason: [...new Set(messagesOf(error))].join(": ") })),
  Effect.map((applied) => applied.map(([id, name]) => `${id.toString().padStart(4, "0")}_${name}`))
)

/** A service that runs for months makes the partitions of the months to come as it goes. */
const createPartitionsDaily = createPartitions().pipe(
  Effect.catch(() =>
    Effect.logWarning("The coming months' partitions could not be made; trying again in a day")
  ),
  Effect.delay("1 day"),
  Effect.forever
)

/** Fails to build unless the database is migrated. */
export const MigrationsLayer = Layer.effectDiscard(
  Effect.andThen(migrate, Effect.forkScoped(createPartitionsDaily))
)
