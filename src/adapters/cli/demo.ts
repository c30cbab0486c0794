import { Console, Effect, Option, Redacted } from "effect"
import { noSubscription } from "../../domain/billing/Subscription.ts"
import { findPreset } from "../../domain/policy/presets.ts"
import { ApiKeys } from "../../domain/tenancy/ApiKeys.ts"
import type { Tenant } from "../../domain/tenancy/Tenant.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import { equipTenant } from "./tenants.ts"

const name = "Demo"
const plan = "growth"
const preset = "adult-platform"

/**
 * Whether a first start was ended while it made this workspace, which otherwise has a key of each mode. One of another
 * name may be under way: the operator's command makes it in steps, too.
 */
const isUnfinished = (tenant: Tenant) =>
  tenant.name === name
    ? Effect.flatMap(ApiKeys, (keys) => Effect.map(keys.list(tenant.id), ({ length }) => length < 2))
    : Effect.succeed(false)

/**
 * Creates a first workspace to try the service with, or finishes it, and returns its keys. Does nothing if there is a
 * workspace already.
 */
export const createDemo = Effect.fn("createDemo")(function* () {
  const tenants = yield* Tenants
  const [first, ...others] = yield* tenants.list
  if (others.length > 0 || (first !== undefined && !(yield* isUnfinished(first)))) return Option.none()
  const subscription = { ...noSubscription, plan, state: "active" } as const
  const demo = first ?? (yield* tenants.create({ name, subscription }))
  return Option.some(yield* equipTenant(demo, findPreset(preset)))
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
