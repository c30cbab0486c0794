import { Effect } from "effect"
import { measure } from "../shared/stopwatch.ts"
import type { IdempotencyClaim, IdempotencyKeyReused } from "./idempotency.ts"
import { resolvePolicy } from "./judgePrompt.ts"
import type { Screening } from "./judgePrompt.ts"
import { gateByPlan } from "./planGate.ts"

/** A key that was used for another request is refused only after the gates that come before. */
const refuseReused = Effect.fnUntraced(function* (screening: Screening, reused: IdempotencyKeyReused) {
  yield* gateByPlan(screening)
  yield* resolvePolicy(screening)
  return yield* reused
})

/** The decision that an earlier request with the same key got; none if there is none. */
export const earlierDecision = (screening: Screening, claim: IdempotencyClaim) =>
  Effect.catchTag(
    measure(screening.stopwatch, "replay", () => screening.log.replay(screening.command.workspace, claim)),
    "IdempotencyKeyReused",
    (reused) => refuseReused(screening, reused)
  )
