import { Effect, Option, Record, Schema } from "effect"
import { Flag } from "effect/cli"
import { LimitOverrides, limitRanges } from "../../domain/billing/plans.ts"
import { CommandFailed } from "./output.ts"

const limit = (name: string, description: string, metavar = "N") =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar(metavar), Flag.optional)

/** One flag for each limit, under the limit's name in kebab case. */
export const limitFlags = {
  includedDecisions: limit("included-decisions", "Decisions a month before overage is billed"),
  policies: limit("policies", "Policies, or unlimited", "N|unlimited"),
  rules: limit("rules", "Rules on end users, or unlimited", "N|unlimited"),
  reviewerSeats: limit("reviewer-seats", "Reviewers, or unlimited", "N|unlimited"),
  retentionDays: limit("retention-days", "Days that prompts are kept; 0 lets the next purge take them all"),
  playgroundBulkRows: limit("playground-bulk-rows", "Rows of one bulk run in the playground"),
  rateLimitPerMinute: limit("rate-limit-per-minute", "Requests a minute for each API key"),
  liveChecks: limit("live-checks", "Whether live keys may check", "true|false"),
  testChecksPerMonth: limit(
    "test-checks-per-month",
    "Checks a month with test keys, or unlimited",
    "N|unlimited"
  )
}

type LimitTexts = { readonly [Name in keyof typeof limitFlags]: Option.Option<string> }

const values: Readonly<Record<string, unknown>> = { unlimited: null, true: true, false: false }

const valueOf = (text: string): unknown => {
  if (/^\d+$/.test(text)) return Number(text)
  return Object.hasOwn(values, text) ? values[text] : text
}

const decode = Schema.decodeUnknownEffect(LimitOverrides)

const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Beyond it a number would not be kept as it was given. */
const count = `a whole number up to ${Number.MAX_SAFE_INTEGER}`

const between = ({ maximum, minimum }: { readonly minimum: number; readonly maximum: number }) =>
  `a whole number from ${minimum} to ${maximum}`

const whatEachMayBe: { readonly [Name in keyof LimitTexts]: string } = {
  includedDecisions: count,
  policies: `${count}, or unlimited`,
  rules: `${count}, or unlimited`,
  reviewerSeats: `${count}, or unlimited`,
  retentionDays: between(limitRanges.retentionDays),
  playgroundBulkRows: count,
  rateLimitPerMinute: between(limitRanges.rateLimitPerMinute),
  liveChecks: "true or false",
  testChecksPerMonth: `${count}, or unlimited`
}

const readLimit = (name: keyof LimitTexts, text: string) =>
  Effect.mapError(
    decode({ [name]: valueOf(text) }),
    () =>
      new CommandFailed({ message: `${flagOf(name)} cannot be ${text}: it must be ${whatEachMayBe[name]}` })
  )

/** The limits that were given, checked against what each may be. */
export const readLimits = (texts: LimitTexts): Effect.Effect<LimitOverrides, CommandFailed> => {
  const given = Record.toEntries(texts).flatMap(([name, text]) =>
    Option.isSome(text) ? [readLimit(name, text.value)] : []
  )
  return Effect.map(Effect.all(given), (limits) =>
    limits.reduce<LimitOverrides>((all, limit) => Object.assign(all, limit), {})
  )
}
