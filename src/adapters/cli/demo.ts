import { Console, Effect, Option, Redacted } from "effect"
import { noSubscription } from "../../domain/billing/Subscription.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import { createTenantWithKeys } from "./tenants.ts"

const plan = "growth"
const preset = "adult-platform"

/**
 * Creates a first workspace to try the service with, and returns its keys. Does nothing if there is a workspace
 * already.
 */
export const createDemo = Effect.fn("createDemo")(function* () {
  const existing = yield* (yield* Tenants).list
  if (existing.length > 0) return Option.none()
  const { keys } = yield* createTenantWithKeys(
    "Demo",
    { ...noSubscription, plan, state: "active" },
    Option.some(preset)
  )
  return Option.some(keys)
})

interface Keys {
  readonly test: Redacted.Redacted
  readonly live: Redacted.Redacted
}

/** The same for programs; `demo` is null if there was a workspace already. */
export const demoDocument = (made: Option.Option<Keys>) => ({
  demo: Option.match(made, {
    onNone: () => null,
    onSome: ({ live, test }) => ({
      plan,
      preset,
      keys: { test: Redacted.value(test), live: Redacted.value(live) }
    })
  })
})

export const printDemo = (keys: Keys, url: string) =>
  Console.log(`
A demo workspace was created (plan ${plan}, policy from the preset ${preset}). Its keys are shown only this once:

  test  ${Redacted.value(keys.test)}
  live  ${Redacted.value(keys.live)}

Screen a first prompt:

  curl -s ${url}/v1/check -H 'Authorization: Bearer ${Redacted.value(keys.test)}' -H 'Content-Type: application/json' -d '{"input":{"prompt":"a watercolour of two foxes"}}'

  API      ${url}/openapi.json
  Manual   ${url}/docs
`)
