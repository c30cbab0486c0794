import { Effect, Layer, Result } from "effect"
import { PaymentAccounts } from "../../../domain/billing/PaymentAccounts.ts"
import type { OverageReport } from "../../../domain/billing/PaymentProvider.ts"
import type { TenantId } from "../../../domain/shared/ids.ts"
import { acrossTenants } from "../acrossTenants.ts"
import { resilient, resilientOnce } from "../resilience.ts"
import { rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"
import { tenantIdOf } from "../uuid.ts"

/** What is reported of a day. Other kinds may be added. */
const kind = "decisions"

/** Stripe accepts reports that are at most 35 days old. */
const daysToSend = 34

/** The longest that sending a report takes: the provider is asked up to three times, for ten seconds each. */
const sendingLasts = "1 minute"

interface Due {
  readonly tenantId: TenantId
  readonly day: string
}

interface ReportRow {
  readonly customer: string
  readonly quantity: bigint
}

const toReport = ({ day, tenantId }: Due, { customer, quantity }: ReportRow): OverageReport => ({
  id: `${tenantId}/${day}/${kind}`,
  customer,
  day,
  quantity: Number(quantity)
})

export const PaymentAccountsPostgres = Layer.effect(
  PaymentAccounts,
  Effect.gen(function* () {
    const sql = yield* scopedSql
    const { dueReports, paymentAccounts } = yield* acrossTenants

    /** The report, unless it has been sent meanwhile or another process is sending it. */
    const take = ({ day, tenantId }: Due) =>
      sql<ReportRow>`
        SELECT a.customer, r.quantity
        FROM overage_reports r JOIN payment_accounts a USING (tenant_id)
        WHERE ${scopeOf(tenantId, "r")} AND r.day = ${day} AND r.kind = ${kind} AND r.sent_at IS NULL
        FOR UPDATE OF r SKIP LOCKED`

    /**
     * A process that dies between sending a report and marking it leaves it to be sent again under the same id, which
     * the provider counts once.
     */
    const sendOne = <E>(due: Due, send: (report: OverageReport) => Effect.Effect<void, E>) =>
      resilientOnce(
        sql.withTransaction(
          Effect.gen(function* () {
            const [report] = yield* take(due)
            if (report === undefined) return 0
            yield* send(toReport(due, report))
            yield* sql`
              UPDATE overage_reports SET sent_at = now()
              WHERE ${scopeOf(due.tenantId)} AND day = ${due.day} AND kind = ${kind}`
            return 1
          })
        ),
        sendingLasts
      )

    return PaymentAccounts.of({
      list: Effect.map(resilient(paymentAccounts), (accounts) =>
        accounts.map((account) => ({ ...account, tenantId: tenantIdOf(account.tenantId) }))
      ),
      settle: (tenantId, days) => {
        const [first, ...rest] = days.map((overage) => ({ ...overage, kind }))
        if (first === undefined) return Effect.void
        return Effect.asVoid(
          resilient(sql`
            INSERT INTO overage_reports ${rowsOf(tenantId, first, ...rest)} ON CONFLICT DO NOTHING`)
        )
      },
      sendReports: Effect.fnUntraced(function* (send) {
        // A report that is refused does not keep the others from being sent.
        const results = yield* Effect.forEach(yield* resilient(dueReports(daysToSend)), ({ day, tenantId }) =>
          Effect.result(sendOne({ tenantId: tenantIdOf(tenantId), day }, send))
        )
        const failed = results.find(Result.isFailure)
        if (failed !== undefined) return yield* Effect.fail(failed.failure)
        return results.filter(Result.isSuccess).reduce((sent, { success }) => sent + success, 0)
      })
    })
  })
)
