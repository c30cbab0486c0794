import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema, String } from "effect"
import type { Redacted } from "effect"
import { Migrator, SqlError } from "effect/sql"
import { observeGauge } from "../../domain/shared/observeGauge.ts"
import { ClientLayer } from "./ClientLayer.ts"
import initialSchema from "./migrations/0001_initial_schema.ts"
import auditLog from "./migrations/0002_audit_log.ts"
import decisionLists from "./migrations/0003_decision_lists.ts"
import reviewQueue from "./migrations/0005_review_queue.ts"
import webhookDelivery from "./migrations/0006_webhook_delivery.ts"
import keysPlansAudit from "./migrations/0007_keys_plans_audit.ts"
import endUsers from "./migrations/0008_end_users.ts"
import usageSlots from "./migrations/0009_usage_slots.ts"
import queueLevels from "./migrations/0011_queue_levels.ts"
import eventPlaces from "./migrations/0012_event_places.ts"
import rulePausesAudited from "./migrations/0013_rule_pauses_audited.ts"
import formerAllowances from "./migrations/0014_former_allowances.ts"
import keptWebhookSecrets from "./migrations/0015_kept_webhook_secrets.ts"
import eventsOfSubscriptions from "./migrations/0016_events_of_subscriptions.ts"
import { createPartitions } from "./screening/partitions.ts"
import { assertSuitable } from "./suitableServer.ts"

export interface DatabaseOptions {
  readonly url: Redacted.Redacted
  /** Connections per process. */
  readonly connections: number
  /** The setting that the url was given by, if it was. */
  readonly setting?: string | undefined
}

const DatabaseSetting = Context.Reference<string | undefined>("prescreen/adapters/postgres/DatabaseSetting", {
  defaultValue: () => undefined
})

/** The pool, with snake_case columns seen as camelCase fields. */
export const DatabaseLayer = ({ connections, setting, url }: DatabaseOptions) =>
  Layer.mergeAll(
    Layer.succeed(DatabaseSetting, setting),
    ClientLayer({
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

/** Neither 4 nor 10 was ever released, and neither may be now: a database that has a later one would pass it over. */
const known = Migrator.fromRecord({
  "0001_initial_schema": initialSchema,
  "0002_audit_log": auditLog,
  "0003_decision_lists": decisionLists,
  "0005_review_queue": reviewQueue,
  "0006_webhook_delivery": webhookDelivery,
  "0007_keys_plans_audit": keysPlansAudit,
  "0008_end_users": endUsers,
  "0009_usage_slots": usageSlots,
  "0011_queue_levels": queueLevels,
  "0012_event_places": eventPlaces,
  "0013_rule_pauses_audited": rulePausesAudited,
  "0014_former_allowances": formerAllowances,
  "0015_kept_webhook_secrets": keptWebhookSecrets,
  "0016_events_of_subscriptions": eventsOfSubscriptions
})

interface RecordedMigration {
  readonly id: number
  readonly name: string
}

const nameOf = ({ id, name }: RecordedMigration) => `${id.toString().padStart(4, "0")}_${name}`

const readRecorded = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  return yield* sql<RecordedMigration>`
    SELECT migration_id AS id, name FROM migrations ORDER BY migration_id`.pipe(
    Effect.mapError(
      (cause) => new Migrator.MigrationError({ kind: "Failed", message: "cannot read migrations", cause })
    )
  )
})

/**
 * The known migrations and those that the database has had, unless it has had another: then its schema is that of a
 * newer version, which this one would misread.
 */
const compare = Effect.gen(function* () {
  const migrations = yield* known
  const recorded = yield* readRecorded
  const unknown = recorded.filter(({ id }) => migrations.every(([knownId]) => knownId !== id))
  if (unknown.length === 0) return { migrations, recorded }
  return yield* new Migrator.MigrationError({
    kind: "BadState",
    message: `a newer version of Prescreen has changed it (${unknown.map(nameOf).join(", ")}): start that version, or a later one`
  })
})

/** Runs under the migrator's lock, so that no other process adds one meanwhile. */
const loader = Effect.map(compare, ({ migrations }) => migrations)

/** Whether the database has had all. The migrator would wait here for the end of a backup, which reads every table. */
const isUpToDate = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const [table] = yield* sql<{ readonly exists: boolean }>`
    SELECT to_regclass('migrations') IS NOT NULL AS exists`
  if (table?.exists !== true) return false
  const { migrations, recorded } = yield* compare
  return migrations.every(([knownId]) => recorded.some(({ id }) => id === knownId))
})

/** The database cannot be reached, does not let us in, or refuses a migration. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  reason: Schema.String,
  setting: Schema.UndefinedOr(Schema.String)
}) {
  override get message() {
    const database = this.setting === undefined ? "the database" : `the database of ${this.setting}`
    return `${database} cannot be used: ${this.reason}`
  }
}

/** The messages of an error and of what caused it, the outermost first. */
const messagesOf = (error: unknown): ReadonlyArray<string> =>
  error instanceof Error
    ? [error.message, ...messagesOf(SqlError.isSqlError(error) ? error.reason.cause : error.cause)]
    : []

/** The driver's words for what it has no setting for of its own. */
const inPlainWords: Readonly<Record<string, string>> = {
  "No username configured": "its address names no user, as in postgres://user@host/name"
}

/** The migrator drops the zeros that the names begin with. */
const nameOfFile = (_: string, id: string) => `Migration "${id.padStart(4, "0")}`

/** In words for who runs the service, to whom the driver's name and that it failed say nothing. */
const reasonOf = (error: unknown): string => {
  const messages = messagesOf(error)
    .map((message) => message.replace(/^PgConnection: /, "").replace(/^Migration "(\d+)/, nameOfFile))
    .filter((message) => message !== "Failed to connect")
  return [...new Set(messages.map((message) => inPlainWords[message] ?? message))].join(": ")
}

/** A backup that runs keeps the default partition locked. The job makes the partitions later, and nothing is lost. */
const createPartitionsUnlessBusy = () =>
  Effect.catchIf(
    createPartitions(),
    (error) => error.reason._tag === "LockTimeoutError",
    () => Effect.logWarning("The coming months' partitions could not be made while a table is in use")
  )

const checkServer = Effect.gen(function* () {
  yield* assertSuitable(yield* PgClient.PgClient, (yield* DatabaseSetting) !== undefined)
})

/** Of two processes at once, one does the work and one waits. */
const applyMissing = Migrator.make({})({ loader, table: "migrations" }).pipe(
  Effect.retry({ times: 5, while: (error) => error._tag === "MigrationError" && error.kind === "Locked" })
)

/** Applies what is missing and returns its names. */
export const migrate = Effect.andThen(checkServer, isUpToDate).pipe(
  Effect.flatMap((upToDate) => (upToDate ? Effect.succeed([]) : applyMissing)),
  Effect.tap(createPartitionsUnlessBusy),
  Effect.catch((error) =>
    Effect.flatMap(DatabaseSetting, (setting) =>
      Effect.fail(new DatabaseUnusable({ reason: reasonOf(error), setting }))
    )
  ),
  Effect.map((applied) => applied.map(([id, name]) => nameOf({ id, name })))
)

/** Fails to build unless the database is migrated. */
export const MigrationsLayer = Layer.effectDiscard(migrate)
