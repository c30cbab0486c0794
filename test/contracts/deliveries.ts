import { Duration, Effect } from "effect"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { nextDeliveryId } from "../../src/domain/shared/ids.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import { DeliveryQueue } from "../../src/domain/webhooks/DeliveryQueue.ts"
import type { ClaimedDelivery, Room } from "../../src/domain/webhooks/DeliveryQueue.ts"
import { newRecord } from "../fixtures.ts"

/** Longer than a test. */
export const lasting = { delays: [Duration.zero], lease: Duration.minutes(1) }

export const roomy: Room = {
  total: 1_000,
  perTenant: 1_000,
  perDestination: 1_000,
  tenants: [],
  destinations: []
}

export const url = "https://hooks.example.com/a"

export const enqueue = Effect.fnUntraced(function* (workspace: Workspace, ...urls: ReadonlyArray<string>) {
  const record = yield* newRecord(workspace, { decision: { outcome: "block", tags: ["b", "a"] } })
  const deliveries = yield* Effect.forEach(urls, (url) =>
    Effect.map(nextDeliveryId, (id) => ({ id, url, event: "block" as const }))
  )
  yield* (yield* DecisionLog).commit({ ...record, deliveries })
  return { decision: record.decision, ids: deliveries.map(({ id }) => id) }
})

export const claim = Effect.fnUntraced(function* (room: Partial<Room> = {}) {
  return (yield* (yield* DeliveryQueue).claim({ ...roomy, ...room })).deliveries
})

export const idsOf = (deliveries: ReadonlyArray<ClaimedDelivery>) => deliveries.map(({ id }) => id)
