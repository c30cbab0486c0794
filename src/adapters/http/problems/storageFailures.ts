import { Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { failWith } from "./problems.ts"

/**
 * The answer when the database cannot be used, or when too much waits for it, for `Effect.catchTags`. The cause has
 * been logged where the database was used, often once for many requests: a further warning for each request would fill
 * the operator's disk during an outage.
 */
export const storageFailures = {
  StorageUnavailable: ({ retryAfterSeconds }: StorageUnavailable) =>
    Effect.andThen(
      Effect.logDebug("A request was refused because the database cannot be used, or too much waits for it"),
      failWith("screening_unavailable", { retryAfter: retryAfterSeconds })
    )
}
