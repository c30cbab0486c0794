import { Clock, DateTime, Duration, Effect, Metric } from "effect"
import { queuedAtOf } from "../shared/ids.ts"
import { AttemptFault } from "./Delivery.ts"
import type { Answer } from "./Delivery.ts"
import type { ClaimedDelivery } from "./DeliveryQueue.ts"
import type { AttemptOutcome } from "./schedule.ts"

/** How a receiver answered, in a few words: what went wrong, or the class of its status. */
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

/** Notes that a first attempt begins. A later one waits for its turn on purpose. */
export const recordStart = ({ attempt, id }: ClaimedDelivery): Effect.Effect<void> =>
  attempt > 1
    ? Effect.void
    : Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Metric.update(firstDelay, Math.max(0, now - DateTime.toEpochMillis(queuedAtOf(id))))
      )

/** Counts an attempt that was made, and a delivery that has ended with it. */
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

/** Shows the counters of this module from the start, as those of checks are. */
export const showWebhookCounters: Effect.Effect<void> = Effect.forEach(
  [
    attempts("delivered", "2xx"),
    ...failures.flatMap((answer) => [attempts("waiting", answer), attempts("failed", answer)])
  ],
  (counter) => Metric.update(counter, 0),
  { discard: true }
)
