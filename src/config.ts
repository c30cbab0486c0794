import { ConfigProvider, Duration, Effect, Option, Redacted } from "effect"
import { parseMasterKey } from "./adapters/postgres/encryption/parseMasterKey.ts"
import { databaseUrl } from "./databaseUrl.ts"
import { paidPlans } from "./domain/billing/plans.ts"
import { engineSettings, engineToken } from "./engineSettings.ts"
import {
  BadSetting,
  duration,
  hasNoCredentials,
  hasNoQuery,
  integer,
  list,
  oneOf,
  parseDuration,
  parseUrl,
  setting,
  positiveDuration,
  text,
  urlThat
} from "./settings.ts"
import { telemetrySettings } from "./telemetrySettings.ts"

/** One host. A pattern such as `*.example.com` would match no request. */
const hostAndPort = (text: string) => {
  const [, port] = /^(?:\[[0-9a-fA-F:.]+\]|[^\s:/@*]+):(\d{1,5})$/.exec(text) ?? []
  return port !== undefined && Number(port) >= 1 && URL.canParse(`http://${text}`)
    ? Option.some(text.toLowerCase())
    : Option.none()
}

const processes = integer("PROCESSES", 1, 64, 1)

const database = Effect.gen(function* () {
  const connections = yield* integer("DATABASE_POOL", 2, 1_000, 10)
  const given = yield* databaseUrl
  const masterKey = yield* setting("MASTER_KEY", "32 bytes in base64", parseMasterKey, undefined)
  if (given !== undefined && masterKey === undefined) {
    return yield* new BadSetting({
      name: "MASTER_KEY",
      rule: "set when DATABASE_URL is set: 32 bytes in base64"
    })
  }
  return {
    url: given === undefined ? undefined : Redacted.make(given.href),
    connections,
    /** For all serving processes and their supervisor. */
    totalConnections: connections * ((yield* processes) + 1),
    masterKey,
    dataDirectory: yield* text("DATA_DIR", ".data")
  }
})

const withoutSlash = ({ href }: URL) => href.replace(/\/+$/, "")

/** The host part of this service's own URL. A wildcard address cannot be visited, so loopback takes its place. */
const visibleHost = (host: string) => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1"
  return host.includes(":") ? `[${host}]` : host
}

const listening = Effect.gen(function* () {
  const host = yield* text("HOST", "127.0.0.1")
  const port = yield* integer("PORT", 1, 65_535, 8080)
  return { host, port, own: `http://${visibleHost(host)}:${port}` }
})

const address = Effect.gen(function* () {
  const { host, own, port } = yield* listening
  const shownUrl = (name: string) =>
    urlThat(name, "without credentials, query or fragment", (url) => hasNoCredentials(url) && hasNoQuery(url))
  const publicUrl = yield* shownUrl("PUBLIC_URL")
  const service = publicUrl === undefined ? own : withoutSlash(publicUrl)
  const dashboard = yield* shownUrl("DASHBOARD_URL")
  return {
    host,
    port,
    own,
    urls: { service, dashboard: dashboard === undefined ? service : withoutSlash(dashboard) }
  }
})

/**
 * Whether a connection can be kept open for so long: clients are told in whole seconds, and Node's timers cannot run
 * for a month.
 */
const isKeptFor = Duration.between({ minimum: Duration.seconds(1), maximum: Duration.hours(24) })

/**
 * Limits on what the process accepts: how long a request may take to arrive, how long a connection may wait for the
 * next request, and how many requests may be in flight.
 */
const requestLimits = Effect.gen(function* () {
  return {
    requestTimeout: yield* positiveDuration("REQUEST_TIMEOUT", Duration.seconds(30)),
    keepAliveTimeout: yield* setting(
      "KEEP_ALIVE_TIMEOUT",
      "a duration from 1s to 24h, such as 65s",
      (text) => Option.filter(parseDuration(text), isKeptFor),
      Duration.seconds(65)
    ),
    mostInFlight: yield* integer("MAX_REQUESTS_IN_FLIGHT", 1, 100_000, 512)
  }
})

const webhooks = Effect.gen(function* () {
  return {
    retryDelays: yield* setting(
      "WEBHOOK_RETRY_DELAYS",
      "durations of a year at the most with commas between, such as 0s,1m,5m,30m",
      list(parseDuration),
      [Duration.zero, Duration.minutes(1), Duration.minutes(5), Duration.minutes(30)]
    ),
    timeout: yield* positiveDuration("WEBHOOK_TIMEOUT", Duration.seconds(10)),
    allowedHosts: yield* setting(
      "WEBHOOK_ALLOWED_HOSTS",
      "host:port pairs with commas between",
      list(hostAndPort),
      []
    )
  }
})

const parsePrice = (text: string) => {
  const [price = "", name = "", ...rest] = text.split(":")
  const plan = paidPlans.find((known) => known === name)
  return price !== "" && plan !== undefined && rest.length === 0
    ? Option.some([price, plan] as const)
    : Option.none()
}

const missing = (name: string) =>
  Effect.fail(new BadSetting({ name, rule: "set when STRIPE_SECRET_KEY is set" }))

const isHostAlone = (url: URL) => hasNoCredentials(url) && hasNoQuery(url) && url.pathname === "/"

/** Undefined, so that payments are off, unless Stripe's secret key is set. */
const payments = Effect.gen(function* () {
  const secretKey = yield* text("STRIPE_SECRET_KEY", undefined)
  const webhookSecret = yield* text("STRIPE_WEBHOOK_SECRET", undefined)
  const rule = "price:plan pairs with commas between, such as price_1:starter,price_2:growth"
  const prices = yield* setting("STRIPE_PRICES", rule, list(parsePrice), undefined)
  const meterEvent = yield* text("STRIPE_METER_EVENT", "prescreen_decisions")
  const api = yield* urlThat("STRIPE_API_URL", "of a host alone, without a path or credentials", isHostAlone)
  if (secretKey === undefined) return undefined
  if (webhookSecret === undefined) return yield* missing("STRIPE_WEBHOOK_SECRET")
  if (prices === undefined) return yield* missing("STRIPE_PRICES")
  return {
    secretKey: Redacted.make(secretKey),
    webhookSecret: Redacted.make(webhookSecret),
    plans: new Map(prices),
    meterEvent,
    api
  }
})

const logLevels = ["trace", "debug", "info", "warn", "warning", "error", "fatal", "none"] as const

const parseLogLevel = (text: string) =>
  Option.fromUndefinedOr(logLevels.find((level) => level === text.toLowerCase()))

const logging = Effect.gen(function* () {
  return {
    level: yield* setting("LOG_LEVEL", `one of ${logLevels.join(", ")}`, parseLogLevel, "info" as const),
    format: yield* oneOf(
      "LOG_FORMAT",
      ["pretty", "json"],
      process.stderr.isTTY ? ("pretty" as const) : ("json" as const)
    )
  }
})

/** Whether the Redis client can decode it. */
const isPercentEncoded = (text: string) => Option.isSome(Option.liftThrowable(decodeURIComponent)(text))

/** The number of a Redis database, or empty. */
const redisPath = /^\/?\d*$/

const parseRateLimitStore = (text: string): Option.Option<"memory" | Redacted.Redacted> => {
  if (text === "memory") return Option.some(text)
  return Option.map(
    Option.filter(
      parseUrl(["redis:", "rediss:"])(text),
      ({ hostname, password, pathname, username }) =>
        hostname !== "" && redisPath.test(pathname) && isPercentEncoded(username + password)
    ),
    ({ href }) => Redacted.make(href)
  )
}

const withEnvironment = Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv()))

/**
 * How to log before a command has read its settings, which it may refuse. If the log's own settings are bad, lines are
 * JSON at the level info.
 */
export const loggingOrDefault = logging.pipe(
  Effect.orElseSucceed(() => ({ level: "info" as const, format: "json" as const })),
  withEnvironment
)

/** The settings of the built-in engine as a server of its own. */
export const engineServerConfiguration = Effect.gen(function* () {
  yield* logging
  return { address: yield* listening, token: yield* engineToken, telemetry: yield* telemetrySettings }
}).pipe(withEnvironment)

export type EngineServerConfiguration = Effect.Success<typeof engineServerConfiguration>

/** All settings, read from the environment and checked. */
export const configuration = Effect.gen(function* () {
  return {
    address: yield* address,
    requestLimits: yield* requestLimits,
    database: yield* database,
    engine: yield* engineSettings,
    webhooks: yield* webhooks,
    payments: yield* payments,
    processes: yield* processes,
    /** `memory`, or the address of the Redis that the processes share. */
    rateLimitStore: yield* setting(
      "RATE_LIMIT_STORE",
      "memory, or a redis:// or rediss:// address: with special characters in the user and the password percent-encoded",
      parseRateLimitStore,
      "memory" as const
    ),
    metrics: (yield* oneOf("METRICS", ["on", "off"], "on" as const)) === "on",
    policyCacheTtl: yield* duration("POLICY_CACHE_TTL", Duration.seconds(30)),
    keyCacheTtl: yield* duration("KEY_CACHE_TTL", Duration.seconds(30)),
    logging: yield* logging,
    telemetry: yield* telemetrySettings
  }
}).pipe(withEnvironment)

export type Configuration = Effect.Success<typeof configuration>
