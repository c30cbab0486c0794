#!/usr/bin/env node
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Layer, Runtime } from "effect"
import { CliConfig, CliError, Command, GlobalFlag } from "effect/cli"
import { auditCommand } from "./adapters/cli/audit.ts"
import { ServerConsoleLayer, CommandConsoleLayer } from "./adapters/cli/checkedConsole.ts"
import { DashboardUrl } from "./adapters/cli/DashboardUrl.ts"
import { errorLine } from "./adapters/cli/errorLine.ts"
import { keysCommand } from "./adapters/cli/keys.ts"
import { json, print } from "./adapters/cli/output.ts"
import { PresenterLayer } from "./adapters/cli/PresenterLayer.ts"
import { purgeCommand } from "./adapters/cli/purge.ts"
import { tenantsCommand } from "./adapters/cli/tenants.ts"
import { requestIdOf } from "./adapters/http/requests/CurrentRequest.ts"
import { migrate } from "./adapters/postgres/database.ts"
import { LoggingLayer } from "./adapters/telemetry/LoggingLayer.ts"
import { configuration, engineServerConfiguration, loggingOrDefault } from "./config.ts"
import { ChosenDatabaseLayer, ChosenTelemetryLayer, StorageLayer, version } from "./wiring.ts"

// Each command reads the environment itself, so that a bad value there keeps nobody from reading the help. The code
// that serves is most of the program. Only the two commands that serve load it, so that the others answer at once.

const serveCommand = Command.make(
  "serve",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const config = yield* configuration
    const { serve } = yield* Effect.promise(() => import("./serve.ts"))
    return yield* Effect.provide(serve(config, json), [ChosenTelemetryLayer(config), ServerConsoleLayer])
  })
).pipe(Command.withDescription("Start the service, with a Postgres of its own unless DATABASE_URL is set"))

const engineCommand = Command.make(
  "engine",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const config = yield* engineServerConfiguration
    const { serveEngine } = yield* Effect.promise(() => import("./serveEngine.ts"))
    return yield* Effect.provide(serveEngine(config, json), [
      ChosenTelemetryLayer(config),
      ServerConsoleLayer
    ])
  })
).pipe(Command.withDescription("Serve the built-in engine over the engine protocol, on HOST and PORT"))

const migrateCommand = Command.make(
  "migrate",
  { json },
  Effect.fn(function* ({ json }) {
    const { database } = yield* configuration
    const applied = yield* migrate.pipe(
      Effect.provide(ChosenDatabaseLayer(database, { besideService: true })),
      Effect.scoped
    )
    yield* print(json, { applied })
  })
).pipe(Command.withDescription("Apply missing migrations to the database"))

/** What the commands that administer the service need. They may run beside a running service. */
const AdministrationLayer = (database: { readonly mayBeNew: boolean }) =>
  Layer.unwrap(
    Effect.map(configuration, (config) =>
      Layer.merge(
        StorageLayer(config, { besideService: true, ...database }),
        Layer.succeed(DashboardUrl, config.address.urls.dashboard)
      )
    )
  )

/**
 * Refuses to create a database. Otherwise a mistyped DATA_DIR would get a new, empty database and another master key.
 */
const ExistingLayer = AdministrationLayer({ mayBeNew: false })

const command = Command.make("prescreen").pipe(
  Command.withDescription(
    "Screens text prompts before an image, a video or a chat answer is generated from them"
  ),
  Command.withSubcommands([
    serveCommand,
    engineCommand,
    migrateCommand,
    tenantsCommand({ first: AdministrationLayer({ mayBeNew: true }), existing: ExistingLayer }),
    keysCommand.pipe(Command.provide(ExistingLayer)),
    purgeCommand.pipe(Command.provide(ExistingLayer)),
    auditCommand.pipe(Command.provide(ExistingLayer))
  ])
)

/**
 * What is logged is set by `LOG_LEVEL` alone. A wizard asks its questions on a terminal: without one it would do nothing
 * and call that a success.
 */
const FlagsLayer = CliConfig.layer({
  builtIns: GlobalFlag.BuiltIns.filter(
    (flag) =>
      flag !== GlobalFlag.LogLevel &&
      (flag !== GlobalFlag.Wizard || (process.stdin.isTTY && process.stdout.isTTY))
  )
})

const main = Effect.gen(function* () {
  yield* Command.run(command, { version }).pipe(
    Effect.provide([
      LoggingLayer({ ...(yield* loggingOrDefault), requestIdOf }),
      PresenterLayer,
      CommandConsoleLayer,
      FlagsLayer,
      NodeServices.layer
    ])
  )
})

// Sent when the terminal is closed. Node would end at once, and leave the embedded Postgres running.
process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"))

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
    teardown: (exit, onExit) => {
      // Being told to stop is not a failure.
      if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) onExit(0)
      // An incomplete command, for which the framework would exit with 0.
      else if (Exit.isFailure(exit) && CliError.isCliError(Cause.squash(exit.cause))) onExit(1)
      else Runtime.defaultTeardown(exit, onExit)
    }
  }
)

/** Only the system can tell that an address cannot be used, and its message names no variable: this names it. */
function settingOf(message: string): string {
  if (/^listen E(ADDRINUSE|ACCES)\b/.test(message)) return "PORT must be one that can be listened on: "
  return /^(listen|getaddrinfo) E/.test(message) ? "HOST must be an address of this machine: " : ""
}

function messageOf(cause: Cause.Cause<unknown>): string {
  const message = errorLine(cause)
  return `${settingOf(message)}${message}`
}
