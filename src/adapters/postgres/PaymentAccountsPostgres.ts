import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { PaymentAccounts } from "../../domain/billing/PaymentAccounts.ts"
import type { OverageReport } from "../../domain/billing/PaymentProvider.ts"
import { TenantId } from "../../domain/shared/ids.ts"
import { resilient } from "./resilience.ts"
import { hexOf, toUuid } from "./uuid.ts"

/** What is reported of a day. There may be more kinds one day. */
const kind = "decisions"

interface DueReport {
  readonly tenantId: string
  readonly customer: string
  readonly day: string
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

    /**
     * The oldest report that is due and that no other process holds. Whoever dies between sending it and marking it
     * leaves it to be sent again under its id, which the provider counts once.
     */
    const takeReport = sql<DueReport>`
      SELECT r.tenant_id, a.customer, r.day::text AS day, r.quantity
      FROM overage_reports r JOIN payment_accounts a USING (tenant_id)
      WHERE r.sent_at IS NULL ORDER BY r.day, r.tenant_id LIMIT 1 FOR UPDATE OF r SKIP LOCKED`

    const sendOne = <E>(send: (report: OverageReport) => Effect.Effect<void, E>) =>
      sql.withTransaction(
        Effect.gen(function* () {
          const [due] = yield* takeReport
          if (due === undefined) return false
          yield* send(toReport(due))
          yield* sql`
            UPDATE overage_reports SET sent_at = now()
            WHERE tenant_id = ${due.tenantId}::text::uuid AND day = ${due.day}::text::date AND kind = ${kind}`
          return true
        })
      )

    return PaymentAccounts.of({
      link: ({ customer, tenantId }) =>
        Effect.asVoid(
          resilient(sql`
            INSERT INTO payment_accounts (tenant_id, customer) VALUES (${toUuid(tenantId)}::uuid, ${customer})
            ON CONFLICT (tenant_id) DO UPDATE SET customer = excluded.customer`)
        ),
      list: resilient(
        sql<{ readonly tenantId: string; readonly customer: string }>`
          SELECT tenant_id, customer FROM payment_accounts ORDER BY tenant_id`
      ).pipe(
        Effect.map((rows) =>
          rows.map(({ customer, tenantId }) => ({ tenantId: toTenantId(tenantId), customer }))
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
        let sent = 0
        while (yield* sendOne(send).pipe(Effect.catchTag("SqlError", Effect.die))) sent += 1
        return sent
      })
    })
  })
)
