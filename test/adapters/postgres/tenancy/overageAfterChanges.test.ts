import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { PaymentProvider } from "../../../../src/domain/billing/PaymentProvider.ts"
import type { OverageReport } from "../../../../src/domain/billing/PaymentProvider.ts"
import type { TenantId } from "../../../../src/domain/shared/ids.ts"
import { reportOverage } from "../../../../src/domain/tenancy/reportOverage.ts"
import { Tenants } from "../../../../src/domain/tenancy/Tenants.ts"
import { linkCustomer, newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { startProcess } from "../process.ts"

/** A tenant of growth that has paid for weeks and made 30,000 live checks on each of the last days. */
const busyTenant = Effect.gen(function* () {
  const { tenantId } = yield* newWorkspace()
  const sql = yield* PgClient.PgClient
  yield* linkCustomer(tenantId, "cus_1")
  yield* sql`UPDATE payment_accounts SET linked_at = now() - interval '20 days'`
  yield* sql`
    INSERT INTO usage_days (tenant_id, mode, day, slot, checks, blocked, reviewed, input_tokens)
    SELECT ${toUuid(tenantId)}::uuid, 'live', (now() AT TIME ZONE 'UTC')::date - ago, 1, 30000, 0, 0, 0
    FROM generate_series(0, 5) AS ago`
  return tenantId
})

/** What the provider is told when the hourly job runs now. */
const reported = Effect.gen(function* () {
  const reports: Array<OverageReport> = []
  const report = (report: OverageReport) => Effect.sync(() => void reports.push(report))
  yield* Effect.provideService(reportOverage(), PaymentProvider, {
    readNotice: () => Effect.succeedNone,
    report
  })
  return reports
})

const downgrades: ReadonlyArray<
  readonly [what: string, downgrade: (tenantId: TenantId) => Effect.Effect<unknown, unknown, Tenants>]
> = [
  [
    "the plan none",
    (tenantId) => Effect.flatMap(Tenants, (tenants) => tenants.setSubscription(tenantId, { plan: "none" }))
  ],
  [
    "a lower limit",
    (tenantId) => Effect.flatMap(Tenants, (tenants) => tenants.setLimits(tenantId, { includedDecisions: 0 }))
  ],
  [
    "a smaller plan at the provider",
    (tenantId) =>
      Effect.gen(function* () {
        const at = yield* DateTime.now
        const change = { type: "plan_changed", plan: "none" } as const
        yield* (yield* Tenants).recordEvent(tenantId, { id: "evt_1", at, change })
      })
  ]
]

const nothing: ReadonlyArray<OverageReport> = []

describe("a change to less", () => {
  const cases = downgrades.flatMap(([what, downgrade]) => [
    [`${what}, right after a run`, reported, downgrade] as const,
    [`${what}, while nothing runs`, Effect.succeed(nothing), downgrade] as const
  ])

  it.live.each(cases)("bills nothing of the days before it: %s", ([, before, downgrade]) =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const tenantId = yield* busyTenant
        assert.deepStrictEqual(yield* before, nothing)
        yield* downgrade(tenantId)
        assert.deepStrictEqual(yield* reported, nothing)
      }).pipe(Effect.provide(process))
    })
  )
})
