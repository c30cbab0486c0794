import { Schema } from "effect"

/** The database could not be reached, or too much work is already waiting for it. Nothing was acknowledged. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  retryAfterSeconds: Schema.Int
}) {
  override get message() {
    return "the database cannot be used at the moment"
  }
}
