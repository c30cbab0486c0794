import { Duration, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { DatabaseLayer, MigrationsLayer } from "./adapters/postgres/database.ts"
import {
  assertInitialised,
  findEmbeddedPostgres,
  startEmbeddedPostgres
} from "./adapters/postgres/embedded/EmbeddedPostgres.ts"
import { MasterKeyLayer } from "./adapters/postgres/encryption/encryption.ts"
import { MasterKeyFileLayer } from "./adapters/postgres/encryption/MasterKeyFileLayer.ts"
import { MaintenanceLayer } from "./adapters/postgres/MaintenanceLayer.ts"
import { PostgresLayer } from "./adapters/postgres/PostgresLayer.ts"
import { SecureRandomPooled } from "./adapters/random/SecureRandomPooled.ts"
import { TelemetryLayer } from "./adapters/telemetry/TelemetryLayer.ts"
import type { Configuration } from "./config.ts"

type Database = Configuration["database"]

/** How a process uses the database. */
interface Access {
  /**
   * Whether the process runs beside a service. It then uses the service's embedded server and leaves the jobs to the
   * service.
   */
  readonly besideService: boolean
  /** Whether the embedded database may be created; true by default. */
  readonly mayBeNew?: boolean
}

/** The URL of the embedded server: that of a service beside this process, else of a server that this process starts. */
const embeddedUrl = Effect.fnUntraced(function* (database: Database, besideService: boolean) {
  const { dataDirectory, totalConnections } = database
  const running = besideService ? yield* findEmbeddedPostgres(dataDirectory) : Option.none<string>()
  if (Option.isSome(running)) return running.value
  const owner = besideService ? "command" : "service"
  return (yield* startEmbeddedPostgres({ dataDirectory, connections: totalConnections, owner })).url
})

/** How often, and for how long, to try again while another process uses the data directory. */
const untilFree = Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))

const connectionUrl = Effect.fnUntraced(function* (
  database: Database,
  { besideService, mayBeNew = true }: Access
) {
  if (database.url !== undefined) return database.url
  if (!mayBeNew) yield* assertInitialised(database.dataDirectory)
  const embedded = yield* embeddedUrl(database, besideService).pipe(
    // A command that uses the directory ends soon, and a service that is starting soon has its server running.
    Effect.retry({
      while: (failure) =>
        failure._tag === "DataDirectoryInUse" && (besideService || failure.owner === "command"),
      schedule: untilFree
    })
  )
  return Redacted.make(embedded)
})

/** The database that the settings choose: that of `DATABASE_URL`, or else the embedded one. */
export const ChosenDatabaseLayer = (database: Database, access: Access) =>
  Layer.unwrap(
    Effect.map(connectionUrl(database, access), (url) =>
      DatabaseLayer({
        url,
        connections: database.connections,
        setting: database.url === undefined ? undefined : "DATABASE_URL"
      })
    )
  )

/** How long after its timeout an attempt may still be recorded before another process takes the delivery over. */
const leaseMargin = Duration.seconds(10)

/** The ports that Postgres implements. The database is migrated first. */
export const StorageLayer = (
  { database, keyCacheTtl, policyCacheTtl, webhooks }: Configuration,
  access: Access
) => {
  const { dataDirectory, masterKey } = database
  const MasterLayer =
    masterKey === undefined ? MasterKeyFileLayer(dataDirectory) : MasterKeyLayer(masterKey, "MASTER_KEY")
  const queue = {
    delays: webhooks.retryDelays,
    lease: Duration.sum(webhooks.timeout, leaseMargin)
  }
  const Ports = PostgresLayer({ keys: keyCacheTtl, policies: policyCacheTtl, queue })
  return (access.besideService ? Ports : Layer.provideMerge(MaintenanceLayer, Ports)).pipe(
    // The key's file lies in the directory that the database creates, and the database's tables tell whether a new key
    // may be made.
    Layer.provide(MasterLayer),
    Layer.provide(MigrationsLayer),
    Layer.provide(ChosenDatabaseLayer(database, access)),
    Layer.provide(SecureRandomPooled)
  )
}

export const version = "0.2.0"

export const ChosenTelemetryLayer = ({ telemetry }: Pick<Configuration, "telemetry">) =>
  TelemetryLayer({ ...telemetry, serviceVersion: version })
