import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Exit } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { noSubscription } from "../../src/domain/billing/Subscription.ts"
import type { Subscription } from "../../src/domain/billing/Subscription.ts"
import { operator } from "../../src/domain/shared/Actor.ts"
import { createdAtOf, nextTenantId } from "../../src/domain/shared/ids.ts"
import { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { active } from "../fixtures.ts"

const moment = (text: string) => DateTime.makeUnsafe(text)

const everyMoment: Subscription = {
  plan: "scale",
  state: "past_due",
  trialEndsAt: moment("2026-11-20T00:00:00.123Z"),
  pausesAt: moment("2026-12-04T00:00:00.000Z"),
  endedAt: moment("2027-01-01T23:59:59.999Z"),
  cancelsAt: moment("2026-12-31T12:00:00.001Z")
}

/** What every Tenants does, whatever keeps them. */
export const tenantsContract = <E>(
  name: string,
  implementation: Layer.Layer<Tenants | SecureRandom.SecureRandom, E>
) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("makes a tenant out of shadow mode, without a policy, with the plan's own limits", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        for (const subscription of [noSubscription, everyMoment]) {
          const name = "Ünïted \u{1f98a} 'quotes' \\ {}"
          const created = yield* tenants.create({ name, subscription })
          assert.deepStrictEqual(created, {
            id: created.id,
            name,
            subscription,
            shadowMode: false,
            defaultPolicyId: null,
            weeklyDigest: false,
            createdAt: createdAtOf(created.id),
            limitOverrides: {}
          })
          assert.deepStrictEqual(yield* tenants.get(created.id), created)
        }
      })
    )

    it.effect("lists the tenants, oldest first", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const made = [
          yield* tenants.create({ name: "b", subscription: active }),
          yield* tenants.create({ name: "a", subscription: active })
        ]
        const listed = yield* tenants.list
        assert.deepStrictEqual(listed.slice(-2), made)
        assert.deepStrictEqual(
          listed.map(({ id }) => id),
          listed.map(({ id }) => id).toSorted()
        )
      })
    )

    it.effect("changes what is named, keeps all else, and shows it at once", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { id } = yield* tenants.create({ name: "Acme", subscription: everyMoment })
        let expected = yield* tenants.get(id)
        const changes: ReadonlyArray<readonly [Effect.Effect<unknown, unknown>, Partial<typeof expected>]> = [
          [tenants.setShadowMode(id, true), { shadowMode: true }],
          [tenants.setShadowMode(id, true), {}],
          [
            tenants.setSubscription(id, { state: "active", pausesAt: null }),
            { subscription: { ...everyMoment, state: "active", pausesAt: null } }
          ],
          [tenants.setSubscription(id, {}), {}],
          [
            tenants.setLimits(id, { policies: null, rateLimitPerMinute: 7 }),
            { limitOverrides: { policies: null, rateLimitPerMinute: 7 } }
          ],
          [
            tenants.setLimits(id, { policies: 3, liveChecks: false }),
            { limitOverrides: { policies: 3, rateLimitPerMinute: 7, liveChecks: false } }
          ],
          [tenants.setLimits(id, {}), {}],
          [
            tenants.setLimits(id, { rules: 2 }, ["policies", "liveChecks", "retentionDays"]),
            { limitOverrides: { rateLimitPerMinute: 7, rules: 2 } }
          ],
          [tenants.changeSettings(id, { name: "Acme 2" }, operator), { name: "Acme 2" }],
          [tenants.changeSettings(id, { weeklyDigest: true }, operator), { weeklyDigest: true }],
          [tenants.changeSettings(id, {}, operator), {}],
          [tenants.setShadowMode(id, false), { shadowMode: false }]
        ]
        for (const [change, changed] of changes) {
          expected = { ...expected, ...changed }
          assert.deepStrictEqual<unknown>(yield* change, expected)
          assert.deepStrictEqual(yield* tenants.get(id), expected)
          assert.deepStrictEqual(yield* tenants.find(id), expected)
        }
      })
    )

    it.effect("makes of the payment provider's events what their history makes, in whatever order", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const at = (hours: number) => DateTime.addDuration(start, Duration.hours(hours))
        const start = DateTime.subtract(yield* DateTime.now, { days: 1 })
        const { id } = yield* tenants.create({ name: "Acme", subscription: active })
        const failed = { id: "evt_1", at: at(1), change: { type: "payment_failed" } } as const
        const changed = { id: "evt_2", at: at(2), change: { type: "plan_changed", plan: "scale" } } as const
        for (const event of [changed, failed, changed, failed]) yield* tenants.recordEvent(id, event)
        const pausesAt = DateTime.add(at(1), { days: 14 })
        const expected = { ...active, plan: "scale", state: "past_due", pausesAt } as const
        assert.deepStrictEqual((yield* tenants.get(id)).subscription, expected)
      })
    )

    it.effect("lets no event that happened before the operator's word change it", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { id } = yield* tenants.create({ name: "Acme", subscription: active })
        const before = DateTime.subtract(yield* DateTime.now, { seconds: 2 })
        yield* tenants.setSubscription(id, { plan: "scale" })
        yield* tenants.setSubscription(id, { plan: "enterprise" })
        const failed = { id: "evt_1", at: before, change: { type: "payment_failed" } } as const
        const { subscription } = yield* tenants.recordEvent(id, failed)
        assert.deepStrictEqual(subscription, { ...active, plan: "enterprise" })
      })
    )

    it.effect("follows each subscription of a tenant by itself", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { id } = yield* tenants.create({ name: "Acme", subscription: noSubscription })
        const now = yield* DateTime.now
        const events = [
          ["sub_1", { type: "started", plan: "starter" }],
          ["sub_2", { type: "started", plan: "growth" }],
          ["sub_1", { type: "ended" }]
        ] as const
        for (const [index, [happenedTo, change]] of events.entries()) {
          const at = DateTime.add(now, { seconds: index + 1 })
          yield* tenants.recordEvent(id, { id: `evt_${index}`, at, happenedTo, change })
        }
        const { plan, state } = (yield* tenants.get(id)).subscription
        assert.deepStrictEqual({ plan, state }, { plan: "growth", state: "active" })
      })
    )

    it.effect("takes what is told of one and the same second in the order in which it is told", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { id } = yield* tenants.create({ name: "Acme", subscription: active })
        const at = moment("2026-11-20T12:00:00Z")
        yield* TestClock.setTime(at.epochMilliseconds + 500)
        const failed = { id: "evt_9", at, change: { type: "payment_failed" } } as const
        const paid = { id: "evt_5", at, change: { type: "payment_succeeded" } } as const
        const failedAgain = { id: "evt_1", at, change: { type: "payment_failed" } } as const
        const pausesAt = DateTime.add(at, { days: 14 })
        const earlier = {
          id: "evt_7",
          at: DateTime.subtract(at, { seconds: 1 }),
          change: { type: "cancel_withdrawn" }
        } as const
        for (const event of [failed, paid, failed, earlier]) yield* tenants.recordEvent(id, event)
        assert.deepStrictEqual((yield* tenants.get(id)).subscription, active)
        yield* tenants.recordEvent(id, failedAgain)
        assert.deepStrictEqual((yield* tenants.get(id)).subscription, {
          ...active,
          state: "past_due",
          pausesAt
        })
        yield* tenants.setSubscription(id, { ...active, plan: "scale" })
        for (const event of [failed, failedAgain]) yield* tenants.recordEvent(id, event)
        assert.deepStrictEqual((yield* tenants.get(id)).subscription, { ...active, plan: "scale" })
        yield* tenants.recordEvent(id, { ...failed, id: "evt_0" })
        const last = { ...active, plan: "scale", state: "past_due", pausesAt } as const
        assert.deepStrictEqual((yield* tenants.get(id)).subscription, last)
      }).pipe(Effect.provide(TestClock.layer()))
    )

    it.effect("lets no event of a clock that is ahead change the operator's word", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { id } = yield* tenants.create({ name: "Acme", subscription: active })
        const at = DateTime.add(DateTime.startOf(yield* DateTime.now, "second"), { seconds: 3 })
        yield* tenants.recordEvent(id, { id: "evt_1", at, change: { type: "payment_failed" } })
        yield* tenants.setSubscription(id, active)
        const changed = { id: "evt_2", at, change: { type: "plan_changed", plan: "scale" } } as const
        yield* tenants.recordEvent(id, changed)
        assert.deepStrictEqual((yield* tenants.get(id)).subscription, { ...active, plan: "scale" })
      })
    )

    it.effect("changes one tenant and no other", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const other = yield* tenants.create({ name: "Other", subscription: active })
        const { id } = yield* tenants.create({ name: "Acme", subscription: active })
        yield* tenants.setShadowMode(id, true)
        yield* tenants.setLimits(id, { rules: 1 })
        yield* tenants.setSubscription(id, { plan: "none" })
        assert.deepStrictEqual(yield* tenants.get(other.id), other)
      })
    )

    it.effect("keeps both of two changes at once", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { id } = yield* tenants.create({ name: "Acme", subscription: active })
        yield* Effect.all(
          [
            tenants.setLimits(id, { rules: 1 }),
            tenants.setLimits(id, { policies: 2 }),
            tenants.setShadowMode(id, true),
            tenants.setSubscription(id, { plan: "scale" })
          ],
          { concurrency: "unbounded" }
        )
        const { limitOverrides, shadowMode, subscription } = yield* tenants.get(id)
        assert.deepStrictEqual(
          [limitOverrides, shadowMode, subscription.plan],
          [{ rules: 1, policies: 2 }, true, "scale"]
        )
      })
    )

    it.effect("does not know a tenant that was never made", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const tenantId = yield* nextTenantId
        const changes = [
          tenants.find(tenantId),
          tenants.setShadowMode(tenantId, true),
          tenants.setSubscription(tenantId, { plan: "scale" }),
          tenants.setSubscription(tenantId, {}),
          tenants.setLimits(tenantId, { rules: 1 }),
          tenants.changeSettings(tenantId, { name: "x" }, operator),
          tenants.recordEvent(tenantId, {
            id: "evt_1",
            at: yield* DateTime.now,
            change: { type: "payment_failed" }
          })
        ]
        for (const change of changes) {
          assert.deepInclude(yield* Effect.flip(change), { _tag: "TenantNotFound", tenantId })
        }
        assert.isTrue(Exit.hasDies(yield* Effect.exit(tenants.get(tenantId))))
      })
    )
  })
