import { Cron, Effect, Layer } from "effect"
import { purgeExpired } from "../../domain/screening/Retention.ts"
import { logDefect } from "../../domain/shared/logDefect.ts"
import { AuditLog } from "../../domain/tenancy/AuditLog.ts"
import { mergeUsageSlots } from "./billing/mergeUsageSlots.ts"
import { ScheduledJobs } from "./ScheduledJobs.ts"
import { createPartitions } from "./screening/partitions.ts"

/**
 * Keeps the database in order while the service runs: the jobs run in the small hours (UTC), the audit logs are chained
 * all day.
 */
export const MaintenanceLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { schedule } = yield* ScheduledJobs
    yield* schedule({
      name: "partitions",
      cron: Cron.parseUnsafe("17 2 * * *", "UTC"),
      run: createPartitions()
    })
    const { chainPending } = yield* AuditLog
    yield* chainPending.pipe(
      // The database may be away, which has been logged.
      Effect.ignore,
      Effect.catchCause(logDefect("What waits for the audit logs could not be taken up; trying again")),
      Effect.delay("5 seconds"),
      Effect.forever,
      // Not traced, because it happens all the time and mostly finds nothing.
      Effect.withTracerEnabled(false),
      Effect.forkScoped
    )
    yield* schedule({ name: "usage", cron: Cron.parseUnsafe("7 3 * * *", "UTC"), run: mergeUsageSlots })
    yield* schedule({ name: "purge", cron: Cron.parseUnsafe("47 3 * * *", "UTC"), run: purgeExpired() })
  })
)
