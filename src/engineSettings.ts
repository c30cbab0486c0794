import { Duration, Effect, Option, Redacted } from "effect"
import {
  BadSetting,
  hasNoCredentials,
  integer,
  oneOf,
  parseRatio,
  setting,
  text,
  urlThat
} from "./settings.ts"

const cascadeBand = Effect.gen(function* () {
  const rule = "a number from 0 to 1"
  const low = yield* setting("ENGINE_CASCADE_LOW", rule, parseRatio, 0.05)
  const high = yield* setting("ENGINE_CASCADE_HIGH", rule, parseRatio, 0.9)
  if (low >= high) {
    return yield* new BadSetting({
      name: "ENGINE_CASCADE_HIGH",
      rule: `above ENGINE_CASCADE_LOW, which is ${low}`
    })
  }
  return { low, high }
})

export const engineProfiles = ["questions", "llama-guard", "shieldgemma", "granite-guardian"] as const

/** The token that the service sends to a remote engine, and that `prescreen engine` demands of its own callers. */
export const engineToken = Effect.map(
  setting(
    "ENGINE_TOKEN",
    "printable ASCII characters without spaces, as a header can carry them: a line break at the end is one too many",
    (token) => (/^[\x21-\x7e]+$/.test(token) ? Option.some(Redacted.make(token)) : Option.none()),
    undefined
  ),
  Option.fromUndefinedOr
)

/**
 * Which engine scores prompts and how it is reached, as the service and `engine:eval` read it from the environment.
 * `isForgotten`: there is an address of an engine, but nothing says that it is to be used.
 */
export const engineSettings = Effect.gen(function* () {
  const kind = yield* oneOf("ENGINE", ["builtin", "http", "llm", "cascade"], "builtin" as const)
  const address = yield* urlThat(
    "ENGINE_URL",
    "without credentials, which belong in ENGINE_TOKEN",
    hasNoCredentials
  )
  const model = yield* text("ENGINE_MODEL", undefined)
  const profile = yield* oneOf("ENGINE_PROFILE", engineProfiles, "questions" as const)
  const band = yield* cascadeBand
  const timeout = Duration.millis(yield* integer("ENGINE_TIMEOUT_MS", 1, 600_000, 5_000))
  const bearer = yield* engineToken
  if (kind === "builtin") {
    const isForgotten = address !== undefined && (yield* text("ENGINE", undefined)) === undefined
    return { kind, token: bearer, model, band, isForgotten } as const
  }
  if (address === undefined) {
    return yield* new BadSetting({ name: "ENGINE_URL", rule: `set when ENGINE is ${kind}` })
  }
  const remote = { url: address, token: bearer, timeout }
  if (kind === "http") return { kind, ...remote, model, band } as const
  if (model === undefined) {
    return yield* new BadSetting({ name: "ENGINE_MODEL", rule: `set when ENGINE is ${kind}` })
  }
  return { kind, ...remote, model, profile, band } as const
})

export type EngineSettings = Effect.Success<typeof engineSettings>
