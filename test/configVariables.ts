import { Duration, Option, Redacted } from "effect"
import type { Configuration } from "../src/config.ts"

export const masterKeyBytes = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
export const masterKey = masterKeyBytes.toString("base64")

export interface Variable {
  /** What else has to be set for the variable to matter. */
  readonly beside?: Readonly<Record<string, string>>
  readonly value: (config: Configuration) => unknown
  /** Left out of one that must be set, which is among those `beside` it. */
  readonly unset?: unknown
  readonly good: ReadonlyArray<readonly [text: string, value: unknown]>
  readonly bad: ReadonlyArray<string>
}

const engineCascade = {
  ENGINE: "cascade",
  ENGINE_URL: "http://engine.example.com/",
  ENGINE_MODEL: "model-1"
}
export const engineHttp = { ENGINE: "http", ENGINE_URL: "http://engine.example.com/" }
export const badDurations = [
  "5",
  "5 s",
  "-1s",
  "1.5s",
  "5d",
  "s",
  "1e3s",
  "forever",
  "8761h",
  "9".repeat(400) + "h"
]
export const badUrls = [
  "engine",
  "ftp://a.example.com",
  "http://",
  "//a.example.com",
  "postgres://a/b",
  "http://a b"
]

const secretOf = (secret: Option.Option<Redacted.Redacted>) =>
  Option.getOrNull(Option.map(secret, Redacted.value))
const hrefOf = (url: unknown) => (url instanceof URL ? url.href : url)

/** Every variable of the service's own: what it makes of no text, of good ones and of bad ones. */
export const serviceVariables: Readonly<Record<string, Variable>> = {
  HOST: {
    value: ({ address }) => [address.host, address.own],
    unset: ["127.0.0.1", "http://127.0.0.1:8080"],
    good: [
      ["0.0.0.0", ["0.0.0.0", "http://127.0.0.1:8080"]],
      ["::", ["::", "http://127.0.0.1:8080"]],
      ["::1", ["::1", "http://[::1]:8080"]],
      ["db.internal", ["db.internal", "http://db.internal:8080"]]
    ],
    bad: []
  },
  PORT: {
    value: ({ address }) => address.port,
    unset: 8080,
    good: [
      ["1", 1],
      ["65535", 65_535]
    ],
    bad: ["0", "65536", "-1", "80.5", "0x50", "8e3", "eighty", "80 "]
  },
  PUBLIC_URL: {
    value: ({ address }) => address.urls,
    unset: { service: "http://127.0.0.1:8080", dashboard: "http://127.0.0.1:8080" },
    good: [
      ["https://a.example.com/", { service: "https://a.example.com", dashboard: "https://a.example.com" }],
      [
        "https://a.example.com/x//",
        { service: "https://a.example.com/x", dashboard: "https://a.example.com/x" }
      ]
    ],
    bad: [...badUrls, "https://u@a.example.com", "https://a.example.com/?", "https://a.example.com/#x"]
  },
  DASHBOARD_URL: {
    value: ({ address }) => address.urls.dashboard,
    unset: "http://127.0.0.1:8080",
    good: [["https://d.example.com/", "https://d.example.com"]],
    bad: badUrls
  },
  DATA_DIR: {
    value: ({ database }) => database.dataDirectory,
    unset: ".data",
    good: [["/var/lib/prescreen", "/var/lib/prescreen"]],
    bad: []
  },
  DATABASE_URL: {
    beside: { MASTER_KEY: masterKey },
    value: ({ database }) => database.url && Redacted.value(database.url),
    unset: undefined,
    good: [
      ["postgres://u:p@db.example.com:5433/p", "postgres://u:p@db.example.com:5433/p"],
      ["postgresql://db.example.com/p?sslmode=require", "postgresql://db.example.com/p?sslmode=require"],
      ["postgres://u@localhost/p?host=/run/pg&port=5433", "postgres://u@localhost/p?host=/run/pg&port=5433"]
    ],
    bad: [
      "mysql://db.example.com/p",
      "db.example.com",
      "postgres://u@/p?host=/run/pg",
      "postgres://u:p#w@db.example.com/p",
      ...["one,other/p", "one/p?host=one,other"].map((rest) => `postgres://u@${rest}`),
      ...[
        "sslrootcert=/ca.crt",
        "sslcert=/c",
        "sslkey=/k",
        "ssl=true",
        "target_session_attrs=read-write"
      ].map((parameter) => `postgres://u@db.example.com/p?sslmode=require&${parameter}`)
    ]
  },
  DATABASE_POOL: {
    value: ({ database }) => database.connections,
    unset: 10,
    good: [["2", 2]],
    bad: ["1", "0", "1001", "ten"]
  },
  MASTER_KEY: {
    value: ({ database }) =>
      database.masterKey && Buffer.from(Redacted.value(database.masterKey)).toString("hex"),
    unset: undefined,
    good: [[masterKey, masterKeyBytes.toString("hex")]],
    bad: [
      masterKey.slice(0, -4),
      masterKeyBytes.subarray(1).toString("base64"),
      Buffer.alloc(33).toString("base64"),
      `${masterKey}=`,
      masterKeyBytes.toString("hex"),
      "secret"
    ]
  },
  ENGINE: {
    beside: { ENGINE_URL: "http://engine.example.com/", ENGINE_MODEL: "model-1" },
    value: ({ engine }) => engine.kind,
    unset: "builtin",
    good: [
      ["builtin", "builtin"],
      ["http", "http"],
      ["llm", "llm"],
      ["cascade", "cascade"]
    ],
    bad: ["HTTP", "gpt", "built-in"]
  },
  ENGINE_URL: {
    beside: { ENGINE: "http", ENGINE_URL: "http://engine.example.com/" },
    value: ({ engine }) => engine.kind === "http" && hrefOf(engine.url),
    good: [["https://e.example.com/v1", "https://e.example.com/v1"]],
    bad: [...badUrls, "https://user:password@e.example.com", "https://token@e.example.com/v1"]
  },
  ENGINE_TOKEN: {
    beside: engineHttp,
    value: ({ engine }) => secretOf(engine.token),
    unset: null,
    good: [["token-1", "token-1"]],
    bad: []
  },
  ENGINE_MODEL: {
    value: ({ engine }) => engine.model,
    unset: undefined,
    good: [["model-1", "model-1"]],
    bad: []
  },
  ENGINE_PROFILE: {
    beside: engineCascade,
    value: ({ engine }) => engine.kind === "cascade" && engine.profile,
    unset: "questions",
    good: ["questions", "llama-guard", "shieldgemma", "granite-guardian"].map((name) => [name, name]),
    bad: ["Questions", "llamaguard"]
  },
  ENGINE_CASCADE_LOW: {
    beside: engineCascade,
    value: ({ engine }) => engine.kind === "cascade" && engine.band.low,
    unset: 0.05,
    good: [
      ["0", 0],
      ["0.4", 0.4]
    ],
    bad: ["-0.1", "1.1", "low", "5%"]
  },
  ENGINE_CASCADE_HIGH: {
    beside: engineCascade,
    value: ({ engine }) => engine.kind === "cascade" && engine.band.high,
    unset: 0.9,
    good: [["1", 1]],
    bad: ["-0.1", "1.1", "0.05", "0.01", "high"]
  },
  ENGINE_TIMEOUT_MS: {
    beside: engineHttp,
    value: ({ engine }) => engine.kind === "http" && Duration.toMillis(engine.timeout),
    unset: 5_000,
    good: [["250", 250]],
    bad: ["0", "600001", "5s", "-5"]
  },
  PROCESSES: {
    value: ({ processes }) => processes,
    unset: 1,
    good: [
      ["1", 1],
      ["64", 64]
    ],
    bad: ["0", "65", "auto", "1.5"]
  },
  METRICS: {
    value: ({ metrics }) => metrics,
    unset: true,
    good: [
      ["on", true],
      ["off", false]
    ],
    bad: ["true", "0"]
  },
  POLICY_CACHE_TTL: {
    value: ({ policyCacheTtl }) => Duration.toMillis(policyCacheTtl),
    unset: 30_000,
    good: [["0s", 0]],
    bad: badDurations
  },
  KEY_CACHE_TTL: {
    value: ({ keyCacheTtl }) => Duration.toMillis(keyCacheTtl),
    unset: 30_000,
    good: [["2m", 120_000]],
    bad: badDurations
  },
  LOG_LEVEL: {
    value: ({ logging }) => logging.level,
    unset: "info",
    good: "trace debug info warn warning error fatal none DEBUG"
      .split(" ")
      .map((level) => [level, level.toLowerCase()]),
    bad: ["loud", "verbose", "info "]
  },
  LOG_FORMAT: {
    value: ({ logging }) => logging.format,
    unset: process.stderr.isTTY ? "pretty" : "json",
    good: [
      ["pretty", "pretty"],
      ["json", "json"]
    ],
    bad: ["text", "JSON"]
  }
}
