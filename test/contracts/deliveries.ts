import { DateTime, Duration, Effect } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { nextDeliveryId } from "../../src/domain/shared/ids.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { DeliveryQueue } from "../../src/domain/webhooks/DeliveryQueue.ts"
import type { ClaimedDelivery, QueueOptions, Room } from "../../src/domain/webhooks/DeliveryQueue.ts"
import type { AttemptOutcome } from "../../src/domain/webhooks/schedule.ts"
import { newRecord } from "../fixtures.ts"

/** Makes a queue to be tested, and what fills it. */
export type MakeQueue<E> = (
  options: QueueOptions
) => Layer.Layer<DeliveryQueue | DecisionLog | Tenants | SecureRandom.SecureRandom, E>

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

/** Claims as the worker does, until a claim is not cut, and counts the claims. */
export const claimAll = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const deliveries: Array<ClaimedDelivery> = []
  let claims = 0
  let isCut = true
  while (isCut) {
    const part = yield* queue.claim(roomy)
    deliveries.push(...part.deliveries)
    isCut = part.isCut
    claims += 1
  }
  return { deliveries, claims }
})

export const record = Effect.fnUntraced(function* (
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

export const idsOf = (deliveries: ReadonlyArray<ClaimedDelivery>) => deliveries.map(({ id }) => id)
