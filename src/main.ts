#!/usr/bin/env node
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Duration, Effect, Exit, Layer, Option, Redacted } from "effect"
import { CliError, Command } from "effect/cli"
import { createServer } from "node:http"
import { auditCommand } from "./adapters/cli/audit.ts"
import { createDemo, printDemo } from "./adapters/cli/demo.ts"
import { keysCommand } from "./adapters/cli/keys.ts"
import { purgeCommand } from "./adapters/cli/purge.ts"
import { json, PresenterLayer, print } from "./adapters/cli/output.ts"
import { tenantsCommand } from "./adapters/cli/tenants.ts"
import { DeliveryWorkerLayer } from "./adapters/delivery/DeliveryWorker.ts"
import { HostResolverNode } from "./adapters/delivery/HostResolver.ts"
import { WebhookSenderHttp } from "./adapters/delivery/WebhookSenderHttp.ts"
import { ScreeningEngineBuiltin } from "./adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { ScreeningEngineCascade } from "./adapters/engine/cascade/ScreeningEngineCascade.ts"
import { ScreeningEngineComplement } from "./adapters/engine/cascade/ScreeningEngineComplement.ts"
import { ScreeningEngineHttp } from "./adapters/engine/http/ScreeningEngineHttp.ts"
import { profiles } from "./adapters/engine/llm/profiles.ts"
import { ScreeningEngineLlm } from "./adapters/engine/llm/ScreeningEngineLlm.ts"
import { EngineServerLayer } from "./adapters/engine/server/EngineServer.ts"
import { describeHost } from "./adapters/hostnames/describeHost.ts"
import { HttpServerLayer } from "./adapters/http/server.ts"
import { DatabaseLayer, migrate, MigrationsLayer } from "./adapters/postgres/database.ts"
import { findEmbeddedPostgres, startEmbeddedPostgres } from "./adapters/postgres/embedded/EmbeddedPostgres.ts"
import { StripePayments } from "./adapters/payment/StripePayments.ts"
import { MasterKeyLayer } from "./adapters/postgres/encryption.ts"
import { PostgresLayer } from "./adapters/postgres/layers.ts"
import { MaintenanceLayer } from "./adapters/postgres/MaintenanceLayer.ts"
import { masterKeyFile } from "./adapters/postgres/masterKeyFile.ts"
import { SecureRandomPooled } from "./adapters/random/SecureRandomPooled.ts"
import { RateLimiterMemory } from "./adapters/ratelimit/RateLimiterMemory.ts"
import { LoggingLayer } from "./adapters/telemetry/logging.ts"
import { TelemetryLayer } from "./adapters/telemetry/TelemetryLayer.ts"
import { configuration } from "./config.ts"
import type { Configuration } from "./config.ts"
import { checkIds } from "./domain/policy/CheckId.ts"
import { WebhookAddressRules } from "./domain/policy/webhookAddress.ts"
import { IdempotencyLocksLayer } from "./domain/screening/IdempotencyLocks.ts"
import { reportOverage } from "./domain/tenancy/reportOverage.ts"

type Database = Configuration["database"]

/** The given server, or the embedded one: of a service that runs beside this command, else one of its own. */
const databaseUrl = Effect.fnUntraced(function* ({ dataDirectory, url }: Database, beside: boolean) {
  if (url !== undefined) return url
  const running = beside ? yield* findEmbeddedPostgres(dataDirectory) : Option.none<string>()
  const embedded = Option.isSome(running)
    ? running.value
    : (yield* startEmbeddedPostgres({ dataDirectory })).url
  return Redacted.make(embedded)
})

const ClientLayer = (database: Database, beside: boolean) =>
  Layer.unwrap(
    Effect.map(databaseUrl(database, beside), (url) =>
      DatabaseLayer({ url, connections: database.connections })
    )
  )

/** How long after its time-out an attempt may still be recorded before another process takes it over. */
const leaseMargin = Duration.seconds(10)

/** The ports that Postgres keeps, on a database that is migrated first. */
const StorageLayer = (
  { database, keyCacheTtl, policyCacheTtl, webhooks }: Configuration,
  beside: boolean
) => {
  const MasterLayer = Layer.unwrap(
    Effect.map(
      database.masterKey === undefined
        ? masterKeyFile(database.dataDirectory)
        : Effect.succeed(database.masterKey),
      MasterKeyLayer
    )
  )
  const queue = {
    firstDelay: webhooks.retryDelays[0] ?? Duration.zero,
    lease: Duration.sum(webhooks.timeout, leaseMargin)
  }
  const Ports = PostgresLayer({ keys: keyCacheTtl, policies: policyCacheTtl, queue })
  // A command that works beside a service leaves the jobs to the service.
  return (beside ? Ports : Layer.provideMerge(MaintenanceLayer, Ports)).pipe(
    Layer.provide(MigrationsLayer),
    // The key's file lies in the directory that the database makes.
    Layer.provide(MasterLayer),
    Layer.provide(ClientLayer(database, beside)),
    Layer.provide(SecureRandomPooled)
  )
}

type LanguageModel = Extract<Configuration["engine"], { readonly kind: "llm" | "cascade" }>

/** A language model, and the built-in engine for the checks that its profile does not know. */
const LanguageModelLayer = (options: LanguageModel) => {
  const engine = ScreeningEngineLlm(options)
  const { checks } = profiles[options.profile]
  return checks.length === checkIds.length
    ? engine
    : ScreeningEngineComplement({ checks, engine, others: ScreeningEngineBuiltin })
}

const EngineLayer = ({ engine }: Configuration) => {
  switch (engine.kind) {
    case "builtin":
      return ScreeningEngineBuiltin
    case "http":
      return ScreeningEngineHttp(engine).pipe(Layer.provide(NodeHttpClient.layerUndici))
    case "llm":
      return LanguageModelLayer(engine).pipe(Layer.provide(NodeHttpClient.layerUndici))
    case "cascade":
      return ScreeningEngineCascade({
        band: engine.band,
        first: ScreeningEngineBuiltin,
        second: LanguageModelLayer(engine)
      }).pipe(Layer.provide(NodeHttpClient.layerUndici))
  }
}

const addressRules = ({ address: { own, urls }, webhooks: { allowedHosts } }: Configuration) => ({
  describeHost,
  serviceUrls: [urls.service, urls.dashboard, own],
  allowedHosts
})

const PaymentsLayer = ({ payments }: Configuration) =>
  payments === undefined ? Layer.empty : StripePayments(payments)

/** Any number of processes may do so: what one has reported the others leave. */
const reportOverageHourly = reportOverage().pipe(
  Effect.catch((error) =>
    Effect.logWarning("Overage could not be reported; trying again in an hour").pipe(
      Effect.annotateLogs({ reason: "reason" in error ? error.reason : error._tag })
    )
  ),
  Effect.andThen(Effect.sleep("1 hour")),
  Effect.forever
)

const version = "0.2.0"

const TelemetryFor = ({ telemetry }: Configuration) =>
  TelemetryLayer({ ...telemetry, serviceVersion: version })

/** Sends the webhooks that are due, this process's and any other's. */
const DeliveryLayer = ({ webhooks }: Configuration) =>
  DeliveryWorkerLayer({ delays: webhooks.retryDelays }).pipe(
    Layer.provide(
      WebhookSenderHttp({
        timeout: webhooks.timeout,
        allowedHosts: webhooks.allowedHosts,
        userAgent: `Prescreen/${version}`
      })
    ),
    Layer.provide(HostResolverNode())
  )

// Without a span of its own, which would be the parent of everything that ever happens.
const serve = Effect.fnUntraced(function* (config: Configuration) {
  const { address, database } = config
  const Storage = StorageLayer(config, false)
  const Ready = Layer.effectDiscard(
    Effect.gen(function* () {
      yield* Layer.build(HttpServerLayer(address))
      if (config.payments !== undefined) yield* Effect.forkScoped(reportOverageHourly)
      // Only now: a start that fails, on a port that is taken, must not use up the one time that keys are shown.
      const demo = database.url === undefined ? yield* createDemo() : Option.none()
      if (Option.isSome(demo)) yield* printDemo(demo.value, address.urls.service)
      yield* Console.log(`prescreen ready on ${address.own}`)
    })
  )
  return yield* Layer.launch(
    Layer.merge(Ready, DeliveryLayer(config)).pipe(
      Layer.provide([
        Storage,
        EngineLayer(config),
        PaymentsLayer(config),
        RateLimiterMemory(),
        Layer.succeed(WebhookAddressRules, addressRules(config)),
        IdempotencyLocksLayer,
        SecureRandomPooled
      ])
    )
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
