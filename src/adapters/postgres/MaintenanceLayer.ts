import { Cron, Effect, Layer } from "effect"
import { purgeExpired } from "../../domain/screening/Retention.ts"
import { foldUsage } from "./foldUsage.ts"
import { createPartitions } from "./partitions.ts"
import { ScheduledJobs } from "./ScheduledJobs.ts"

/** What keeps the database in order while the service runs, in the small hours (UTC). */
export const MaintenanceLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { schedule } = yield* ScheduledJobs
    yield* schedule({
      name: "partitions",
      cron: Cron.parseUnsafe("17 2 * * *", "UTC"),
      run: createPartitions()
    })
    yield* schedule({ name: "usage", cron: Cron.parseUnsafe("7 3 * * *", "UTC"), run: foldUsage })
    yield* schedule({ name: "purge", cron: Cron.parseUnsafe("47 3 * * *", "UTC"), run: purgeExpired() })
  })
)
