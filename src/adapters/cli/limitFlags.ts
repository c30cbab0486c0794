import { Effect, Option, Schema } from "effect"
import { Flag } from "effect/cli"
import { LimitOverrides } from "../../domain/billing/plans.ts"
import { CommandFailed } from "./output.ts"

const limit = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar("N"), Flag.optional)

/** One flag for each limit, under the limit's name in kebab case. */
export const limitFlags = {
  includedDecisions: limit("included-decisions", "Decisions a month before overage is billed"),
  policies: limit("policies", "Policies, or unlimited"),
  rules: limit("rules", "Rules for end users, or unlimited"),
  reviewerSeats: limit("reviewer-seats", "Reviewers, or unlimited"),
  retentionDays: limit("retention-days", "Days that prompts are kept"),
  playgroundBulkRows: limit("playground-bulk-rows", "Rows of one bulk run in the playground"),
  rateLimitPerMinute: limit("rate-limit-per-minute", "Requests a minute for each API key"),
  liveChecks: limit("live-checks", "Whether live keys may check: true or false"),
  testChecksPerMonth: limit("test-checks-per-month", "Checks a month with test keys, or unlimited")
}

type LimitTexts = { readonly [Name in keyof typeof limitFlags]: Option.Option<string> }

const values: Readonly<Record<string, unknown>> = { unlimited: null, true: true, false: false }

const valueOf = (text: string): unknown => {
  if (/^\d+$/.test(text)) return Number(text)
  return Object.hasOwn(values, text) ? values[text] : text
}

const decode = Schema.decodeUnknownEffect(LimitOverrides)

const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const readLimit = (name: string, text: string) =>
  Effect.mapError(
    decode({ [name]: valueOf(text) }),
    ({ message }) =>
      new CommandFailed({ message: `${flagOf(name)} cannot be ${text}: ${message.split("\n")[0]}` })
  )

/** The limits that were given, checked against what each may be. */
export const readLimits = (texts: LimitTexts): Effect.Effect<LimitOverrides, CommandFailed> => {
  const given = Object.entries(texts).flatMap(([name, text]) =>
    Option.isSome(text) ? [readLimit(name, text.value)] : []
  )
  return Effect.map(Effect.all(given), (limits) =>
    limits.reduce<LimitOverrides>((all, limit) => Object.assign(all, limit), {})
  )
}
