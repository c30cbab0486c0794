import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, FiberSet, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { deliverForever } from "../../../src/adapters/delivery/DeliveryWorker.ts"
import { SecureRandomPooled } from "../../../src/adapters/random/SecureRandomPooled.ts"
import { DecisionLog } from "../../../src/domain/screening/DecisionLog.ts"
import { nextDeliveryId } from "../../../src/domain/shared/ids.ts"
import { DeliveryQueue } from "../../../src/domain/webhooks/DeliveryQueue.ts"
import type { AttemptRecord } from "../../../src/domain/webhooks/DeliveryQueue.ts"
import { WebhookSecrets } from "../../../src/domain/webhooks/WebhookSecrets.ts"
import { WebhookSender } from "../../../src/domain/webhooks/WebhookSender.ts"
import { InMemoryDecisionLog } from "../../fakes/InMemoryDecisionLog.ts"
import { InMemoryDeliveryQueue } from "../../fakes/InMemoryDeliveryQueue.ts"
import { live, newRecord } from "../../fixtures.ts"
import { makeModel } from "./deliveryModel.ts"
import type { Behaviour } from "./deliveryModel.ts"

const delays = ["0 seconds", "1 minute", "5 minutes", "30 minutes"].map((text) =>
  Duration.fromInputUnsafe(text as Duration.Input)
)

/** Mostly what can meet: calls that hang, a worker that is killed while they do, and a clock that goes on a little. */
const Command = Schema.Union([
  Schema.Literals(["enqueue", "killWorker", "killWorker", "accept", "refuse", "hang", "hang", "hang"]),
  Schema.Struct({ advance: Schema.Literals([1, 1, 5, 5, 9, 11, 20]) }),
  Schema.Struct({ advance: Schema.Literals([1, 5, 20, 60, 60, 300, 1_800]) })
])
type Command = typeof Command.Type

/** What was seen from outside, by delivery. */
interface Seen {
  readonly order: Array<string>
  readonly calls: Map<string, Array<number>>
  readonly records: Map<string, Array<AttemptRecord>>
  behaviour: Behaviour
}

const seconds = Effect.map(Clock.currentTimeMillis, (now) => now / 1_000)

const append = <A>(map: Map<string, Array<A>>, key: string, value: A) =>
  map.set(key, [...(map.get(key) ?? []), value])

/** A receiver that does as it is told. What hangs is given up as the sender would. */
const ScriptedSender = (seen: Seen) =>
  Layer.succeed(WebhookSender, {
    send: Effect.fnUntraced(function* ({ id }) {
      append(seen.calls, id, yield* seconds)
      if (seen.behaviour === "accept") return { statusCode: 200, fault: null }
      if (seen.behaviour === "refuse") return { statusCode: 500, fault: null }
      yield* Effect.sleep("10 seconds")
      return { statusCode: null, fault: "timeout" as const }
    })
  })

/** Records are watched; and no word of what is queued comes through, so that only the worker's clock counts. */
const watched = (seen: Seen) =>
  Layer.effect(
    DeliveryQueue,
    Effect.map(DeliveryQueue, (queue) => ({
      claim: queue.claim,
      untilQueued: Effect.never,
      record: (record: AttemptRecord) => {
        append(seen.records, record.id, record)
        return queue.record(record)
      }
    }))
  ).pipe(Layer.provide(InMemoryDeliveryQueue({ delays: [Duration.zero], lease: Duration.seconds(20) })))

const World = (seen: Seen) =>
  Layer.mergeAll(
    watched(seen),
    ScriptedSender(seen),
    Layer.succeed(WebhookSecrets, { of: () => Effect.succeed([Redacted.make("a secret")]) }),
    SecureRandomPooled
  ).pipe(Layer.provideMerge(InMemoryDecisionLog), Layer.fresh)

const enqueue = Effect.fnUntraced(function* (seen: Seen) {
  const record = yield* newRecord(live)
  const id = yield* nextDeliveryId
  // A destination of its own, so that none waits for another's turn.
  const delivery = { id, url: `https://hooks.example.com/${seen.order.length}`, event: "allow" as const }
  yield* (yield* DecisionLog).commit({ ...record, deliveries: [delivery] })
  seen.order.push(id)
})

/** A worker that can be killed: its attempts end with it, at once. */
const startWorker = Effect.gen(function* () {
  const attempts = yield* FiberSet.make<void>()
  const loop = yield* Effect.forkScoped(deliverForever({ delays }, attempts))
  yield* TestClock.adjust(0)
  return { kill: Effect.andThen(Fiber.interrupt(loop), FiberSet.clear(attempts)) }
})

const run = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>, seen: Seen) {
  const model = makeModel()
  let worker = yield* startWorker
  const obey = Effect.fnUntraced(function* (command: Command) {
    if (typeof command === "object") {
      model.advance(command.advance)
      return yield* TestClock.adjust(Duration.seconds(command.advance))
    }
    if (command === "enqueue") {
      model.enqueue()
      return yield* enqueue(seen)
    }
    if (command === "killWorker") {
      model.killWorker()
      yield* worker.kill
      worker = yield* startWorker
      return
    }
    model.receiversNow(command)
    seen.behaviour = command
  })
  const compare = (after: string) => {
    const expected = model.state()
    const actual = seen.order.map((id, index) => {
      const records = seen.records.get(id) ?? []
      const calls = seen.calls.get(id) ?? []
      const last = records.at(-1)?.outcome.status
      const underWay = expected[index]?.status === "sending" || expected[index]?.status === "pending"
      return { attempts: records.length, calls, status: underWay ? expected[index]?.status : last }
    })
    assert.deepStrictEqual(actual, expected, after)
  }
  for (const [index, command] of commands.entries()) {
    yield* obey(command)
    compare(`after command ${index}`)
  }
  // The worst case: what is left is refused three times more, after a killed worker's lease.
  yield* obey({ advance: 1_800 })
  yield* obey({ advance: 300 })
  yield* obey({ advance: 300 })
  yield* obey({ advance: 60 })
  compare("in the end")
  for (const { attempts, status } of model.state()) {
    assert.include(["delivered", "failed"], status)
    assert.isTrue(status === "delivered" ? attempts <= 4 : attempts === 4)
  }
  for (const records of seen.records.values()) {
    assert.deepStrictEqual(
      records.map(({ attempt }) => attempt.attempt),
      records.map((_, index) => index + 1)
    )
  }
})

describe("a delivery, whatever receivers do, workers suffer and the clock shows", () => {
  it.effect.prop(
    "is attempted exactly when the simple model says, and ends taken or after four attempts",
    [Schema.Array(Command).check(Schema.isMinLength(16), Schema.isMaxLength(40))],
    ([commands]) => {
      const seen: Seen = { order: [], calls: new Map(), records: new Map(), behaviour: "accept" }
      return run(["enqueue", ...commands], seen).pipe(
        Effect.provide(World(seen)),
        Effect.scoped,
        Effect.provide(TestClock.layer())
      )
    },
    { timeout: 60_000, arbitrary: { runs: 10 } }
  )
})
