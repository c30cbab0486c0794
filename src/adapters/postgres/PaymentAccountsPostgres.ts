import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Result } from "effect"
import { PaymentAccounts } from "../../domain/billing/PaymentAccounts.ts"
import type { OverageReport } from "../../domain/billing/PaymentProvider.ts"
import { TenantId } from "../../domain/shared/ids.ts"
import { resilient } from "./resilience.ts"
import { hexOf, toUuid } from "./uuid.ts"

/** What is reported of a day. There may be more kinds one day. */
const kind = "decisions"

/** Stripe takes what is at most 35 days old. */
const daysToSend = 34

interface Due {
  readonly tenantId: string
  readonly day: string
}

interface DueReport extends Due {
  readonly customer: string
  readonly quantity: bigint
}

const toTenantId = (uuid: string) => TenantId.make(`ten_${hexOf(uuid)}`)

const toReport = ({ customer, day, quantity, tenantId }: DueReport): OverageReport => ({
  id: `${toTenantId(tenantId)}/${day}/${kind}`,
  customer,
  day,
  quantity: Number(quantity)
})

export const PaymentAccountsPostgres = Layer.effect(
  PaymentAccounts,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient

    const listDue = resilient(
      sql<Due>`
        SELECT tenant_id, day::text AS day FROM overage_reports
        WHERE sent_at IS NULL AND day > (now() AT TIME ZONE 'UTC')::date - ${daysToSend}::int
        ORDER BY day, tenant_id`
    )

    /** The report, unless it was sent meanwhile or another process is sending it. */
    const take = ({ day, tenantId }: Due) =>
      sql<DueReport>`
        SELECT r.tenant_id, a.customer, r.day::text AS day, r.quantity
        FROM overage_reports r JOIN payment_accounts a USING (tenant_id)
        WHERE r.tenant_id = ${tenantId}::text::uuid AND r.day = ${day}::text::date AND r.kind = ${kind}
          AND r.sent_at IS NULL
        FOR UPDATE OF r SKIP LOCKED`

    /**
     * Whoever dies between sending a report and marking it leaves it to be sent again under its id, which the
     * provider counts once.
     */
    const sendOne = <E>(due: Due, send: (report: OverageReport) => Effect.Effect<void, E>) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            const [report] = yield* take(due)
            if (report === undefined) return 0
            yield* send(toReport(report))
            yield* sql`
              UPDATE overage_reports SET sent_at = now()
              WHERE tenant_id = ${due.tenantId}::text::uuid AND day = ${due.day}::text::date AND kind = ${kind}`
            return 1
          })
        )
        .pipe(Effect.catchTag("SqlError", Effect.die))

    return PaymentAccounts.of({
      link: ({ customer, tenantId }) =>
        Effect.asVoid(
          resilient(sql`
            INSERT INTO payment_accounts (tenant_id, customer) VALUES (${toUuid(tenantId)}::uuid, ${customer})
            ON CONFLICT (tenant_id) DO UPDATE SET customer = excluded.customer`)
        ),
      list: resilient(
        sql<{ readonly tenantId: string; readonly customer: string; readonly since: string }>`
          SELECT tenant_id, customer, (linked_at AT TIME ZONE 'UTC')::date::text AS since
          FROM payment_accounts ORDER BY tenant_id`
      ).pipe(
        Effect.map((rows) =>
          rows.map(({ customer, since, tenantId }) => ({ tenantId: toTenantId(tenantId), customer, since }))
        )
      ),
      addReport: (tenantId, day, quantity) =>
        Effect.asVoid(
          resilient(sql`
            INSERT INTO overage_reports (tenant_id, day, kind, quantity)
            VALUES (${toUuid(tenantId)}::uuid, ${day}::text::date, ${kind}, ${quantity}::bigint)
            ON CONFLICT DO NOTHING`)
        ),
      sendReports: Effect.fnUntraced(function* (send) {
        // One that is refused keeps no other from being sent.
        const results = yield* Effect.forEach(yield* listDue, (due) => Effect.result(sendOne(due, send)))
        const failed = results.find(Result.isFailure)
        if (failed !== undefined) return yield* Effect.fail(failed.failure)
        return results.filter(Result.isSuccess).reduce((sent, { success }) => sent + success, 0)
      })
    })
  })
)
