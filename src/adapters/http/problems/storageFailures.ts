import { Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { failWith } from "./problems.ts"

/**
 * The answer when the database cannot be used, or too much waits for it, for `Effect.catchTags`. What is wrong with it
 * was logged where it was used, often for many requests at once: a warning for each of them too would fill the disk of
 * who has an outage.
 */
export const storageFailures = {
  StorageUnavailable: ({ retryAfterSeconds }: StorageUnavailable) =>
    Effect.andThen(
      Effect.logDebug("A request was refused because the database cannot be used, or too much waits for it"),
      failWith("screening_unavailable", { retryAfter: retryAfterSeconds })
    )
}
