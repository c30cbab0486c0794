import { DateTime, Effect } from "effect"
import { PlanRequired } from "../billing/errors.ts"
import { gateChecks } from "../billing/gates.ts"
import { stateAt } from "../billing/Subscription.ts"
import type { UsageLedger } from "../billing/UsageLedger.ts"
import type { Stopwatch } from "../shared/stopwatch.ts"
import type { Workspace } from "../shared/Workspace.ts"
import { limitsOfTenant } from "../tenancy/Tenant.ts"
import type { Tenant } from "../tenancy/Tenant.ts"
import type { WorkspaceLocks } from "./WorkspaceLocks.ts"

/** Who makes the checks. */
interface Applicant {
  readonly tenant: Tenant
  readonly workspace: Workspace
}

/** The monthly limit of test checks that a check counts against; null if it counts against none. */
export const testAllowanceOf = ({ tenant, workspace }: Applicant): number | null =>
  workspace.mode === "test" ? limitsOfTenant(tenant).testChecksPerMonth : null

/** The part of a screening that the gate looks at. */
interface Application {
  readonly command: Applicant
  readonly ledger: UsageLedger["Service"]
  readonly stopwatch: Pick<Stopwatch, "clock">
}

/** Fails if the plan does not allow this many more checks. */
export const gateByPlan = ({ command, ledger, stopwatch }: Application, checks = 1) => {
  const { tenant, workspace } = command
  const gate = (testChecksThisMonth: number) =>
    Effect.fromResult(
      gateChecks({
        subscription: tenant.subscription,
        limits: limitsOfTenant(tenant),
        mode: workspace.mode,
        checks,
        now: DateTime.makeUnsafe(stopwatch.clock.currentTimeMillisUnsafe()),
        testChecksThisMonth
      })
    )
  return testAllowanceOf(command) === null
    ? gate(0)
    : Effect.flatMap(ledger.testChecksThisMonth(workspace.tenantId), gate)
}

/**
 * Runs checks that count against a monthly allowance one request at a time in this process, so that those beyond it
 * are refused before the engine is called. The commit counts again, because other processes use the same allowance.
 */
export const withinAllowance = <A, E, R>(
  applicant: Applicant,
  locks: WorkspaceLocks["Service"],
  self: () => Effect.Effect<A, E, R>
) =>
  testAllowanceOf(applicant) === null
    ? self()
    : Effect.suspend(self).pipe(locks.withAllowanceLock(applicant.workspace))

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
