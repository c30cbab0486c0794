import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import { DeliveryQueue } from "../../src/domain/webhooks/DeliveryQueue.ts"
import type { ClaimedDelivery } from "../../src/domain/webhooks/DeliveryQueue.ts"
import { newWorkspace } from "../fixtures.ts"
import { claim, enqueue, idsOf, lasting, roomy, url } from "./deliveries.ts"
import type { MakeQueue } from "./deliveries.ts"

/** How every DeliveryQueue shares its room among tenants and destinations. Each test has a queue of its own. */
export const deliveryRoomContract = <E>(name: string, implementation: MakeQueue<E>) => {
  const queue = implementation(lasting)

  describe(`${name}, where there is room for some deliveries,`, () => {
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

    it.live("comes in one claim to who is behind a tenant with many destinations and no room", () =>
      Effect.gen(function* () {
        const [crowd, single] = [yield* newWorkspace("live"), yield* newWorkspace("live")]
        yield* enqueue(crowd, ...Array.from({ length: 600 }, (_, index) => `${url}/${index}`))
        const { ids } = yield* enqueue(single, url)
        const tenants = [{ tenantId: crowd.tenantId, free: 0 }]
        const part = yield* (yield* DeliveryQueue).claim({ ...roomy, tenants })
        assert.deepStrictEqual([idsOf(part.deliveries), part.isCut], [ids, false])
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
  })
}
