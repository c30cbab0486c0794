import { DateTime, Effect, Option, Redacted } from "effect"
import type { Layer } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { impliedState, noSubscription, withMoments } from "../../domain/billing/Subscription.ts"
import type { UsageLedger } from "../../domain/billing/UsageLedger.ts"
import { Policies } from "../../domain/policy/Policies.ts"
import { findPreset, presets } from "../../domain/policy/presets.ts"
import type { Preset } from "../../domain/policy/presets.ts"
import { operator } from "../../domain/shared/Actor.ts"
import { countCharacters } from "../../domain/shared/characters.ts"
import { ApiKeys } from "../../domain/tenancy/ApiKeys.ts"
import { longestTenantName } from "../../domain/tenancy/Tenant.ts"
import type { Tenant } from "../../domain/tenancy/Tenant.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import type { Rules } from "../../domain/users/Rules.ts"
import { readPlan } from "../wire/plan.ts"
import { toWireTenant } from "../wire/tenant.ts"
import { moment, plan, readMoment, state, tenant } from "./arguments.ts"
import { noTenant } from "./assertTenant.ts"
import { refuseContradiction } from "./contradictions.ts"
import { DashboardUrl } from "./DashboardUrl.ts"
import { describeLimits, limitFlags, readLimits } from "./limitFlags.ts"
import { CommandFailed, json, print } from "./output.ts"

const printPlan = Effect.fnUntraced(function* (asJson: boolean, tenant: Tenant) {
  const plan = yield* readPlan(tenant, yield* DashboardUrl)
  yield* print(
    asJson,
    asJson ? plan : { ...plan, limits: describeLimits(plan.limits, tenant.limitOverrides) }
  )
})

/** Makes a tenant's default policy from the preset, unless it has one, and then a key of each mode. */
export const equipTenant = Effect.fnUntraced(function* (
  { defaultPolicyId, id }: Tenant,
  preset: Option.Option<Preset>
) {
  if (Option.isSome(preset) && defaultPolicyId === null) {
    yield* (yield* Policies).create(id, {
      name: preset.value.name,
      document: preset.value.policy,
      preset: preset.value.name,
      makeDefault: true,
      actor: operator,
      // The tenant's first policy, for which every plan has room.
      allowed: null
    })
  }
  const keys = yield* ApiKeys
  const test = yield* keys.create(id, "test", null, operator)
  const live = yield* keys.create(id, "live", null, operator)
  return { test: test.key, live: live.key }
})

/** Creates a tenant with a key of each mode, and with a default policy if a preset is named. */
const createTenant = Effect.fnUntraced(function* (
  name: string,
  subscription: Tenant["subscription"],
  presetName: Option.Option<string>
) {
  const preset = Option.flatMap(presetName, findPreset)
  if (Option.isSome(presetName) && Option.isNone(preset)) {
    return yield* new CommandFailed({ message: `there is no preset ${presetName.value}` })
  }
  const tenants = yield* Tenants
  const created = yield* tenants.create({ name, subscription })
  const keys = yield* equipTenant(created, preset)
  return { tenant: yield* tenants.get(created.id), keys }
})

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(
      Flag.withDescription(`The tenant's name, 1 to ${longestTenantName} characters (required)`)
    ),
    plan,
    state: state("active with --plan, and none without"),
    preset: Flag.Literals(
      "preset",
      presets.map(({ name }) => name)
    ).pipe(Flag.withDescription("Create a default policy from this preset"), Flag.optional),
    json
  },
  Effect.fn(function* ({ json, name, plan, preset, state }) {
    if (name.trim() === "" || countCharacters(name) > longestTenantName) {
      return yield* new CommandFailed({ message: `--name must have 1 to ${longestTenantName} characters` })
    }
    const given = { plan: Option.getOrUndefined(plan), state: Option.getOrUndefined(state) }
    yield* refuseContradiction(given)
    const standing = {
      plan: given.plan ?? noSubscription.plan,
      state: given.state ?? impliedState(given.plan, noSubscription.state) ?? noSubscription.state
    }
    const moments = withMoments(standing, noSubscription, yield* DateTime.now)
    const subscription = { ...noSubscription, ...moments }
    const created = yield* createTenant(name, subscription, preset)
    yield* print(json, {
      tenant: toWireTenant(created.tenant),
      keys: { test: Redacted.value(created.keys.test), live: Redacted.value(created.keys.live) }
    })
  })
).pipe(Command.withDescription("Create a tenant and print its keys, only this once"))

const list = Command.make(
  "list",
  { json },
  Effect.fn(function* ({ json }) {
    const tenants = yield* (yield* Tenants).list
    const data = tenants.map(toWireTenant)
    yield* print(json, json ? { data } : data)
  })
).pipe(Command.withDescription("List every tenant, oldest first"))

const setPlan = Command.make(
  "plan",
  {
    tenant,
    plan,
    state: state("unchanged, or active for a first plan"),
    trialEndsAt: moment("trial-ends-at", "When the trial ends, which callers are told and nothing else"),
    pausesAt: moment("pauses-at", "When checks stop while a payment fails"),
    endedAt: moment("ended-at", "When the plan ended"),
    cancelsAt: moment("cancels-at", "When the plan will end, which callers are told and nothing else"),
    json
  },
  Effect.fn(
    function* ({ json, plan, state, tenant, ...moments }) {
      const tenants = yield* Tenants
      const known = yield* tenants.find(tenant)
      const { subscription } = known
      const chosen = Option.getOrUndefined(plan)
      const changes = {
        plan: chosen,
        state: Option.getOrElse(state, () => impliedState(chosen, subscription.state)),
        trialEndsAt: yield* readMoment(moments.trialEndsAt),
        pausesAt: yield* readMoment(moments.pausesAt),
        endedAt: yield* readMoment(moments.endedAt),
        cancelsAt: yield* readMoment(moments.cancelsAt)
      }
      yield* refuseContradiction({ ...changes, state: Option.getOrUndefined(state) })
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const change = withMoments(given, subscription, yield* DateTime.now)
      // Without changes, the plan is only shown. A write would make others wait and every process forget the tenant.
      const isLook = Object.keys(change).length === 0
      yield* printPlan(json, isLook ? known : yield* tenants.setSubscription(tenant, change))
    },
    Effect.catchTag("TenantNotFound", ({ tenantId }) => noTenant(tenantId))
  )
).pipe(
  Command.withDescription(
    "Show or change a tenant's plan. A new state sets its own times and clears the others"
  )
)

const limits = Command.make(
  "limits",
  { tenant, ...limitFlags, json },
  Effect.fn(
    function* ({ json, tenant, ...texts }) {
      const { asInPlan, overrides } = yield* readLimits(texts)
      const tenants = yield* Tenants
      const isLook = asInPlan.length === 0 && Object.keys(overrides).length === 0
      const change = isLook ? tenants.find(tenant) : tenants.setLimits(tenant, overrides, asInPlan)
      yield* printPlan(json, yield* change)
    },
    Effect.catchTag("TenantNotFound", ({ tenantId }) => noTenant(tenantId))
  )
).pipe(
  Command.withDescription(
    "Show or override the limits of one tenant's plan. The value plan removes an override"
  )
)

const shadow = Command.make(
  "shadow",
  {
    tenant,
    mode: Argument.Literals("on|off", ["on", "off"]).pipe(
      Argument.withDescription("Whether the tenant is in shadow mode")
    ),
    json
  },
  Effect.fn(
    function* ({ json, mode, tenant }) {
      const changed = yield* (yield* Tenants).setShadowMode(tenant, mode === "on")
      yield* print(json, toWireTenant(changed))
    },
    Effect.catchTag("TenantNotFound", ({ tenantId }) => noTenant(tenantId))
  )
).pipe(
  Command.withDescription(
    "Switch shadow mode, in which every check is only logged, except a block by minors_sexual"
  )
)

interface Administration<E, R> {
  /** Creates the database if there is none: a tenant may be the first thing in it. */
  readonly first: Layer.Layer<Administered, E, R>
  /** Fails if there is no database. */
  readonly existing: Layer.Layer<Administered, E, R>
}

type Administered = ApiKeys | DashboardUrl | Policies | Rules | Tenants | UsageLedger

export const tenantsCommand = <E, R>({ existing, first }: Administration<E, R>) =>
  Command.make("tenants").pipe(
    Command.withDescription("Create and administer tenants"),
    Command.withSubcommands([
      create.pipe(Command.provide(first)),
      list.pipe(Command.provide(existing)),
      setPlan.pipe(Command.provide(existing)),
      limits.pipe(Command.provide(existing)),
      shadow.pipe(Command.provide(existing))
    ])
  )
