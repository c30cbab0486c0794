import { Clock, DateTime, Duration, Effect } from "effect"
import { isAccepted } from "./Delivery.ts"
import type { Answer } from "./Delivery.ts"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import type { ClaimedDelivery } from "./DeliveryQueue.ts"
import { recordAttempt } from "./metrics.ts"
import { payloadOf } from "./payload.ts"
import { afterAttempt } from "./schedule.ts"
import type { RetryDelays } from "./schedule.ts"
import { WebhookSecrets } from "./WebhookSecrets.ts"
import { WebhookSender } from "./WebhookSender.ts"

/** Makes one attempt of a claimed delivery and records it. */
export const attemptDelivery = Effect.fn("attemptDelivery")(function* (
  delivery: ClaimedDelivery,
  delays: RetryDelays
) {
  const { attempt, event, id, occasion, url, workspace } = delivery
  const secrets = yield* (yield* WebhookSecrets).of(delivery)
  const body = JSON.stringify(payloadOf(id, event, occasion))
  const at = yield* DateTime.now
  const startedAt = yield* Clock.currentTimeNanos
  const answer: Answer = yield* (yield* WebhookSender).send({ id, event, url, body, secrets })
  const duration = Duration.nanos((yield* Clock.currentTimeNanos) - startedAt)
  const outcome = afterAttempt(delays, attempt, isAccepted(answer))
  yield* recordAttempt(outcome, duration)
  yield* (yield* DeliveryQueue).record({
    id,
    workspace,
    attempt: { ...answer, attempt, at, durationMs: Math.round(Duration.toMillis(duration)) },
    outcome
  })
  return answer
})
