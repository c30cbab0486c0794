import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Tracer } from "effect"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { nextDeliveryId } from "../../src/domain/shared/ids.ts"
import { DeliveryQueue } from "../../src/domain/webhooks/DeliveryQueue.ts"
import { newRecord, newWorkspace } from "../fixtures.ts"
import { eventuallyIs } from "../support/until.ts"
import { claim, claimAll, enqueue, idsOf, lasting, record, url } from "./deliveries.ts"
import type { MakeQueue } from "./deliveries.ts"

/** Short enough to be waited for. */
const brief = { delays: [Duration.zero], lease: Duration.millis(300) }
const untilLeaseEnds = Effect.sleep("400 millis")

const claimOne = Effect.gen(function* () {
  const [delivery, ...others] = (yield* claimAll).deliveries
  assert.isDefined(delivery)
  assert.deepStrictEqual(others, [])
  return delivery
})

/** What every DeliveryQueue does, whatever keeps it. Each test has a queue of its own. */
export const deliveryQueueContract = <E>(name: string, implementation: MakeQueue<E>) => {
  const queue = implementation(lasting)

  describe(`${name}, as every queue of deliveries,`, () => {
    it.live("hands out what a decision caused, once, with what it is to tell", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        yield* (yield* DecisionLog).commit(yield* newRecord(workspace))
        const { decision, ids } = yield* enqueue(workspace, url)
        const delivery = yield* claimOne
        assert.deepInclude(delivery, {
          workspace,
          url,
          event: "block",
          policy: decision.policy,
          attempt: 1
        })
        assert.strictEqual(delivery.id, ids[0])
        assert.deepStrictEqual(delivery.occasion, {
          decision: {
            id: decision.id,
            tenantId: workspace.tenantId,
            outcome: "block",
            tags: ["b", "a"],
            policyId: decision.policy.id,
            policyVersion: decision.policy.version
          },
          review: null
        })
        assert.deepStrictEqual(yield* claim(), [])
      }).pipe(Effect.provide(queue))
    )

    it.live("tells of the request's span where that was traced, and of none where not", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const record = yield* newRecord(workspace)
        const span = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" }
        const traced = yield* nextDeliveryId
        const deliveries = [
          {
            id: traced,
            url,
            event: "allow" as const,
            cause: Tracer.externalSpan({ ...span, sampled: true })
          },
          { id: yield* nextDeliveryId, url, event: "tag" as const }
        ]
        yield* (yield* DecisionLog).commit({ ...record, deliveries })
        const [one, other] = (yield* claim()).toSorted((a) => (a.id === traced ? -1 : 1))
        assert.deepInclude(one?.cause, { ...span, sampled: true })
        assert.isDefined(other)
        assert.isUndefined(other.cause)
      }).pipe(Effect.provide(queue))
    )

    it.live("never hands out again what was delivered or has failed for good", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        yield* enqueue(workspace, url, url)
        const [one, two] = yield* claim()
        assert.isDefined(one)
        assert.isDefined(two)
        yield* record(one, { status: "delivered" })
        yield* record(two, { status: "failed" })
        yield* untilLeaseEnds
        assert.deepStrictEqual(yield* claim(), [])
      }).pipe(Effect.provide(implementation(brief)))
    )

    it.live("hands out what waits when its pause is over, as the next attempt, and not before", () =>
      Effect.gen(function* () {
        yield* enqueue(yield* newWorkspace("live"), url, url)
        const [soon, late] = yield* claim()
        assert.isDefined(soon)
        assert.isDefined(late)
        yield* record(soon, { status: "waiting", delay: Duration.sum(brief.lease, Duration.millis(100)) })
        yield* record(late, { status: "waiting", delay: Duration.minutes(5) })
        const again = yield* eventuallyIs("it is handed out again", claim(), ({ length }) => length > 0)
        assert.deepStrictEqual(idsOf(again), [soon.id])
        assert.strictEqual(again[0]?.attempt, 2)
      }).pipe(Effect.provide(implementation(brief)))
    )

    it.live("hands out again, as the same attempt, what was not recorded before its lease ended", () =>
      Effect.gen(function* () {
        yield* enqueue(yield* newWorkspace("live"), url)
        const first = yield* claimOne
        yield* untilLeaseEnds
        const second = yield* claimOne
        assert.deepStrictEqual(second, first)
        yield* record(second, { status: "waiting", delay: Duration.zero })
        // The first owner wakes up, and is not heard: neither before the next attempt nor during it.
        yield* record(first, { status: "delivered" })
        const next = yield* claimOne
        assert.strictEqual(next.attempt, 2)
        yield* record(first, { status: "delivered" })
        yield* record(next, { status: "waiting", delay: Duration.zero })
        assert.strictEqual((yield* claimOne).attempt, 3)
      }).pipe(Effect.provide(implementation(brief)))
    )

    it.live("waits before the first attempt for as long as it is told to", () =>
      Effect.gen(function* () {
        yield* enqueue(yield* newWorkspace("live"), url)
        yield* Effect.sleep("100 millis")
        assert.deepStrictEqual(yield* claim(), [])
      }).pipe(Effect.provide(implementation({ ...lasting, delays: [Duration.minutes(5)] })))
    )

    it.live("makes the first attempt once that is over", () =>
      Effect.gen(function* () {
        const { ids } = yield* enqueue(yield* newWorkspace("live"), url)
        const claimed = yield* eventuallyIs("it is handed out", claim(), ({ length }) => length > 0)
        assert.deepStrictEqual(idsOf(claimed), ids)
      }).pipe(Effect.provide(implementation({ ...lasting, delays: [Duration.millis(100)] })))
    )

    it.live("hands nothing out twice to those who claim at once", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const { ids } = yield* enqueue(workspace, ...Array.from({ length: 60 }, () => url))
        const claims = yield* Effect.forEach(Array.from({ length: 6 }), () => claim({ perDestination: 10 }), {
          concurrency: "unbounded"
        })
        const claimed = idsOf([...claims.flat(), ...(yield* claim())])
        assert.sameMembers(claimed, [...ids])
      }).pipe(Effect.provide(queue))
    )

    it.live("wakes who waits when something is queued", () =>
      Effect.gen(function* () {
        const deliveries = yield* DeliveryQueue
        const workspace = yield* newWorkspace("live")
        // Whatever woke it before.
        yield* Effect.timeoutOption(deliveries.untilQueued, "500 millis")
        yield* Effect.forkChild(Effect.andThen(Effect.sleep("50 millis"), enqueue(workspace, url)))
        yield* Effect.timeout(deliveries.untilQueued, "10 seconds")
        assert.lengthOf(yield* claim(), 1)
      }).pipe(Effect.provide(queue))
    )
  })
}
