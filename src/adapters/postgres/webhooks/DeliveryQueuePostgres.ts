import { Effect, Layer, Queue } from "effect"
import { DeliveryQueue } from "../../../domain/webhooks/DeliveryQueue.ts"
import type { QueueOptions } from "../../../domain/webhooks/DeliveryQueue.ts"
import { Changes } from "../Changes.ts"
import { makeGroup } from "../groupCommit.ts"
import { makeClaim } from "./claimDeliveries.ts"
import { makeRecord } from "./recordAttempts.ts"

/** Leases and retry delays go by the database's clock, which all processes share. */
export const DeliveryQueuePostgres = (options: QueueOptions) =>
  Layer.effect(
    DeliveryQueue,
    Effect.gen(function* () {
      const queued = yield* Queue.sliding<void>(1)
      yield* (yield* Changes).onDeliveries(Effect.asVoid(Queue.offer(queued, undefined)))
      return DeliveryQueue.of({
        claim: yield* makeClaim(options),
        record: yield* makeGroup({
          name: "recordAttempts",
          flush: yield* makeRecord,
          largestGroup: 500,
          waitingRoom: 10_000
        }),
        untilQueued: Queue.take(queued)
      })
    })
  )
