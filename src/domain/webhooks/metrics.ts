import { Clock, DateTime, Duration, Effect, Metric } from "effect"
import { queuedAtOf } from "../shared/ids.ts"
import { AttemptFault } from "./Delivery.ts"
import type { Answer } from "./Delivery.ts"
import type { ClaimedDelivery } from "./DeliveryQueue.ts"
import type { AttemptOutcome } from "./schedule.ts"

/** A receiver's answer as a metric's attribute: the fault, or the class of the status, such as `5xx`. */
const answerOf = ({ fault, statusCode }: Answer): string =>
  fault ?? (statusCode === null ? "none" : `${Math.floor(statusCode / 100)}xx`)

const attempts = (outcome: AttemptOutcome["status"], answer: string) =>
  Metric.counter("prescreen.webhook.attempts", {
    description: "Webhook calls made, by what became of the delivery and how the receiver answered",
    attributes: { outcome, answer },
    incremental: true
  })

const attemptDuration = Metric.histogram("prescreen.webhook.duration", {
  description: "Time that a webhook call took",
  attributes: { unit: "ms" },
  boundaries: [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
})

const firstDelay = Metric.histogram("prescreen.webhook.delay", {
  description: "Time from a delivery's queueing to its first attempt",
  attributes: { unit: "ms" },
  boundaries: [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 60_000, 600_000]
})

const attemptsToEnd = (outcome: "delivered" | "failed") =>
  Metric.histogram("prescreen.webhook.delivery.attempts", {
    description: "Attempts that a delivery took until it had ended",
    attributes: { outcome },
    boundaries: [1, 2, 3, 4, 6, 8, 12, 16]
  })

const ended = { delivered: attemptsToEnd("delivered"), failed: attemptsToEnd("failed") }

/** Records the delay of a first attempt. Later attempts are not measured, because they wait on purpose. */
export const recordStart = ({ attempt, id }: ClaimedDelivery): Effect.Effect<void> =>
  attempt > 1
    ? Effect.void
    : Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Metric.update(firstDelay, Math.max(0, now - DateTime.toEpochMillis(queuedAtOf(id))))
      )

/** Counts an attempt and, if the delivery has ended with it, the delivery's attempts. */
export const recordAttempt = Effect.fnUntraced(function* (
  { attempt }: ClaimedDelivery,
  answer: Answer,
  { status }: AttemptOutcome,
  duration: Duration.Duration
) {
  yield* Metric.update(attempts(status, answerOf(answer)), 1)
  yield* Metric.update(attemptDuration, Duration.toMillis(duration))
  if (status !== "waiting") yield* Metric.update(ended[status], attempt)
})

const failures = ["3xx", "4xx", "5xx", ...AttemptFault.literals]

/** Makes the counters of this module visible from the start, like those of checks. */
export const showWebhookCounters: Effect.Effect<void> = Effect.forEach(
  [
    attempts("delivered", "2xx"),
    ...failures.flatMap((answer) => [attempts("waiting", answer), attempts("failed", answer)])
  ],
  (counter) => Metric.update(counter, 0),
  { discard: true }
)
