import { Effect } from "effect"
import type { StorageUnavailable } from "../../domain/shared/StorageUnavailable.ts"
import { failWith } from "./problems.ts"

/**
 * The answer when the database cannot be used, for `Effect.catchTags`. What is wrong with it was logged where it was
 * used, often for many requests at once.
 */
export const storageFailures = {
  StorageUnavailable: ({ retryAfterSeconds }: StorageUnavailable) =>
    Effect.andThen(
      Effect.logWarning("A request was refused because the database cannot be used"),
      failWith("screening_unavailable", { retryAfter: retryAfterSeconds })
    )
}
