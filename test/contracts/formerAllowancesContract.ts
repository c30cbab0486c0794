import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { operator } from "../../src/domain/shared/Actor.ts"
import { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { active } from "../fixtures.ts"

const longAgo = DateTime.makeUnsafe("2026-01-01T00:00:00.000Z")

/** What every Tenants remembers of what months included, whatever keeps them. */
export const formerAllowancesContract = <E>(
  name: string,
  implementation: Layer.Layer<Tenants | SecureRandom.SecureRandom, E>
) =>
  layer(implementation, { excludeTestServices: true })(`${name}, former allowances`, (it) => {
    it.effect("are what was included before each change of it, by whomever, oldest first", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { id } = yield* tenants.create({ name: "Acme", subscription: active })
        const { id: other } = yield* tenants.create({ name: "Other", subscription: active })
        assert.deepStrictEqual(yield* tenants.formerAllowances(id, longAgo), [])
        // To the millisecond, while a database's clock is finer.
        const start = DateTime.subtract(yield* DateTime.now, { milliseconds: 5 })
        const changed = { type: "plan_changed", plan: "none" } as const
        yield* tenants.recordEvent(id, { id: "evt_1", at: yield* DateTime.now, change: changed })
        yield* tenants.setSubscription(id, { plan: "scale" })
        yield* tenants.setLimits(id, { includedDecisions: 7 })
        yield* tenants.setLimits(id, { includedDecisions: 0 })
        const end = DateTime.add(yield* DateTime.now, { milliseconds: 5 })
        const former = yield* tenants.formerAllowances(id, longAgo)
        assert.deepStrictEqual(
          former.map(({ includedDecisions }) => includedDecisions),
          [500_000, 0, 5_000_000, 7]
        )
        const moments = former.map(({ until }) => until.epochMilliseconds)
        assert.deepStrictEqual(
          moments,
          moments.toSorted((a, b) => a - b)
        )
        for (const { until } of former)
          assert.isTrue(DateTime.between(until, { minimum: start, maximum: end }))
        assert.deepStrictEqual(yield* tenants.formerAllowances(id, start), former)
        assert.deepStrictEqual(yield* tenants.formerAllowances(id, end), [])
        assert.deepStrictEqual(yield* tenants.formerAllowances(other, longAgo), [])
      })
    )

    it.effect("are none after a change of anything else", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { id } = yield* tenants.create({ name: "Acme", subscription: active })
        const at = yield* DateTime.now
        yield* tenants.setShadowMode(id, true)
        yield* tenants.setLimits(id, { rules: 1 })
        yield* tenants.setLimits(id, { includedDecisions: 500_000 })
        yield* tenants.setSubscription(id, { plan: "starter" })
        yield* tenants.changeSettings(id, { name: "Acme 2" }, operator)
        yield* tenants.recordEvent(id, { id: "evt_1", at, change: { type: "payment_failed" } })
        assert.deepStrictEqual(yield* tenants.formerAllowances(id, longAgo), [])
      })
    )
  })
