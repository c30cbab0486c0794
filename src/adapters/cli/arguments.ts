import { Effect, Option } from "effect"
import type { DateTime } from "effect"
import { Argument, Flag } from "effect/cli"
import { planNames } from "../../domain/billing/plans.ts"
import { subscriptionStates } from "../../domain/billing/Subscription.ts"
import { TenantId } from "../../domain/shared/ids.ts"
import { parseMoment } from "../wire/moments.ts"
import { CommandFailed } from "./output.ts"

export const tenant = Argument.String("tenant").pipe(
  Argument.withDescription("The tenant's id: ten_ and 32 hex digits"),
  Argument.withSchema(TenantId)
)

/** The command parses it, with errors of its own: a schema's error would repeat the key. */
export const key = Argument.String("key").pipe(
  Argument.withDescription("The key's id, key_ and 32 hex digits, or the key itself")
)

export const plan = Flag.Literals("plan", planNames).pipe(Flag.withDescription("The plan"), Flag.optional)

/** The flag for the state of a plan, which has another default for each command. */
export const state = (byDefault: string) =>
  Flag.Literals("state", subscriptionStates).pipe(
    Flag.withDescription(`The plan's state. Default: ${byDefault}`),
    Flag.optional
  )

/** A flag for a moment in ISO 8601, or `none` to clear it. */
export const moment = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(`${description}, as ISO 8601, or none`),
    Flag.withMetavar("TIME"),
    Flag.optional,
    Flag.map((text) => ({ name, text }))
  )

/** What was given for a flag that `moment` made. */
interface GivenMoment {
  readonly name: string
  readonly text: Option.Option<string>
}

/** Undefined if the flag was not given, null for `none`. */
export const readMoment = ({
  name,
  text
}: GivenMoment): Effect.Effect<DateTime.Utc | null | undefined, CommandFailed> => {
  if (Option.isNone(text)) return Effect.undefined
  if (text.value === "none") return Effect.succeed(null)
  return Effect.fromOption(parseMoment(text.value)).pipe(
    Effect.mapError(
      () =>
        new CommandFailed({
          message: `--${name} cannot be ${text.value}: it must be a time such as 2026-12-31T00:00:00Z, or none`
        })
    )
  )
}
