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
  // A call that no receiver could verify is not sent.
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
  // Recording is retried, because an attempt that is not recorded would be made again.
  yield* (yield* DeliveryQueue)
    .record(record)
    .pipe(Effect.retry({ times: 3, schedule: Schedule.spaced("1 second") }))
  const made: AttemptMade = { answer, outcome }
  return made
})

/**
 * Makes one attempt at a claimed delivery and records it. The attempt is a trace of its own that links to the request
 * that caused it, because it may come days later. It is not traced if that request was not.
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
