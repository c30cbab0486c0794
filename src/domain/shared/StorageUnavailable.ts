import { Schema } from "effect"

/** The database could not be asked, or too much waits for it already. Nothing was acknowledged. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  retryAfterSeconds: Schema.Int
}) {
  override get message() {
    return "the database cannot be used at the moment"
  }
}
