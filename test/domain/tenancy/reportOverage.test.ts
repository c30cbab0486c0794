import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { SecureRandomPooled } from "../../../src/adapters/random/SecureRandomPooled.ts"
import { PaymentProvider, ProviderUnavailable } from "../../../src/domain/billing/PaymentProvider.ts"
import type { OverageReport } from "../../../src/domain/billing/PaymentProvider.ts"
import type { PlanName } from "../../../src/domain/billing/plans.ts"
import { noUsage } from "../../../src/domain/billing/usage.ts"
import { UsageLedger } from "../../../src/domain/billing/UsageLedger.ts"
import type { TenantId } from "../../../src/domain/shared/ids.ts"
import { reportOverage } from "../../../src/domain/tenancy/reportOverage.ts"
import { Tenants } from "../../../src/domain/tenancy/Tenants.ts"
import { InMemoryPaymentAccounts } from "../../fakes/InMemoryPaymentAccounts.ts"
import { InMemoryTenants } from "../../fakes/InMemoryTenants.ts"
import { active, linkCustomer } from "../../fixtures.ts"

/** Everybody makes as many live checks on every day up to now, and many more test checks. */
const ledgerOf = (checks: number) =>
  Layer.succeed(UsageLedger, {
    testChecksThisMonth: () => Effect.succeed(0),
    days: Effect.fnUntraced(function* ({ mode }, { from, to }) {
      const now = yield* DateTime.now
      const first = DateTime.makeUnsafe(`${from}T00:00:00.000Z`)
      return Array.from({ length: 70 }, (_, index) => DateTime.add(first, { days: index }))
        .filter((day) => DateTime.isLessThanOrEqualTo(day, now))
        .map((day) => ({
          ...noUsage,
          day: DateTime.formatIsoDateUtc(day),
          checks: mode === "live" ? checks : 1_000_000
        }))
        .filter(({ day }) => day <= to)
    })
  })

const setUp = (checks: number) =>
  Layer.mergeAll(InMemoryTenants, InMemoryPaymentAccounts, ledgerOf(checks)).pipe(
    Layer.provide(SecureRandomPooled),
    Layer.fresh
  )

const at = (moment: string) => TestClock.setTime(DateTime.makeUnsafe(moment).epochMilliseconds)

const newTenant = Effect.fnUntraced(function* (plan: PlanName) {
  const { id } = yield* (yield* Tenants).create({ name: "Acme", subscription: { ...active, plan } })
  yield* linkCustomer(id, "cus_1")
  return id
})

const changePlan = (tenantId: TenantId, plan: PlanName) =>
  Effect.flatMap(Tenants, (tenants) => tenants.setSubscription(tenantId, { plan }))

/** What one run tells the provider: days and quantities. */
const run = Effect.gen(function* () {
  const reports: Array<OverageReport> = []
  yield* Effect.provideService(reportOverage(), PaymentProvider, {
    readNotice: () => Effect.succeedNone,
    report: (report) => Effect.sync(() => void reports.push(report))
  })
  return reports.map(({ day, quantity }): readonly [day: string, quantity: number] => [day, quantity])
})

describe("reportOverage", () => {
  it.effect("bills a day by what was included on it, whenever the plan is changed and whenever it runs", () =>
    Effect.gen(function* () {
      yield* at("2026-11-02T12:00:00Z")
      const tenantId = yield* newTenant("starter")
      yield* at("2026-11-05T01:30:00Z")
      assert.deepStrictEqual(yield* run, [
        ["2026-11-02", 10_000],
        ["2026-11-03", 30_000],
        ["2026-11-04", 30_000]
      ])
      yield* at("2026-11-05T18:00:00Z")
      yield* changePlan(tenantId, "growth")
      yield* at("2026-11-09T23:00:00Z")
      assert.deepStrictEqual(yield* run, [])
      yield* changePlan(tenantId, "starter")
      // Stopped for days: the 9th, a day of both plans, was still one of growth.
      yield* at("2026-11-12T05:00:00Z")
      assert.deepStrictEqual(yield* run, [
        ["2026-11-10", 30_000],
        ["2026-11-11", 30_000]
      ])
      assert.deepStrictEqual(yield* run, [])
    }).pipe(Effect.provide(setUp(30_000)))
  )

  it.effect(
    "does not bill a day afterwards that was within the plan, after a downgrade as the day was over",
    () =>
      Effect.gen(function* () {
        yield* at("2026-11-02T12:00:00Z")
        const tenantId = yield* newTenant("growth")
        yield* at("2026-11-05T00:00:00Z")
        yield* changePlan(tenantId, "none")
        for (const moment of ["2026-11-05T00:30:00Z", "2026-11-05T01:30:00Z", "2026-11-06T01:30:00Z"]) {
          yield* at(moment)
          assert.deepStrictEqual(yield* run, moment < "2026-11-06" ? [] : [["2026-11-05", 30_000]])
        }
      }).pipe(Effect.provide(setUp(30_000)))
  )

  it.effect("begins each month anew, also when it was down as the month ended", () =>
    Effect.gen(function* () {
      yield* at("2026-10-20T12:00:00Z")
      yield* newTenant("starter")
      yield* at("2026-11-01T00:59:00Z")
      assert.deepStrictEqual((yield* run).at(-1), ["2026-10-30", 3_000])
      yield* at("2026-11-19T02:00:00Z")
      assert.deepStrictEqual(yield* run, [
        ["2026-10-31", 3_000],
        ["2026-11-17", 1_000],
        ["2026-11-18", 3_000]
      ])
    }).pipe(Effect.provide(setUp(3_000)))
  )

  it.effect("leaves alone who pays nobody, and what was before there was somebody to pay", () =>
    Effect.gen(function* () {
      yield* at("2026-11-02T12:00:00Z")
      const tenants = yield* Tenants
      yield* tenants.create({ name: "Other", subscription: { ...active, plan: "none" } })
      const { id } = yield* tenants.create({ name: "Acme", subscription: { ...active, plan: "none" } })
      yield* at("2026-11-05T12:00:00Z")
      yield* linkCustomer(id, "cus_1")
      assert.deepStrictEqual(yield* run, [])
      yield* at("2026-11-06T12:00:00Z")
      assert.deepStrictEqual(yield* run, [["2026-11-05", 10]])
    }).pipe(Effect.provide(setUp(10)))
  )

  it.effect("sends again what was refused as it was settled, whatever the plan has become", () =>
    Effect.gen(function* () {
      yield* at("2026-11-02T12:00:00Z")
      const tenantId = yield* newTenant("none")
      yield* at("2026-11-03T12:00:00Z")
      const refused = new ProviderUnavailable({ reason: "refused" })
      const failing = Effect.provideService(reportOverage(), PaymentProvider, {
        readNotice: () => Effect.succeedNone,
        report: () => Effect.fail(refused)
      })
      assert.deepStrictEqual(yield* Effect.flip(failing), refused)
      yield* changePlan(tenantId, "scale")
      yield* at("2026-11-03T13:00:00Z")
      assert.deepStrictEqual(yield* run, [["2026-11-02", 10]])
    }).pipe(Effect.provide(setUp(10)))
  )

  /** Every so many hours something may happen, over the turn of a month. */
  const step = 3
  const steps = (24 * 14) / step
  const Step = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: steps }))
  const Change = Schema.Struct({ step: Step, plan: Schema.Literals(["none", "starter", "growth"]) })
  const Changes = Arbitrary.array(Arbitrary.schema(Change), { maxLength: 5 })
  const Runs = Arbitrary.array(Arbitrary.schema(Step), { maxLength: 8 })

  /** All that is billed when the plan is changed at some steps, and the job runs at some and at the end. */
  const billed = Effect.fnUntraced(function* (
    changes: ReadonlyArray<typeof Change.Type>,
    runs: ReadonlyArray<number>
  ) {
    const start = DateTime.makeUnsafe("2026-10-25T00:00:00.000Z")
    const after = (hours: number) => TestClock.setTime(DateTime.add(start, { hours }).epochMilliseconds)
    yield* after(0)
    const tenantId = yield* newTenant("growth")
    const reports: Array<readonly [day: string, quantity: number]> = []
    for (let now = 0; now <= steps; now += 1) {
      yield* after(now * step)
      for (const change of changes) if (change.step === now) yield* changePlan(tenantId, change.plan)
      yield* after(now * step + 1.5)
      if (runs.includes(now)) reports.push(...(yield* run))
    }
    yield* after(24 * 15)
    return [...reports, ...(yield* run)].toSorted(([a], [b]) => a.localeCompare(b))
  })

  it.effect.prop(
    "bills the same however often and however late it runs, and each day once",
    [Changes, Runs],
    ([changes, runs]) =>
      Effect.gen(function* () {
        const everyStep = Array.from({ length: steps + 1 }, (_, index) => index)
        const expected = yield* Effect.provide(billed(changes, everyStep), setUp(30_000))
        assert.deepStrictEqual(yield* Effect.provide(billed(changes, runs), setUp(30_000)), expected)
        assert.strictEqual(new Set(expected.map(([day]) => day)).size, expected.length)
      }),
    { arbitrary: { runs: 30 } }
  )
})
