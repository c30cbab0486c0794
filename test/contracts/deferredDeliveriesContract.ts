import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { newWorkspace } from "../fixtures.ts"
import { claimAll, enqueue, idsOf, lasting, record, url } from "./deliveries.ts"
import type { MakeQueue } from "./deliveries.ts"

/** More than one claim would get to. */
const urls = Array.from({ length: 600 }, (_, index) => `${url}/${index}`)

/** What every DeliveryQueue does with deliveries to many destinations that are not due. Each test has its own queue. */
export const deferredDeliveriesContract = <E>(name: string, implementation: MakeQueue<E>) => {
  const queue = implementation(lasting)

  describe(`${name}, where deliveries to many destinations are not due,`, () => {
    it.live("does not look at those that wait for a retry or are under way, and sees a new one at once", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        yield* enqueue(workspace, ...urls)
        const { deliveries } = yield* claimAll
        const delay = Duration.minutes(5)
        yield* Effect.forEach(
          deliveries.slice(0, 300),
          (delivery) => record(delivery, { status: "waiting", delay }),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(yield* claimAll, { deliveries: [], claims: 1 })
        const { ids } = yield* enqueue(workspace, `${url}/new`)
        const next = yield* claimAll
        assert.deepStrictEqual([idsOf(next.deliveries), next.claims], [ids, 1])
      }).pipe(Effect.provide(queue))
    )

    it.live("hands all of them out once they are due, before it says that there is no more", () =>
      Effect.gen(function* () {
        const { ids } = yield* enqueue(yield* newWorkspace("live"), ...urls)
        const { deliveries } = yield* claimAll
        const delay = Duration.millis(10)
        yield* Effect.forEach(deliveries, (delivery) => record(delivery, { status: "waiting", delay }), {
          concurrency: "unbounded"
        })
        yield* Effect.sleep("100 millis")
        assert.sameMembers(idsOf((yield* claimAll).deliveries), [...ids])
      }).pipe(Effect.provide(queue))
    )
  })
}
