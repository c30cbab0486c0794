#!/usr/bin/env node
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Layer } from "effect"
import { CliError, Command } from "effect/cli"
import { createServer } from "node:http"
import { auditCommand } from "./adapters/cli/audit.ts"
import { keysCommand } from "./adapters/cli/keys.ts"
import { purgeCommand } from "./adapters/cli/purge.ts"
import { json, PresenterLayer, print } from "./adapters/cli/output.ts"
import { tenantsCommand } from "./adapters/cli/tenants.ts"
import { ScreeningEngineBuiltin } from "./adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { EngineServerLayer } from "./adapters/engine/server/EngineServer.ts"
import { migrate } from "./adapters/postgres/database.ts"
import { HttpServerLayer } from "./adapters/http/server.ts"
import { DatabaseLayer, migrate, MigrationsLayer } from "./adapters/postgres/database.ts"
import { findEmbeddedPostgres, startEmbeddedPostgres } from "./adapters/postgres/embedded/EmbeddedPostgres.ts"
import { MasterKeyLayer } from "./adapters/postgres/encryption.ts"
import { PostgresLayer } from "./adapters/postgres/layers.ts"
import { masterKeyFile } from "./adapters/postgres/masterKeyFile.ts"
import { claimPort } from "./adapters/processes/claimPort.ts"
import { isServingProcess, joinSupervisor, sharesPort } from "./adapters/processes/ServingProcess.ts"
import { superviseProcesses } from "./adapters/processes/Supervisor.ts"
import { SecureRandomPooled } from "./adapters/random/SecureRandomPooled.ts"
import { RateLimiterMemory } from "./adapters/ratelimit/RateLimiterMemory.ts"
import { LoggingLayer } from "./adapters/telemetry/logging.ts"
import { configuration } from "./config.ts"
import type { Configuration } from "./config.ts"
import { serve } from "./serve.ts"
import { ClientLayer, StorageLayer, TelemetryFor, version } from "./wiring.ts"
import { IdempotencyLocksLayer } from "./domain/screening/IdempotencyLocks.ts"
import { showCounters } from "./domain/screening/metrics.ts"

type Database = Configuration["database"]

/** The given server, or the embedded one: of a service that runs beside this command, else one of its own. */
const databaseUrl = Effect.fnUntraced(function* (database: Database, beside: boolean) {
  const { dataDirectory, totalConnections, url } = database
  if (url !== undefined) return url
  const running = beside ? yield* findEmbeddedPostgres(dataDirectory) : Option.none<string>()
  const embedded = Option.isSome(running)
    ? running.value
    : (yield* startEmbeddedPostgres({ dataDirectory, connections: totalConnections })).url
  return Redacted.make(embedded)
})

const ClientLayer = (database: Database, beside: boolean) =>
  Layer.unwrap(
    Effect.map(databaseUrl(database, beside), (url) =>
      DatabaseLayer({ url, connections: database.connections })
    )
  )

/** The ports that Postgres keeps, on a database that is migrated first. */
const StorageLayer = ({ database, keyCacheTtl, policyCacheTtl }: Configuration, beside: boolean) => {
  const MasterLayer = Layer.unwrap(
    Effect.map(
      database.masterKey === undefined
        ? masterKeyFile(database.dataDirectory)
        : Effect.succeed(database.masterKey),
      MasterKeyLayer
    )
  )
  return PostgresLayer({ keys: keyCacheTtl, policies: policyCacheTtl }).pipe(
    Layer.provide(MigrationsLayer),
    // The key's file lies in the directory that the database makes.
    Layer.provide(MasterLayer),
    Layer.provide(ClientLayer(database, beside)),
    Layer.provide(SecureRandomPooled)
  )
}

const EngineLayer = ({ engine }: Configuration) =>
  engine.kind === "builtin"
    ? ScreeningEngineBuiltin
    : ScreeningEngineHttp(engine).pipe(Layer.provide(NodeHttpClient.layerUndici))

const version = "0.2.0"

const TelemetryFor = ({ telemetry }: Configuration) =>
  TelemetryLayer({ ...telemetry, serviceVersion: version })

/** The client of Redis, of several hundred files, is loaded only by those who use it. */
const RateLimiterLayer = ({ rateLimitStore }: Configuration) =>
  rateLimitStore === "memory"
    ? RateLimiterMemory()
    : Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./adapters/ratelimit/RateLimiterRedis.ts")),
          ({ RateLimiterRedis }) => RateLimiterRedis(rateLimitStore)
        )
      )

/** This process as one of several; alone it reports on itself. */
const alone = { ready: Effect.void, reports: Effect.map(renderMetrics, (text) => [{ process: 1, text }]) }

/** Answers requests in this process. */
const startServing = Effect.fnUntraced(function* (config: Configuration) {
  const { ready, reports } = isServingProcess ? yield* joinSupervisor(renderMetrics) : alone
  yield* showCounters
  const metrics = config.metrics ? Effect.map(reports, mergeReports) : undefined
  yield* Layer.build(
    HttpServerLayer({ ...config.address, metrics, reusePort: sharesPort }).pipe(
      Layer.provide([
        EngineLayer(config),
        RateLimiterLayer(config),
        ProcessMetricsLayer,
        IdempotencyLocksLayer,
        SecureRandomPooled
      ])
    )
  )
  yield* ready
})

/** Answers requests in processes of their own, which share the port and the database. */
const startProcesses = Effect.fnUntraced(function* ({ address, processes, rateLimitStore }: Configuration) {
  if (rateLimitStore === "memory") {
    yield* Effect.logWarning(
      `Each of the ${processes} processes counts rate limits by itself: set RATE_LIMIT_STORE=redis://… to share them`
    )
  }
  yield* claimPort(address.host, address.port)
  yield* superviseProcesses(processes)
})

const sayReady = Effect.fnUntraced(function* ({ address, database }: Configuration) {
  // Only now: a start that fails, on a port that is taken, must not use up the one time that keys are shown.
  const demo = database.url === undefined ? yield* createDemo() : Option.none()
  if (Option.isSome(demo)) yield* printDemo(demo.value, address.urls.service)
  yield* Console.log(`prescreen ready on ${address.own}`)
})

// Without a span of its own, which would be the parent of everything that ever happens.
const serve = Effect.fnUntraced(function* (config: Configuration) {
  const several = config.processes > 1 && !isServingProcess
  const Ready = Layer.effectDiscard(
    Effect.gen(function* () {
      yield* several ? startProcesses(config) : startServing(config)
      if (!isServingProcess) yield* sayReady(config)
    })
  )
  // The database belongs to the supervisor, which starts it before the others and stops it after them.
  return yield* Layer.launch(
    Ready.pipe(Layer.provide([StorageLayer(config, isServingProcess), SecureRandomPooled]))
  )
})

const serveCommand = (config: Configuration) =>
  Command.make("serve", {}, () => Effect.provide(serve(config), TelemetryFor(config))).pipe(
    Command.withDescription("Start the service, with a Postgres of its own unless DATABASE_URL is set")
  )

const engineCommand = (config: Configuration) =>
  Command.make("engine", {}, () =>
    Layer.launch(
      Layer.effectDiscard(Console.log(`prescreen engine ready on ${config.address.own}`)).pipe(
        Layer.provide(EngineServerLayer({ token: config.engine.token })),
        Layer.provide([
          ScreeningEngineBuiltin,
          NodeHttpServer.layer(createServer, { host: config.address.host, port: config.address.port })
        ])
      )
    ).pipe(Effect.provide(TelemetryFor(config)))
  ).pipe(Command.withDescription("Serve the built-in engine over the engine protocol, on HOST and PORT"))

const migrateCommand = ({ database }: Configuration) =>
  Command.make(
    "migrate",
    { json },
    Effect.fn(function* ({ json }) {
      const applied = yield* migrate.pipe(Effect.provide(ClientLayer(database, true)), Effect.scoped)
      yield* print(json, { applied })
    })
  ).pipe(Command.withDescription("Bring the database up to date"))

const command = (config: Configuration) =>
  Command.make("prescreen").pipe(
    Command.withDescription("Screens text prompts before an image or other generation happens"),
    Command.withSubcommands([
      serveCommand(config),
      engineCommand(config),
      migrateCommand(config),
      tenantsCommand(config.address.urls.dashboard).pipe(Command.provide(StorageLayer(config, true))),
      keysCommand.pipe(Command.provide(StorageLayer(config, true))),
      purgeCommand.pipe(Command.provide(StorageLayer(config, true))),
      auditCommand.pipe(Command.provide(StorageLayer(config, true)))
    ])
  )

const main = Effect.gen(function* () {
  const config = yield* configuration
  yield* Command.run(command(config), { version }).pipe(
    Effect.provide([LoggingLayer(config.logging), PresenterLayer, NodeServices.layer])
  )
})

NodeRuntime.runMain(
  main.pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) || CliError.isCliError(Cause.squash(cause))
        ? Effect.void
        : Console.error(`prescreen: ${messageOf(cause)}`)
    )
  ),
  {
    disableErrorReporting: true,
    // Being told to stop is no failure.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  }
)

function messageOf(cause: Cause.Cause<unknown>): string {
  let error = Cause.squash(cause)
  // An error without words of its own, such as a port that is taken, wraps one that has them.
  while (error instanceof Error && error.message === "" && error.cause !== undefined) error = error.cause
  const message = error instanceof Error ? error.message : String(error)
  return message.split("\n")[0] ?? ""
}
