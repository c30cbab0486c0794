import { Cause, Duration, Effect, Exit, FiberSet, Layer, Option, Queue } from "effect"
import { logDefect } from "../../domain/shared/logDefect.ts"
import { attemptDelivery } from "../../domain/webhooks/attemptDelivery.ts"
import type { AttemptMade } from "../../domain/webhooks/attemptDelivery.ts"
import { DeliveryQueue } from "../../domain/webhooks/DeliveryQueue.ts"
import type { ClaimedDelivery, Room } from "../../domain/webhooks/DeliveryQueue.ts"
import { makeFairTurns } from "../../domain/webhooks/fairTurns.ts"
import type { TurnLimits } from "../../domain/webhooks/fairTurns.ts"
import type { RetryDelays } from "../../domain/webhooks/schedule.ts"

export interface WorkerOptions {
  readonly delays: RetryDelays
}

const limits: TurnLimits = { total: 1_024, perTenant: 128, perDestination: 64, perNewDestination: 16 }

/** How late a retry may start, or a first attempt whose announcement was lost. */
const pollInterval = Duration.millis(500)

/**
 * How long a stopping process waits for its attempts to end. Another process, or its own next start, takes over the
 * rest.
 */
const gracePeriod = Duration.seconds(8)

/**
 * Claims due deliveries and attempts them, until it is interrupted. Every process runs one of these. The attempts run
 * in `attempts`, so that the caller who interrupts this decides whether they may end.
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
      // A delivery whose attempt was not recorded is due again once its lease has ended.
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
    // A delay this short ends well before the next poll.
    if (outcome.status === "waiting" && Duration.isLessThan(outcome.delay, pollInterval)) {
      yield* Effect.andThen(Effect.sleep(outcome.delay), wake)
    }
  })

  // Not traced, because it happens all the time and mostly finds nothing.
  const claim = (room: Room) =>
    Effect.onExit(Effect.withTracerEnabled(queue.claim(room), false), (exit) =>
      Effect.sync(() => turns.learn(room, Exit.isFailure(exit)))
    )

  const round = Effect.uninterruptible(
    Effect.gen(function* () {
      const room = turns.room()
      if (room.total === 0) return false
      const { deliveries, isCut } = yield* claim(room)
      for (const delivery of deliveries) {
        turns.take(delivery)
        yield* FiberSet.run(attempts, Effect.interruptible(attempt(delivery)))
      }
      return isCut
    })
  )

  const pause = Effect.raceAll([queue.untilQueued, Queue.take(freed), Effect.sleep(pollInterval)])

  return yield* round.pipe(
    // The storage has logged the cause.
    Effect.catchTag("StorageUnavailable", () => Effect.as(Effect.sleep("1 second"), false)),
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterrupts(cause),
      (cause) => Effect.as(logDefect("Deliveries could not be claimed; trying again")(cause), false)
    ),
    Effect.flatMap((isCut) => (isCut ? Effect.void : pause)),
    Effect.forever
  )
})

/**
 * Delivers webhooks until the scope closes. It then claims nothing more and waits for its attempts, up to the grace
 * period.
 */
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
