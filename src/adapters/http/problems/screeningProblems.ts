import { Effect } from "effect"
import type { ScreeningUnavailable } from "../../../domain/screening/ScreeningEngine.ts"
import { planFailures } from "./planFailures.ts"
import { failWith, PlanProblem, Problem } from "./problems.ts"
import { storageFailures } from "./storageFailures.ts"

/** The problems that every endpoint that screens prompts may answer with, beside those of its middleware. */
export const screeningProblems = [
  PlanProblem("plan_required"),
  PlanProblem("subscription_paused"),
  PlanProblem("subscription_inactive"),
  Problem("no_default_policy"),
  Problem("idempotency_key_reused")
] as const

/** The problem for each way in which screening fails, for `Effect.catchTags`. */
export const screeningFailures = {
  ...planFailures,
  ...storageFailures,
  NoDefaultPolicy: () => failWith("no_default_policy"),
  IdempotencyKeyReused: () => failWith("idempotency_key_reused"),
  ScreeningUnavailable: ({ isLogged = false, reason, retryAfterSeconds }: ScreeningUnavailable) =>
    Effect.logWithLevel(isLogged ? "Debug" : "Warn")("The screening engine gave no answer").pipe(
      Effect.annotateLogs({ reason }),
      Effect.andThen(failWith("screening_unavailable", { retryAfter: retryAfterSeconds }))
    )
}
