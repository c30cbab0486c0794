import { Clock, Duration, Effect, Layer, Ref } from "effect"
import type { DeliveryStatus } from "../../src/domain/webhooks/Delivery.ts"
import { DeliveryQueue } from "../../src/domain/webhooks/DeliveryQueue.ts"
import type {
  AttemptRecord,
  ClaimedDelivery,
  QueueOptions,
  Room
} from "../../src/domain/webhooks/DeliveryQueue.ts"
import { LoggedRecords } from "./InMemoryDecisionLog.ts"

interface Held {
  readonly delivery: Omit<ClaimedDelivery, "attempt">
  status: DeliveryStatus
  attempts: number
  /** Milliseconds; undefined once it has ended. */
  dueAt: number | undefined
}

const countDown = (free: Map<string, number>, name: string, whenUnlisted: number): boolean => {
  const left = free.get(name) ?? whenUnlisted
  if (left <= 0) return false
  free.set(name, left - 1)
  return true
}

/** Takes what fits, the longest due first, and tells whether all that is due was looked at. */
const pick = (due: ReadonlyArray<Held>, room: Room) => {
  const tenants = new Map(room.tenants.map(({ free, tenantId }) => [tenantId as string, free]))
  const destinations = new Map(room.destinations.map(({ destination, free }) => [destination, free]))
  const picked: Array<Held> = []
  for (const held of due) {
    if (picked.length >= room.total) return { picked, isCut: true }
    const { destination, workspace } = held.delivery
    const fits =
      (destinations.get(destination) ?? room.perDestination) > 0 &&
      countDown(tenants, workspace.tenantId, room.perTenant) &&
      countDown(destinations, destination, room.perDestination)
    if (fits) picked.push(held)
  }
  return { picked, isCut: false }
}

/** The deliveries of the records that the fake log holds, by the test's clock. */
export const InMemoryDeliveryQueue = ({ delays: [firstDelay = Duration.zero], lease }: QueueOptions) =>
  Layer.effect(
    DeliveryQueue,
    Effect.gen(function* () {
      const records = yield* LoggedRecords
      const known = new Map<string, Held>()
      let seen = 0

      /** What was committed since the last look is due from now on. */
      const take = (now: number) =>
        Effect.map(Ref.get(records), (all) => {
          for (const { decision, deliveries, workspace } of all.slice(seen)) {
            const occasion = {
              decision: {
                id: decision.id,
                tenantId: workspace.tenantId,
                outcome: decision.outcome,
                tags: decision.tags,
                policyId: decision.policy.id,
                policyVersion: decision.policy.version
              },
              review: null
            }
            for (const { cause, event, id, url } of deliveries) {
              const destination = `${workspace.tenantId} ${url}`
              const { policy } = decision
              const delivery = { id, workspace, url, event, policy, occasion, destination, cause }
              const dueAt = now + Duration.toMillis(firstDelay)
              known.set(id, { delivery, status: "pending", attempts: 0, dueAt })
            }
          }
          const isNew = all.length > seen
          seen = all.length
          return isNew
        })

      const settle = ({ attempt, id, outcome }: AttemptRecord, now: number) => {
        const held = known.get(id)
        if (held?.status !== "sending" || held.attempts !== attempt.attempt - 1) return
        held.status = outcome.status
        held.attempts = attempt.attempt
        held.dueAt = outcome.status === "waiting" ? now + Duration.toMillis(outcome.delay) : undefined
      }

      return DeliveryQueue.of({
        claim: Effect.fnUntraced(function* (room) {
          const now = yield* Clock.currentTimeMillis
          yield* take(now)
          const due = [...known.values()]
            .filter(({ dueAt }) => dueAt !== undefined && dueAt <= now)
            .toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
          const { isCut, picked } = pick(due, room)
          const deliveries = picked.map((held) => {
            held.status = "sending"
            held.dueAt = now + Duration.toMillis(lease)
            return { ...held.delivery, attempt: held.attempts + 1 }
          })
          return { deliveries, isCut }
        }),
        record: (record) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            settle(record, now)
          }),
        untilQueued: Effect.gen(function* () {
          while (!(yield* take(yield* Clock.currentTimeMillis))) yield* Effect.sleep("10 millis")
        })
      })
    })
  )
