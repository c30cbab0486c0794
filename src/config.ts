import { Config, ConfigProvider, Duration, Effect, Option, Redacted, Schema } from "effect"

/** An environment variable holds something that it must not. */
export class BadSetting extends Schema.TaggedError<BadSetting>()("BadSetting", {
  name: Schema.String,
  rule: Schema.String
}) {
  override get message() {
    return `${this.name} must be ${this.rule}`
  }
}

/** Reads one variable. An empty one counts as unset. `rule` says what would be right. */
const setting = <A, B>(
  name: string,
  rule: string,
  parse: (text: string) => Option.Option<A>,
  whenUnset: B
): Effect.Effect<A | B, BadSetting> =>
  Config.option(Config.String(name)).pipe(
    Effect.mapError(() => new BadSetting({ name, rule })),
    Effect.flatMap((text): Effect.Effect<A | B, BadSetting> => {
      if (Option.isNone(text) || text.value === "") return Effect.succeed(whenUnset)
      return Effect.fromOption(parse(text.value)).pipe(Effect.mapError(() => new BadSetting({ name, rule })))
    })
  )

const text = <B>(name: string, whenUnset: B) => setting(name, "text", Option.some, whenUnset)

const integer = (name: string, least: number, most: number, whenUnset: number) =>
  setting(
    name,
    `a whole number from ${least} to ${most}`,
    (text) => {
      const value = Number(text)
      return /^\d+$/.test(text) && value >= least && value <= most ? Option.some(value) : Option.none()
    },
    whenUnset
  )

const oneOf = <const Value extends string, B>(name: string, values: ReadonlyArray<Value>, whenUnset: B) =>
  setting(
    name,
    `one of ${values.join(", ")}`,
    (text) => Option.fromUndefinedOr(values.find((value) => value === text)),
    whenUnset
  )

const parseUrl = (protocols: ReadonlyArray<string>) => (text: string) => {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) ? Option.some(url) : Option.none()
}

const url = (name: string) =>
  setting(name, "an http:// or https:// address", parseUrl(["http:", "https:"]), undefined)

const parseDuration = (text: string) => {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text.trim()) ?? []
  if (amount === undefined) return Option.none()
  const milliseconds = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit ?? ""] ?? 0
  return Option.some(Duration.millis(Number(amount) * milliseconds))
}

const duration = (name: string, whenUnset: Duration.Duration) =>
  setting(name, "a duration such as 30s or 5m", parseDuration, whenUnset)

const list =
  <A>(parse: (item: string) => Option.Option<A>) =>
  (text: string): Option.Option<ReadonlyArray<A>> =>
    Option.all(text.split(",").map((item) => parse(item.trim())))

const hostAndPort = (text: string) => {
  const [, port] = /^(?:\[[0-9a-fA-F:.]+\]|[^\s:/@]+):(\d{1,5})$/.exec(text) ?? []
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535
    ? Option.some(text.toLowerCase())
    : Option.none()
}

const masterKeyLength = 32

const parseMasterKey = (text: string) => {
  const key = Buffer.from(text, "base64")
  return key.length === masterKeyLength && key.toString("base64") === text.trim()
    ? Option.some(Redacted.make<Uint8Array>(key))
    : Option.none()
}

const engine = Effect.gen(function* () {
  const kind = yield* oneOf("ENGINE", ["builtin", "http"], "builtin" as const)
  const address = yield* url("ENGINE_URL")
  const token = yield* text("ENGINE_TOKEN", undefined)
  const model = yield* text("ENGINE_MODEL", undefined)
  const timeout = Duration.millis(yield* integer("ENGINE_TIMEOUT_MS", 1, 600_000, 5_000))
  const bearer = Option.map(Option.fromUndefinedOr(token), (token) => Redacted.make(token))
  if (kind === "builtin") return { kind, token: bearer, model } as const
  if (address === undefined) {
    return yield* new BadSetting({ name: "ENGINE_URL", rule: "set when ENGINE is http" })
  }
  return { kind, url: address, token: bearer, timeout, model } as const
})

const processes = integer("PROCESSES", 1, 64, 1)

const database = Effect.gen(function* () {
  const connections = yield* integer("DATABASE_POOL", 2, 1_000, 10)
  const given = yield* setting(
    "DATABASE_URL",
    "a postgres:// address",
    parseUrl(["postgres:", "postgresql:"]),
    undefined
  )
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
    /** Of all processes and their supervisor. */
    totalConnections: connections * ((yield* processes) + 1),
    masterKey,
    dataDirectory: yield* text("DATA_DIR", ".data")
  }
})

const withoutSlash = ({ href }: URL) => href.replace(/\/+$/, "")

/** An address to visit: what listens on every address is visited on this machine's own. */
const visibleHost = (host: string) => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1"
  return host.includes(":") ? `[${host}]` : host
}

const address = Effect.gen(function* () {
  const host = yield* text("HOST", "127.0.0.1")
  const port = yield* integer("PORT", 1, 65_535, 8080)
  const own = `http://${visibleHost(host)}:${port}`
  const publicUrl = yield* url("PUBLIC_URL")
  const service = publicUrl === undefined ? own : withoutSlash(publicUrl)
  const dashboard = yield* url("DASHBOARD_URL")
  return {
    host,
    port,
    own,
    urls: { service, dashboard: dashboard === undefined ? service : withoutSlash(dashboard) }
  }
})

const webhooks = Effect.gen(function* () {
  return {
    retryDelays: yield* setting(
      "WEBHOOK_RETRY_DELAYS",
      "durations with commas between, such as 0s,1m,5m,30m",
      list(parseDuration),
      [Duration.zero, Duration.minutes(1), Duration.minutes(5), Duration.minutes(30)]
    ),
    timeout: yield* duration("WEBHOOK_TIMEOUT", Duration.seconds(10)),
    allowedHosts: yield* setting(
      "WEBHOOK_ALLOWED_HOSTS",
      "host:port pairs with commas between",
      list(hostAndPort),
      []
    )
  }
})

const logLevels = ["trace", "debug", "info", "warning", "error", "none"] as const

const logging = Effect.gen(function* () {
  return {
    level: yield* oneOf("LOG_LEVEL", logLevels, "info" as const),
    format: yield* oneOf(
      "LOG_FORMAT",
      ["pretty", "json"],
      process.stderr.isTTY ? ("pretty" as const) : ("json" as const)
    )
  }
})

const parseBoolean = (text: string) =>
  /^(true|false)$/i.test(text) ? Option.some(text.toLowerCase() === "true") : Option.none()

/** Whether a signal is sent, and where is for the SDK to find out: it reads the same variables. */
const signal = Effect.fnUntraced(function* (name: "TRACES" | "METRICS") {
  const disabled = yield* setting("OTEL_SDK_DISABLED", "true or false", parseBoolean, false)
  const exporter = yield* oneOf(`OTEL_${name}_EXPORTER`, ["otlp", "none"], "otlp" as const)
  const everywhere = yield* url("OTEL_EXPORTER_OTLP_ENDPOINT")
  const endpoint = yield* url(`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`)
  // A collector takes JSON where it takes protobuf, and JSON is what it gets. gRPC has a port of its own.
  const protocols = ["http/json", "http/protobuf"] as const
  yield* oneOf("OTEL_EXPORTER_OTLP_PROTOCOL", protocols, undefined)
  yield* oneOf(`OTEL_EXPORTER_OTLP_${name}_PROTOCOL`, protocols, undefined)
  return !disabled && exporter === "otlp" && (endpoint ?? everywhere) !== undefined
})

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const

const parseRatio = (text: string) => {
  const ratio = Number(text)
  return text.trim() !== "" && ratio >= 0 && ratio <= 1 ? Option.some(ratio) : Option.none()
}

const milliseconds = (name: string, whenUnset: number) =>
  Effect.map(integer(name, 1, 86_400_000, whenUnset), Duration.millis)

const telemetry = Effect.gen(function* () {
  const traces = {
    sampler: yield* oneOf("OTEL_TRACES_SAMPLER", samplers, "parentbased_always_on" as const),
    ratio: yield* setting("OTEL_TRACES_SAMPLER_ARG", "a number from 0 to 1", parseRatio, 1)
  }
  const preference = yield* oneOf(
    "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE",
    ["cumulative", "delta", "lowmemory"],
    "cumulative" as const
  )
  const metrics = {
    interval: yield* milliseconds("OTEL_METRIC_EXPORT_INTERVAL", 60_000),
    timeout: yield* milliseconds("OTEL_METRIC_EXPORT_TIMEOUT", 30_000),
    temporality: preference === "cumulative" ? preference : ("delta" as const)
  }
  return {
    traces: (yield* signal("TRACES")) ? traces : undefined,
    metrics: (yield* signal("METRICS")) ? metrics : undefined
  }
})

/** The number of a database, or nothing. */
const redisPath = /^\/?\d*$/

const parseRateLimitStore = (text: string): Option.Option<"memory" | Redacted.Redacted> => {
  if (text === "memory") return Option.some(text)
  return Option.map(
    Option.filter(
      parseUrl(["redis:", "rediss:"])(text),
      ({ hostname, pathname }) => hostname !== "" && redisPath.test(pathname)
    ),
    ({ href }) => Redacted.make(href)
  )
}

/** Everything that the environment says, checked. */
export const configuration = Effect.gen(function* () {
  return {
    address: yield* address,
    database: yield* database,
    engine: yield* engine,
    webhooks: yield* webhooks,
    processes: yield* processes,
    /** `memory`, or the address of the Redis that processes share. */
    rateLimitStore: yield* setting(
      "RATE_LIMIT_STORE",
      "memory, or a redis:// or rediss:// address",
      parseRateLimitStore,
      "memory" as const
    ),
    metrics: (yield* oneOf("METRICS", ["on", "off"], "on" as const)) === "on",
    policyCacheTtl: yield* duration("POLICY_CACHE_TTL", Duration.seconds(30)),
    keyCacheTtl: yield* duration("KEY_CACHE_TTL", Duration.seconds(30)),
    logging: yield* logging,
    telemetry: yield* telemetry
  }
}).pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv())))

export type Configuration = Effect.Success<typeof configuration>
