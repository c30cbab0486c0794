import { Clock, DateTime, Duration, Effect, Schedule } from "effect"
import { isAccepted } from "./Delivery.ts"
import type { Answer } from "./Delivery.ts"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import type { ClaimedDelivery } from "./DeliveryQueue.ts"
import { recordAttempt, recordStart } from "./metrics.ts"
import { payloadOf } from "./payload.ts"
import { afterAttempt } from "./schedule.ts"
import type { AttemptOutcome, RetryDelays } from "./schedule.ts"
import { WebhookSecrets } from "./WebhookSecrets.ts"
import { WebhookSender } from "./WebhookSender.ts"

export interface AttemptMade {
  readonly answer: Answer
  readonly outcome: AttemptOutcome
}

const attemptOnce = Effect.fnUntraced(function* (delivery: ClaimedDelivery, delays: RetryDelays) {
  const { attempt, event, id, occasion, url, workspace } = delivery
  yield* recordStart(delivery)
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
  yield* recordAttempt(delivery, answer, outcome, duration)
  yield* Effect.annotateCurrentSpan("prescreen.webhook.outcome", outcome.status)
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

/**
 * Makes one attempt of a claimed delivery and records it. It is a trace of its own, because it may come days after the
 * request that caused it, and links there; what was caused by a request that is not traced is not traced either.
 */
export const attemptDelivery = (delivery: ClaimedDelivery, delays: RetryDelays) => {
  const { attempt, cause, event } = delivery
  const span = {
    root: true,
    links: cause === undefined ? [] : [{ span: cause, attributes: {} }],
    sampled: cause !== undefined,
    attributes: { "prescreen.webhook.event": event, "prescreen.webhook.attempt": attempt }
  }
  return attemptOnce(delivery, delays).pipe(
    Effect.withSpan("attemptDelivery", span, { captureStackTrace: false })
  )
}
