import { Effect, Layer } from "effect"
import { TenantId } from "../../domain/shared/ids.ts"
import { acrossTenants } from "./acrossTenants.ts"
import { AuditTrail } from "./AuditTrail.ts"
import { resilient } from "./resilience.ts"
import { hexOf } from "./uuid.ts"

/** How long an entry that a commit of decisions leaves may wait to be chained. */
const takeUpEvery = "5 seconds"

/** How many tenants are taken at a time. */
const tenantsAtOnce = 1_000

/** Chains in the background what commits of decisions leave for the audit log: pauses that rules make. */
export const AuditTakeUpLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { tenantsToAudit } = yield* acrossTenants
    const { takeUp } = yield* AuditTrail
    const listWaiting = resilient(tenantsToAudit(tenantsAtOnce))
    const takeUpAll = Effect.flatMap(
      listWaiting,
      Effect.forEach(({ tenantId }) => resilient(takeUp(TenantId.make(`ten_${hexOf(tenantId)}`))), {
        discard: true
      })
    )
    yield* takeUpAll.pipe(
      // The database is away, which has been logged.
      Effect.ignore,
      Effect.delay(takeUpEvery),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
