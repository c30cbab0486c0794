import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect, Result } from "effect"
import { inspect } from "node:util"
import { engineHttp, masterKey, masterKeyBytes, serviceVariables } from "./configVariables.ts"
import { paymentVariables } from "./paymentVariables.ts"
import { requestLimitVariables } from "./requestLimitVariables.ts"
import { telemetryVariables } from "./telemetryVariables.ts"
import { webhookVariables } from "./webhookVariables.ts"

const variables = {
  ...serviceVariables,
  ...requestLimitVariables,
  ...paymentVariables,
  ...telemetryVariables,
  ...webhookVariables
}

const database = { DATABASE_URL: "postgres://u:p@db.example.com/p", MASTER_KEY: masterKey }

/** What the process would make of this environment at its start. */
const readEnvironment = async (environment: Readonly<Record<string, string>>) => {
  for (const name of Object.keys(variables)) vi.stubEnv(name, environment[name])
  vi.resetModules()
  const { configuration } = await import("../src/config.ts")
  return Effect.runPromise(Effect.result(configuration))
}

const settingsOf = async (environment: Readonly<Record<string, string>>) =>
  Result.getOrThrow(await readEnvironment(environment))

const refusalOf = async (environment: Readonly<Record<string, string>>) =>
  Result.match(await readEnvironment(environment), {
    onSuccess: () => "accepted",
    onFailure: ({ message }) => message
  })

afterEach(() => {
  vi.unstubAllEnvs()
})

const all = Object.entries(variables)

describe.each(all.filter(([name, { beside = {} }]) => name in beside))("%s", (name, { beside }) => {
  it("must be set, which an empty value is not", async () => {
    const { [name]: _, ...others } = beside ?? {}
    for (const environment of [others, { ...others, [name]: "" }]) {
      assert.match(await refusalOf(environment), new RegExp(`^${name} must be set [^\n]+$`))
    }
  })
})

describe.each(all.filter(([name, { beside = {} }]) => !(name in beside)))(
  "%s",
  (name, { beside = {}, unset, value }) => {
    it("has a default, which an empty value means too", async () => {
      assert.deepStrictEqual(value(await settingsOf(beside)), unset)
      assert.deepStrictEqual(value(await settingsOf({ ...beside, [name]: "" })), unset)
    })
  }
)

describe.each(all)("%s", (name, { bad, beside = {}, good, value }) => {
  it("is read", async () => {
    for (const [text, expected] of good) {
      assert.deepStrictEqual(value(await settingsOf({ ...beside, [name]: text })), expected, text)
    }
  })

  if (bad.length === 0) return
  it("stops the start with one line that names it when it is wrong", async () => {
    for (const text of bad) {
      const message = await refusalOf({ ...beside, [name]: text })
      assert.match(message, new RegExp(`^${name} must be [^\n]+$`), text)
      if (text.length > 8) assert.notInclude(message, text)
    }
  })
})

describe("the environment as a whole", () => {
  it("needs an engine's address when the engine is not the built-in one", async () => {
    for (const ENGINE of ["http", "llm", "cascade"]) {
      assert.match(await refusalOf({ ENGINE }), /^ENGINE_URL must be set [^\n]+$/)
    }
  })

  it("needs a model's name when the engine is a language model, alone or in a cascade", async () => {
    for (const ENGINE of ["llm", "cascade"]) {
      assert.match(await refusalOf({ ...engineHttp, ENGINE }), /^ENGINE_MODEL must be set [^\n]+$/)
    }
  })

  it("needs the cascade's lower line below its upper one", async () => {
    const lines = { ENGINE_CASCADE_LOW: "0.95" }
    assert.strictEqual(
      await refusalOf(lines),
      "ENGINE_CASCADE_HIGH must be above ENGINE_CASCADE_LOW, which is 0.95"
    )
  })

  it("needs a master key beside a database of one's own", async () => {
    const { DATABASE_URL } = database
    assert.match(await refusalOf({ DATABASE_URL }), /^MASTER_KEY must be set [^\n]+$/)
    assert.isDefined((await settingsOf(database)).database.url)
  })

  it("refuses what no header can carry, and an address that callers could not be shown", async () => {
    for (const ENGINE_TOKEN of ["token\n", "t\u00f6ken", "two tokens"]) {
      assert.match(
        await refusalOf({ ...engineHttp, ENGINE_TOKEN }),
        /^ENGINE_TOKEN must be printable [^\n]+$/
      )
    }
    const OTEL_EXPORTER_OTLP_HEADERS = "a=b\nc"
    assert.match(
      await refusalOf({ OTEL_EXPORTER_OTLP_HEADERS }),
      /^OTEL_EXPORTER_OTLP_HEADERS must be [^\n]+$/
    )
    for (const DASHBOARD_URL of [
      "https://u:p@example.com",
      "https://example.com/?a=b",
      "https://example.com/#c"
    ]) {
      assert.match(
        await refusalOf({ DASHBOARD_URL }),
        /^DASHBOARD_URL must be [^\n]*without credentials[^\n]*$/
      )
    }
  })

  it("needs all that Stripe needs once it has Stripe's key", async () => {
    const STRIPE_SECRET_KEY = "sk_canary"
    assert.match(await refusalOf({ STRIPE_SECRET_KEY }), /^STRIPE_WEBHOOK_SECRET must be set [^\n]+$/)
    assert.match(
      await refusalOf({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: "whsec_1" }),
      /^STRIPE_PRICES must be set [^\n]+$/
    )
  })

  it("shows no secret when it is printed", async () => {
    const config = await settingsOf({
      ...database,
      ...engineHttp,
      ENGINE_TOKEN: "token-1",
      RATE_LIMIT_STORE: "redis://:password-1@cache.example.com"
    })
    const printed = inspect(config, { depth: 10 }) + JSON.stringify(config)
    for (const secret of ["token-1", "password-1", "u:p@", masterKey, masterKeyBytes.toString("hex")])
      assert.notInclude(printed, secret)
  })
})
