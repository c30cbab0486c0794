import { Effect, Option } from "effect"
import { isReviewId } from "../shared/ids.ts"
import type { Workspace } from "../shared/Workspace.ts"
import { ReviewItemNotFound } from "./errors.ts"
import type { ReviewItem } from "./ReviewItem.ts"
import { ReviewQueue } from "./ReviewQueue.ts"

/** The workspace's review item with the id that the caller wrote; fails if there is none. */
export const findReviewItem = Effect.fnUntraced(function* (workspace: Workspace, id: string) {
  // Any other text names no item and never reaches the database.
  const found = isReviewId(id) ? yield* (yield* ReviewQueue).find(workspace, id) : Option.none<ReviewItem>()
  return Option.isSome(found) ? found.value : yield* new ReviewItemNotFound()
})
