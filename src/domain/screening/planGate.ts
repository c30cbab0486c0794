import { DateTime, Effect } from "effect"
import type { Clock } from "effect"
import { PlanRequired } from "../billing/errors.ts"
import { gateCheck } from "../billing/gates.ts"
import { stateAt } from "../billing/Subscription.ts"
import type { UsageLedger } from "../billing/UsageLedger.ts"
import type { Workspace } from "../shared/Workspace.ts"
import { limitsOfTenant } from "../tenancy/Tenant.ts"
import type { Tenant } from "../tenancy/Tenant.ts"

/** Who makes the check. */
interface Applicant {
  readonly tenant: Tenant
  readonly workspace: Workspace
}

/** The monthly limit of test checks that a check counts against; null if it counts against none. */
export const testAllowanceOf = ({ tenant, workspace }: Applicant): number | null =>
  workspace.mode === "test" ? limitsOfTenant(tenant).testChecksPerMonth : null

/** Fails if the plan does not allow one more check. */
export const gateByPlan = (applicant: Applicant, ledger: UsageLedger["Service"], clock: Clock.Clock) => {
  const { tenant, workspace } = applicant
  const gate = (testChecksThisMonth: number) =>
    Effect.fromResult(
      gateCheck({
        subscription: tenant.subscription,
        limits: limitsOfTenant(tenant),
        mode: workspace.mode,
        now: DateTime.makeUnsafe(clock.currentTimeMillisUnsafe()),
        testChecksThisMonth
      })
    )
  return testAllowanceOf(applicant) === null
    ? gate(0)
    : Effect.flatMap(ledger.testChecksThisMonth(workspace.tenantId), gate)
}

/** Refuses a check like the gate does, after the commit has found the month's test checks used up. */
export const refuseTestCheck = Effect.fnUntraced(function* (applicant: Applicant, used: number) {
  const { subscription } = applicant.tenant
  return yield* new PlanRequired({
    plan: subscription.plan,
    state: stateAt(subscription, yield* DateTime.now),
    limit: "test_checks_per_month",
    allowed: testAllowanceOf(applicant) ?? used,
    used
  })
})
