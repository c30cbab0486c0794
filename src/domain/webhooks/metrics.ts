import { Duration, Effect, Metric } from "effect"
import type { Outcome } from "./schedule.ts"

const counter = (outcome: Outcome["status"]) =>
  Metric.counter("prescreen.webhook.attempts", {
    description: "Webhook calls made, by what became of the delivery",
    attributes: { outcome },
    incremental: true
  })

const attempts = {
  delivered: counter("delivered"),
  waiting: counter("waiting"),
  failed: counter("failed")
}

const attemptDuration = Metric.histogram("prescreen.webhook.duration", {
  description: "Time that a webhook call took",
  attributes: { unit: "ms" },
  boundaries: [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
})

export const recordAttempt = ({ status }: Outcome, duration: Duration.Duration): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(attempts[status], 1),
    Metric.update(attemptDuration, Duration.toMillis(duration))
  )
