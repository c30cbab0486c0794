import { Effect, Option } from "effect"
import type { Stopwatch } from "../shared/stopwatch.ts"
import { earlierDecision } from "./earlierDecision.ts"
import type { IdempotencyClaim } from "./idempotency.ts"
import { judge, screeningServices } from "./judgePrompt.ts"
import type { Screening } from "./judgePrompt.ts"
import { logDecision } from "./logDecision.ts"
import { gateByPlan, withinAllowance } from "./planGate.ts"
import type { PromptToScreen } from "./PromptToScreen.ts"

/**
 * What is already known, such as a cached policy or the answer of an engine in this process, is used at once. So
 * until the commit there is usually nothing to wait for, and no step of the Effect runtime.
 *
 * No generator function is created during a check, here or in what this calls. V8 gives each generator function a
 * hidden class when it is first called. Hidden classes are never in the young generation, so everything that the
 * function closes over would stay in memory until the next full collection.
 */
const decide = (screening: Screening) =>
  gateByPlan(screening).pipe(
    Effect.flatMapEager(() => judge(screening)),
    Effect.flatMapEager((judged) => logDecision(screening, judged))
  )

const decideWithinAllowance = (screening: Screening) =>
  withinAllowance(screening.command, screening.locks, () => decide(screening))

const replayOrDecide = Effect.fnUntraced(function* (screening: Screening, claim: IdempotencyClaim) {
  const earlier = yield* earlierDecision(screening, claim)
  if (Option.isSome(earlier)) return { decision: earlier.value, replayed: true }
  return yield* decideWithinAllowance(screening)
})

/** Screens at most once for each key: later requests get the first decision. */
const decideOnce = (screening: Screening, claim: IdempotencyClaim) =>
  replayOrDecide(screening, claim).pipe(screening.locks.withKeyLock(screening.command.workspace, claim.key))

/**
 * Makes the function that screens one prompt, logs the decision with everything that follows from it, and returns the
 * decision that counts. A request that repeats an Idempotency-Key gets the first decision, and nothing is screened.
 * Nothing is logged unless the engine answered in full. The stopwatch is that of the request.
 */
export const makeScreenPrompt = Effect.map(
  screeningServices,
  (services) => (command: PromptToScreen, stopwatch: Stopwatch) => {
    const screening = { ...services, command, stopwatch }
    return command.claim === null ? decideWithinAllowance(screening) : decideOnce(screening, command.claim)
  }
)
