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
import keptWebhookEvents from "./migrations/0017_kept_webhook_events.ts"
import deferredDeliveries from "./migrations/0018_deferred_deliveries.ts"
import customersOfEvents from "./migrations/0019_customers_of_events.ts"
import { createPartitions } from "./screening/partitions.ts"
import { assertSuitable } from "./suitableServer.ts"

export interface DatabaseOptions {
  readonly url: Redacted.Redacted
  /** The most connections that this process opens. */
  readonly connections: number
  /** The environment variable that the URL was given by, if any. */
  readonly setting?: string | undefined
}

const DatabaseSetting = Context.Reference<string | undefined>("prescreen/adapters/postgres/DatabaseSetting", {
  defaultValue: () => undefined
})

/** The pool. It shows columns in snake_case as fields in camelCase. */
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

/** Neither 4 nor 10 was ever released, and neither may be used now: a database with a later one would skip it. */
const knownMigrations = Migrator.fromRecord({
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
  "0016_events_of_subscriptions": eventsOfSubscriptions,
  "0017_kept_webhook_events": keptWebhookEvents,
  "0018_deferred_deliveries": deferredDeliveries,
  "0019_customers_of_events": customersOfEvents
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
 * The known migrations and those that the database has had. Fails if the database has had an unknown one: its schema
 * then belongs to a newer version, and this one would misread it.
 */
const compare = Effect.gen(function* () {
  const migrations = yield* knownMigrations
  const recorded = yield* readRecorded
  const unknown = recorded.filter(({ id }) => migrations.every(([knownId]) => knownId !== id))
  if (unknown.length === 0) return { migrations, recorded }
  return yield* new Migrator.MigrationError({
    kind: "BadState",
    message: `a newer version of Prescreen has changed it (${unknown.map(nameOf).join(", ")}): start that version, or a later one`
  })
})

/** Runs under the migrator's lock, so that no other process applies a migration meanwhile. */
const loader = Effect.map(compare, ({ migrations }) => migrations)

/**
 * Whether the database has had all migrations. It is asked first because the migrator waits for the end of a running
 * backup, which reads every table.
 */
const isUpToDate = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const [table] = yield* sql<{ readonly exists: boolean }>`
    SELECT to_regclass('migrations') IS NOT NULL AS exists`
  if (table?.exists !== true) return false
  const { migrations, recorded } = yield* compare
  return migrations.every(([knownId]) => recorded.some(({ id }) => id === knownId))
})

/** The database cannot be reached, does not admit us, is unsuitable, or refuses a migration. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  reason: Schema.String,
  setting: Schema.UndefinedOr(Schema.String)
}) {
  override get message() {
    const database = this.setting === undefined ? "the database" : `the database of ${this.setting}`
    return `${database} cannot be used: ${this.reason}`
  }
}

/** The messages of an error and of its causes, outermost first. */
const messagesOf = (error: unknown): ReadonlyArray<string> =>
  error instanceof Error
    ? [error.message, ...messagesOf(SqlError.isSqlError(error) ? error.reason.cause : error.cause)]
    : []

/** What the operator is told in place of messages in which the driver speaks of its own settings. */
const inPlainWords: Readonly<Record<string, string>> = {
  "No username configured": "its address names no user, as in postgres://user@host/name"
}

/** The migrator drops the leading zeros of a migration's number. */
const nameOfFile = (_: string, id: string) => `Migration "${id.padStart(4, "0")}`

/** The reason in words for the operator, without the driver's name and without the mere fact that something failed. */
const reasonOf = (error: unknown): string => {
  const messages = messagesOf(error)
    .map((message) => message.replace(/^PgConnection: /, "").replace(/^Migration "(\d+)/, nameOfFile))
    .filter((message) => message !== "Failed to connect")
  return [...new Set(messages.map((message) => inPlainWords[message] ?? message))].join(": ")
}

/** A running backup keeps the default partition locked. The job makes the partitions later, and nothing is lost. */
const createPartitionsUnlessBusy = () =>
  Effect.catchIf(
    createPartitions(),
    (error) => error.reason._tag === "LockTimeoutError",
    () => Effect.logWarning("The coming months' partitions could not be made while a table is in use")
  )

const checkServer = Effect.gen(function* () {
  yield* assertSuitable(yield* PgClient.PgClient, (yield* DatabaseSetting) !== undefined)
})

/** Tells the operator every few seconds that the start has not got stuck elsewhere. */
const announceMigrating = Effect.logWarning(
  "The database is still being migrated, or the migrations wait for a running backup, transaction or other process"
).pipe(Effect.delay("5 seconds"), Effect.forever)

/** If two processes start at once, one does the work and the other waits. */
const applyMissing = Migrator.make({})({ loader, table: "migrations" }).pipe(
  Effect.retry({ times: 5, while: (error) => error._tag === "MigrationError" && error.kind === "Locked" }),
  Effect.raceFirst(announceMigrating)
)

/** Applies the missing migrations and returns their names. */
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

/** Migrates the database. Fails to build if that fails. */
export const MigrationsLayer = Layer.effectDiscard(migrate)
