import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, FiberSet, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { deliverForever } from "../../../src/adapters/delivery/DeliveryWorker.ts"
import { SecureRandomPooled } from "../../../src/adapters/random/SecureRandomPooled.ts"
import { DecisionLog } from "../../../src/domain/screening/DecisionLog.ts"
import { nextDeliveryId, TenantId } from "../../../src/domain/shared/ids.ts"
import { StorageUnavailable } from "../../../src/domain/shared/StorageUnavailable.ts"
import type { Workspace } from "../../../src/domain/shared/Workspace.ts"
import { DeliveryQueue } from "../../../src/domain/webhooks/DeliveryQueue.ts"
import type { Room } from "../../../src/domain/webhooks/DeliveryQueue.ts"
import { WebhookSecrets } from "../../../src/domain/webhooks/WebhookSecrets.ts"
import { WebhookSender } from "../../../src/domain/webhooks/WebhookSender.ts"
import { InMemoryDecisionLog } from "../../fakes/InMemoryDecisionLog.ts"
import { InMemoryDeliveryQueue } from "../../fakes/InMemoryDeliveryQueue.ts"
import { idOf, live, newRecord } from "../../fixtures.ts"

/** A queue whose storage cannot hand over more than `most` deliveries at once. */
const SlowQueue = (most: number) =>
  Layer.effect(
    DeliveryQueue,
    Effect.map(DeliveryQueue, (queue) => ({
      ...queue,
      untilQueued: Effect.never,
      claim: (room: Room) =>
        room.total <= most ? queue.claim(room) : Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 }))
    }))
  ).pipe(Layer.provide(InMemoryDeliveryQueue({ delays: [Duration.zero], lease: Duration.seconds(20) })))

const World = (most: number, delivered: Array<string>) =>
  Layer.mergeAll(
    SlowQueue(most),
    Layer.succeed(WebhookSender, {
      send: ({ id }) =>
        Effect.sync(() => {
          delivered.push(id)
          return { statusCode: 200, fault: null }
        })
    }),
    Layer.succeed(WebhookSecrets, { of: () => Effect.succeed([Redacted.make("a secret")]) }),
    SecureRandomPooled
  ).pipe(Layer.provideMerge(InMemoryDecisionLog))

const other: Workspace = { tenantId: TenantId.make(idOf("ten", "9")), mode: "live" }

const enqueue = Effect.fnUntraced(function* (workspace: Workspace) {
  const id = yield* nextDeliveryId
  const delivery = { id, url: "https://hooks.example.com", event: "allow" as const }
  yield* (yield* DecisionLog).commit({ ...(yield* newRecord(workspace)), deliveries: [delivery] })
  return id
})

describe("deliveries of which the storage cannot hand over many at once", () => {
  it.effect.each([1, 3, 40])("are all made, %i at a time, and so are those behind them", (most) => {
    const delivered: Array<string> = []
    return Effect.gen(function* () {
      const expected: Array<string> = []
      for (let index = 0; index < 100; index += 1) expected.push(yield* enqueue(live))
      expected.push(yield* enqueue(other))
      yield* Effect.forkScoped(deliverForever({ delays: [Duration.zero] }, yield* FiberSet.make<void>()))
      yield* TestClock.adjust("10 minutes")
      assert.sameMembers(delivered, expected)
    }).pipe(Effect.provide(World(most, delivered)))
  })
})
