import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Tracer } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { nextDeliveryId } from "../../src/domain/shared/ids.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { DeliveryQueue } from "../../src/domain/webhooks/DeliveryQueue.ts"
import type { ClaimedDelivery, QueueOptions, Room } from "../../src/domain/webhooks/DeliveryQueue.ts"
import type { AttemptOutcome } from "../../src/domain/webhooks/schedule.ts"
import { newRecord, newWorkspace } from "../fixtures.ts"
import { eventuallyIs } from "../support/until.ts"

/** Short enough to be waited for. */
const brief = { delays: [Duration.zero], lease: Duration.millis(300) }
const untilLeaseEnds = Effect.sleep("400 millis")

/** Longer than a test. */
const lasting = { delays: [Duration.zero], lease: Duration.minutes(1) }

const roomy: Room = { total: 1_000, perTenant: 1_000, perDestination: 1_000, tenants: [], destinations: [] }

const url = "https://hooks.example.com/a"

const enqueue = Effect.fnUntraced(function* (workspace: Workspace, ...urls: ReadonlyArray<string>) {
  const record = yield* newRecord(workspace, { decision: { outcome: "block", tags: ["b", "a"] } })
  const deliveries = yield* Effect.forEach(urls, (url) =>
    Effect.map(nextDeliveryId, (id) => ({ id, url, event: "block" as const }))
  )
  yield* (yield* DecisionLog).commit({ ...record, deliveries })
  return { decision: record.decision, ids: deliveries.map(({ id }) => id) }
})

const claim = Effect.fnUntraced(function* (room: Partial<Room> = {}) {
  return (yield* (yield* DeliveryQueue).claim({ ...roomy, ...room })).deliveries
})

const claimOne = Effect.gen(function* () {
  const [delivery, ...others] = yield* claim()
  assert.isDefined(delivery)
  assert.deepStrictEqual(others, [])
  return delivery
})

const record = Effect.fnUntraced(function* (
  { attempt, id, workspace }: ClaimedDelivery,
  outcome: AttemptOutcome
) {
  const at = yield* DateTime.now
  yield* (yield* DeliveryQueue).record({
    id,
    workspace,
    attempt: {
      attempt,
      at,
      statusCode: outcome.status === "delivered" ? 200 : 500,
      fault: null,
      durationMs: 7
    },
    outcome
  })
})

const idsOf = (deliveries: ReadonlyArray<ClaimedDelivery>) => deliveries.map(({ id }) => id)

/** What every DeliveryQueue does, whatever keeps it. Each test has a queue of its own. */
export const deliveryQueueContract = <E>(
  name: string,
  implementation: (
    options: QueueOptions
  ) => Layer.Layer<DeliveryQueue | DecisionLog | Tenants | SecureRandom.SecureRandom, E>
) => {
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

    it.live("gives no destination and no tenant more than there is room for", () =>
      Effect.gen(function* () {
        const [one, two] = [yield* newWorkspace("live"), yield* newWorkspace("live")]
        const other = "https://hooks.example.com/b"
        for (const workspace of [one, two]) yield* enqueue(workspace, url, url, url, other, other, other)
        const count = (deliveries: ReadonlyArray<ClaimedDelivery>, workspace: Workspace, to: string) =>
          deliveries.filter(
            (delivery) => delivery.workspace.tenantId === workspace.tenantId && delivery.url === to
          ).length

        const first = yield* claim({ perDestination: 1 })
        assert.lengthOf(first, 4)
        const busy = first.find((delivery) => delivery.workspace.tenantId === one.tenantId)
        assert.isDefined(busy)
        const second = yield* claim({
          perTenant: 1,
          tenants: [{ tenantId: two.tenantId, free: 0 }],
          destinations: [{ tenantId: one.tenantId, destination: busy.destination, free: 0 }]
        })
        assert.lengthOf(second, 1)
        assert.strictEqual(count(second, one, busy.url), 0)
        assert.strictEqual(count(second, two, url) + count(second, two, other), 0)
        assert.lengthOf(yield* claim({ perTenant: 1 }), 2)
        assert.lengthOf(yield* claim(), 5)
      }).pipe(Effect.provide(queue))
    )

    it.live("says when there is more than it was asked for, and comes to all of it", () =>
      Effect.gen(function* () {
        const deliveries = yield* DeliveryQueue
        const expected: Array<string> = []
        for (let tenant = 0; tenant < 3; tenant += 1) {
          const { ids } = yield* enqueue(yield* newWorkspace("live"), url, url, url)
          expected.push(...ids)
        }
        const claimed: Array<string> = []
        const tenants = new Set<string>()
        for (let turn = 0; turn < 20 && claimed.length < expected.length; turn += 1) {
          const part = yield* deliveries.claim({ ...roomy, total: 2, perTenant: 1 })
          assert.isAtMost(part.deliveries.length, 2)
          claimed.push(...idsOf(part.deliveries))
          for (const { workspace } of part.deliveries) tenants.add(workspace.tenantId)
        }
        assert.sameMembers(claimed, expected)
        assert.strictEqual(tenants.size, 3)
      }).pipe(Effect.provide(queue))
    )

    it.live("comes to who is behind a tenant that has more due than there is room for", () =>
      Effect.gen(function* () {
        const [crowd, single] = [yield* newWorkspace("live"), yield* newWorkspace("live")]
        const urls = ["a", "b", "c"].map((name) => `https://hooks.example.com/${name}`)
        yield* enqueue(crowd, ...urls, ...urls)
        const { ids } = yield* enqueue(single, url)
        const deliveries = yield* DeliveryQueue
        const claimed: Array<string> = []
        let isCut = true
        while (isCut) {
          const part = yield* deliveries.claim({ ...roomy, total: 4, perTenant: 2, perDestination: 2 })
          assert.isAtMost(part.deliveries.length, 4)
          claimed.push(...idsOf(part.deliveries))
          isCut = part.isCut
        }
        assert.include(claimed, ids[0])
      }).pipe(Effect.provide(queue))
    )

    it.live("shows who is behind a long queue", () =>
      Effect.gen(function* () {
        const [crowd, single] = [yield* newWorkspace("live"), yield* newWorkspace("live")]
        yield* enqueue(crowd, ...Array.from({ length: 500 }, () => url))
        const { ids } = yield* enqueue(single, url)
        const claimed = yield* claim({ perDestination: 4 })
        assert.lengthOf(claimed, 5)
        assert.include(idsOf(claimed), ids[0])
      }).pipe(Effect.provide(queue))
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
