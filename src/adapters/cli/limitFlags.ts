import { Effect, Option, Record, Schema, String } from "effect"
import { Flag } from "effect/cli"
import { LimitOverrides, limitRanges } from "../../domain/billing/plans.ts"
import { CommandFailed } from "./output.ts"

const between = ({ maximum, minimum }: { readonly minimum: number; readonly maximum: number }) =>
  `a whole number from ${minimum} to ${maximum}`

/** The value that removes an override. */
const asInPlan = "plan"

const limit = (name: string, description: string, metavar = "N") =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.withMetavar(`${metavar}|${asInPlan}`),
    Flag.optional
  )

/** One flag for each limit, with the limit's name in kebab case. */
export const limitFlags = {
  includedDecisions: limit("included-decisions", "Decisions a month before overage is billed"),
  policies: limit("policies", "Policies, or unlimited", "N|unlimited"),
  rules: limit("rules", "Rules on end users, or unlimited", "N|unlimited"),
  reviewerSeats: limit("reviewer-seats", "Reviewers, or unlimited", "N|unlimited"),
  retentionDays: limit(
    "retention-days",
    `Days that prompts are kept, ${between(limitRanges.retentionDays)}. With 0, the next purge deletes them all`
  ),
  playgroundBulkRows: limit("playground-bulk-rows", "Rows of one bulk run in the playground"),
  rateLimitPerMinute: limit(
    "rate-limit-per-minute",
    `Requests a minute for each API key, ${between(limitRanges.rateLimitPerMinute)}`
  ),
  liveChecks: limit("live-checks", "Whether checks with live keys are allowed", "true|false"),
  testChecksPerMonth: limit(
    "test-checks-per-month",
    "Checks a month with test keys, or unlimited",
    "N|unlimited"
  )
} satisfies Readonly<Record<keyof LimitOverrides, unknown>>

type LimitTexts = { readonly [Name in keyof typeof limitFlags]: Option.Option<string> }

const values: Readonly<Record<string, unknown>> = { unlimited: null, true: true, false: false }

const valueOf = (text: string): unknown => {
  if (/^\d+$/.test(text)) return Number(text)
  return Object.hasOwn(values, text) ? values[text] : text
}

const decode = Schema.decodeUnknownEffect(LimitOverrides)

const flagOf = (name: string) => `--${String.snakeToKebab(String.camelToSnake(name))}`

/** A larger number would lose precision. */
const count = `a whole number up to ${Number.MAX_SAFE_INTEGER}`

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
      new CommandFailed({
        message: `${flagOf(name)} cannot be ${text}: it must be ${whatEachMayBe[name]}, or ${asInPlan}`
      })
  )

interface GivenLimits {
  readonly overrides: LimitOverrides
  readonly asInPlan: ReadonlyArray<keyof LimitOverrides>
}

/**
 * Reads the flags: the limits to set, each checked against its range, and the limits that are to be the plan's again.
 */
export const readLimits = (texts: LimitTexts): Effect.Effect<GivenLimits, CommandFailed> => {
  const given = Record.toEntries(texts).flatMap(([name, text]) =>
    Option.isSome(text) ? [{ name, text: text.value }] : []
  )
  const changed = given.filter(({ text }) => text !== asInPlan)
  return Effect.map(
    Effect.forEach(changed, ({ name, text }) => readLimit(name, text)),
    (limits) => ({
      overrides: limits.reduce<LimitOverrides>((all, limit) => Object.assign(all, limit), {}),
      asInPlan: given.filter(({ text }) => text === asInPlan).map(({ name }) => name)
    })
  )
}

/** The limits for people to read, with a mark on those that the operator has overridden. */
export const describeLimits = (
  limits: Readonly<Record<string, number | boolean | null>>,
  overrides: LimitOverrides
): Readonly<Record<string, string>> => {
  const overridden = new Set(Object.keys(overrides).map(String.camelToSnake))
  return Record.map(
    limits,
    (limit, name) => `${limit ?? "unlimited"}${overridden.has(name) ? " (set for this tenant)" : ""}`
  )
}
