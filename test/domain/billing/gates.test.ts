import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { gateChecks } from "../../../src/domain/billing/gates.ts"
import { limitsOf } from "../../../src/domain/billing/plans.ts"
import type { LimitOverrides, PlanName } from "../../../src/domain/billing/plans.ts"
import { noSubscription } from "../../../src/domain/billing/Subscription.ts"
import type { Subscription, SubscriptionState } from "../../../src/domain/billing/Subscription.ts"
import type { Mode } from "../../../src/domain/shared/Workspace.ts"

const now = DateTime.makeUnsafe("2026-03-15T12:00:00.000Z")
const yesterday = DateTime.subtract(now, { days: 1 })
const tomorrow = DateTime.add(now, { days: 1 })

interface Standing {
  readonly plan: PlanName
  readonly state: SubscriptionState
  readonly dates?: Partial<Subscription>
  readonly overrides?: LimitOverrides
}

/** What the gate says: `passes`, or the error as plain data with the times as text. */
const gate = (
  { dates, overrides = {}, plan, state }: Standing,
  mode: Mode,
  testChecksThisMonth: number,
  checks = 1
) => {
  const result = gateChecks({
    checks,
    subscription: { ...noSubscription, plan, state, ...dates },
    limits: limitsOf(plan, overrides),
    mode,
    now,
    testChecksThisMonth
  })
  return Result.isSuccess(result) ? "passes" : JSON.parse(JSON.stringify(result.failure))
}

const noLive = (plan: PlanName, state: SubscriptionState) => ({
  _tag: "PlanRequired",
  plan,
  state,
  limit: "live_checks",
  allowed: 0,
  used: 0
})

const spent = (plan: PlanName, state: SubscriptionState, allowed: number, used: number) => ({
  _tag: "PlanRequired",
  plan,
  state,
  limit: "test_checks_per_month",
  allowed,
  used
})

const paused = (pausedSince: string | null) => ({
  _tag: "SubscriptionPaused",
  plan: "growth",
  state: "paused",
  pausedSince
})

const inactive = (endedAt: string | null) => ({
  _tag: "SubscriptionInactive",
  plan: "growth",
  state: "inactive",
  endedAt
})

const at = (time: DateTime.Utc) => DateTime.formatIso(time)

interface Row {
  readonly standing: Standing
  readonly live: unknown
  /** A test key with nothing used, at the last check of a 1,000 allowance, and past it. */
  readonly test: readonly [unknown, unknown, unknown]
}

const anyNumber = (answer: unknown) => [answer, answer, answer] as const

const rows: ReadonlyArray<Row> = [
  {
    standing: { plan: "none", state: "none" },
    live: noLive("none", "none"),
    test: ["passes", "passes", spent("none", "none", 1_000, 1_000)]
  },
  {
    standing: { plan: "none", state: "none", overrides: { testChecksPerMonth: 0 } },
    live: noLive("none", "none"),
    test: [spent("none", "none", 0, 0), spent("none", "none", 0, 999), spent("none", "none", 0, 1_000)]
  },
  {
    standing: { plan: "none", state: "none", overrides: { testChecksPerMonth: null } },
    live: noLive("none", "none"),
    test: anyNumber("passes")
  },
  {
    // The state alone keeps live keys out: a plan that was chosen but not started does not let them in.
    standing: { plan: "growth", state: "none", overrides: { liveChecks: true } },
    live: noLive("growth", "none"),
    test: anyNumber("passes")
  },
  ...(["trialing", "active", "past_due"] as const).flatMap((state): ReadonlyArray<Row> => [
    { standing: { plan: "growth", state }, live: "passes", test: anyNumber("passes") },
    {
      standing: { plan: "growth", state, overrides: { liveChecks: false } },
      live: noLive("growth", state),
      test: anyNumber("passes")
    },
    {
      standing: { plan: "growth", state, overrides: { testChecksPerMonth: 1_000 } },
      live: "passes",
      test: ["passes", "passes", spent("growth", state, 1_000, 1_000)]
    },
    {
      standing: { plan: "none", state },
      live: noLive("none", state),
      test: ["passes", "passes", spent("none", state, 1_000, 1_000)]
    }
  ]),
  {
    standing: { plan: "growth", state: "past_due", dates: { pausesAt: tomorrow } },
    live: "passes",
    test: anyNumber("passes")
  },
  {
    standing: { plan: "growth", state: "past_due", dates: { pausesAt: now } },
    live: paused(at(now)),
    test: anyNumber(paused(at(now)))
  },
  ...[{}, { liveChecks: false }, { testChecksPerMonth: 0 }].flatMap((overrides): ReadonlyArray<Row> => [
    {
      standing: { plan: "growth", state: "paused", dates: { pausesAt: yesterday }, overrides },
      live: paused(at(yesterday)),
      test: anyNumber(paused(at(yesterday)))
    },
    {
      standing: { plan: "growth", state: "inactive", dates: { endedAt: yesterday }, overrides },
      live: inactive(at(yesterday)),
      test: anyNumber(inactive(at(yesterday)))
    }
  ]),
  { standing: { plan: "growth", state: "paused" }, live: paused(null), test: anyNumber(paused(null)) },
  { standing: { plan: "growth", state: "inactive" }, live: inactive(null), test: anyNumber(inactive(null)) }
]

describe("gateChecks", () => {
  it.each(rows)("answers as the plan's state and limits say: $standing", ({ live, standing, test }) => {
    assert.deepStrictEqual(gate(standing, "live", 1_000_000), live)
    assert.deepStrictEqual(
      [0, 999, 1_000].map((used) => gate(standing, "test", used)),
      [...test]
    )
  })

  it("allows checks that are made together only if all are within the month's allowance", () => {
    const none: Standing = { plan: "none", state: "none" }
    const allowance = 1_000
    for (const [used, checks] of [
      [968, 32],
      [1_000, 0]
    ] as const) {
      assert.strictEqual(gate(none, "test", used, checks), "passes")
      assert.deepStrictEqual(gate(none, "test", used, checks + 1), spent("none", "none", allowance, used))
    }
    assert.strictEqual(gate({ plan: "growth", state: "active" }, "test", 5_000_000, 32), "passes")
  })
})
