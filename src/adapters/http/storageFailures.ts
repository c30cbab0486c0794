import type { StorageUnavailable } from "../../domain/shared/StorageUnavailable.ts"
import { failWith } from "./problems.ts"

/** The answer when the database cannot be used, for `Effect.catchTags`. */
export const storageFailures = {
  StorageUnavailable: ({ retryAfterSeconds }: StorageUnavailable) =>
    failWith("screening_unavailable", { retryAfter: retryAfterSeconds })
}
