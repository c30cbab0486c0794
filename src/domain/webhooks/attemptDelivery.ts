import { Clock, DateTime, Duration, Effect, Schedule } from "effect"
import { isAccepted } from "./Delivery.ts"
import type { Answer } from "./Delivery.ts"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import type { ClaimedDelivery } from "./DeliveryQueue.ts"
import { recordAttempt } from "./metrics.ts"
import { payloadOf } from "./payload.ts"
import { afterAttempt } from "./schedule.ts"
import type { Outcome, RetryDelays } from "./schedule.ts"
import { WebhookSecrets } from "./WebhookSecrets.ts"
import { WebhookSender } from "./WebhookSender.ts"

export interface AttemptMade {
  readonly answer: Answer
  readonly outcome: Outcome
}

/** Makes one attempt of a claimed delivery and records it. */
export const attemptDelivery = Effect.fn("attemptDelivery")(function* (
  delivery: ClaimedDelivery,
  delays: RetryDelays
) {
  const { attempt, event, id, occasion, url, workspace } = delivery
  const secrets = yield* (yield* WebhookSecrets).of(delivery)
  const body = JSON.stringify(payloadOf(id, event, occasion))
  const at = yield* DateTime.now
  const startedAt = yield* Clock.monotonicTimeNanos
  // What nobody can verify is not sent.
  const answer: Answer =
    secrets.length === 0
      ? { statusCode: null, fault: "secret_unknown" }
      : yield* (yield* WebhookSender).send({ id, event, url, body, secrets })
  const duration = Duration.nanos((yield* Clock.monotonicTimeNanos) - startedAt)
  const outcome = afterAttempt(delays, attempt, isAccepted(answer))
  yield* recordAttempt(outcome, duration)
  const record = {
    id,
    workspace,
    attempt: { ...answer, attempt, at, durationMs: Math.round(Duration.toMillis(duration)) },
    outcome
  }
  // Once more and again: what is not recorded is made again.
  yield* (yield* DeliveryQueue)
    .record(record)
    .pipe(Effect.retry({ times: 3, schedule: Schedule.spaced("1 second") }))
  const made: AttemptMade = { answer, outcome }
  return made
})
