import { Effect, Predicate } from "effect"
import type { Subscription, SubscriptionState } from "../../domain/billing/Subscription.ts"
import { CommandFailed } from "./output.ts"

type Given = { readonly [Name in keyof Subscription]?: Subscription[Name] | undefined }

const isOneOf = (states: ReadonlyArray<SubscriptionState>, state: SubscriptionState | undefined) =>
  state !== undefined && states.includes(state)

const contradictions: ReadonlyArray<readonly [holds: (given: Given) => boolean, message: string]> = [
  [
    ({ pausesAt, state }) =>
      Predicate.isNotNullish(pausesAt) && isOneOf(["none", "trialing", "active"], state),
    "--pauses-at says nothing in this --state: leave it out, or name past_due or paused"
  ],
  [
    ({ endedAt, state }) =>
      Predicate.isNotNullish(endedAt) && isOneOf(["trialing", "active", "past_due", "paused"], state),
    "--ended-at says nothing in this --state: leave it out, or name inactive"
  ]
]

/**
 * Refuses flags that contradict each other. A flag that only contradicts the tenant's present state is accepted: other
 * changes may follow, and an operator may want to see what callers are told in any state.
 */
export const refuseContradiction = (given: Given): Effect.Effect<void, CommandFailed> => {
  const [, message] = contradictions.find(([holds]) => holds(given)) ?? []
  return message === undefined ? Effect.void : Effect.fail(new CommandFailed({ message }))
}
