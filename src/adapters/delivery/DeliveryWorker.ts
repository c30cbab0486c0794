import { Cause, Duration, Effect, FiberSet, Layer, Option, Queue } from "effect"
import { logDefect } from "../../domain/shared/logDefect.ts"
import { attemptDelivery } from "../../domain/webhooks/attemptDelivery.ts"
import type { AttemptMade } from "../../domain/webhooks/attemptDelivery.ts"
import { DeliveryQueue } from "../../domain/webhooks/DeliveryQueue.ts"
import type { ClaimedDelivery } from "../../domain/webhooks/DeliveryQueue.ts"
import { makeFairTurns } from "../../domain/webhooks/fairTurns.ts"
import type { TurnLimits } from "../../domain/webhooks/fairTurns.ts"
import type { RetryDelays } from "../../domain/webhooks/schedule.ts"

export interface WorkerOptions {
  readonly delays: RetryDelays
}

const limits: TurnLimits = { total: 1_024, perTenant: 128, perDestination: 64, perNewDestination: 16 }

/** How late a retry may be, or a first attempt whose announcement was lost. */
const pollInterval = Duration.millis(500)

/** How long a stopping process lets attempts end; the rest is taken over by another, or by its next start. */
const gracePeriod = Duration.seconds(8)

/**
 * Takes what is due and attempts it, until it is interrupted. Every process runs one of these. Attempts go on in
 * `attempts`, so that who interrupts this decides whether they may end.
 */
export const deliverForever = Effect.fnUntraced(function* (
  { delays }: WorkerOptions,
  attempts: FiberSet.FiberSet<void>
) {
  const queue = yield* DeliveryQueue
  const turns = makeFairTurns(limits)
  const freed = yield* Queue.sliding<void>(1)

  const wake = Effect.asVoid(Queue.offer(freed, undefined))

  const attempt = Effect.fnUntraced(function* (delivery: ClaimedDelivery) {
    const made = yield* attemptDelivery(delivery, delays).pipe(
      Effect.asSome,
      // What was not recorded is due again once its lease has ended.
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterrupts(cause),
        (cause) =>
          logDefect("A webhook's attempt could not be made or recorded")(cause).pipe(
            Effect.annotateLogs({ delivery: delivery.id }),
            Effect.as(Option.none<AttemptMade>())
          )
      )
    )
    const timedOut = Option.exists(made, ({ answer }) => answer.fault === "timeout")
    if (turns.giveBack(delivery, timedOut)) yield* wake
    if (Option.isNone(made)) return
    const { outcome } = made.value
    // A pause this short would be over long before the next poll.
    if (outcome.status === "waiting" && Duration.isLessThan(outcome.delay, pollInterval)) {
      yield* Effect.andThen(Effect.sleep(outcome.delay), wake)
    }
  })

  const round = Effect.uninterruptible(
    Effect.gen(function* () {
      const room = turns.room()
      if (room.total === 0) return false
      // Untraced: it happens all the time, mostly to find nothing.
      const { deliveries, isCut } = yield* Effect.withTracerEnabled(queue.claim(room), false)
      for (const delivery of deliveries) {
        turns.take(delivery)
        yield* FiberSet.run(attempts, Effect.interruptible(attempt(delivery)))
      }
      return isCut
    })
  )

  const pause = Effect.raceAll([queue.untilQueued, Queue.take(freed), Effect.sleep(pollInterval)])

  return yield* round.pipe(
    // The log has it from the storage.
    Effect.catchTag("StorageUnavailable", () => Effect.as(Effect.sleep("1 second"), false)),
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterrupts(cause),
      (cause) => Effect.as(logDefect("Deliveries could not be claimed; trying again")(cause), false)
    ),
    Effect.flatMap((isCut) => (isCut ? Effect.void : pause)),
    Effect.forever
  )
})

/** Delivers webhooks for as long as it lives. Once told to stop it takes nothing more and lets attempts end. */
export const DeliveryWorkerLayer = (options: WorkerOptions) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const attempts = yield* FiberSet.make<void>()
      yield* Effect.addFinalizer(() =>
        FiberSet.awaitEmpty(attempts).pipe(Effect.timeoutOption(gracePeriod), Effect.interruptible)
      )
      yield* Effect.forkScoped(deliverForever(options, attempts))
    })
  )
