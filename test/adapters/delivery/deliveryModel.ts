import type { DeliveryStatus } from "../../../src/domain/webhooks/Delivery.ts"

/** What the receivers do with a call. */
export type Behaviour = "accept" | "refuse" | "hang"

interface ModelDelivery {
  status: DeliveryStatus
  attempts: number
  /** When it is due, or may be taken over. */
  dueAt: number
  /** When the attempt under way is given up. */
  endsAt: number
  /** When each call was made. */
  readonly calls: Array<number>
}

/** Seconds. */
const pauses = [0, 60, 300, 1_800]
const timeOut = 10
const lease = 20

/** The delivery's rules in their simplest form: a clock that ticks twice a second, and one worker that is there. */
export const makeModel = () => {
  const deliveries: Array<ModelDelivery> = []
  let now = 0
  let behaviour: Behaviour = "accept"

  const fail = (delivery: ModelDelivery) => {
    delivery.attempts += 1
    const pause = pauses[delivery.attempts]
    delivery.status = pause === undefined ? "failed" : "waiting"
    delivery.dueAt = pause === undefined ? Infinity : now + pause
    delivery.endsAt = Infinity
  }

  const call = (delivery: ModelDelivery) => {
    delivery.calls.push(now)
    if (behaviour === "refuse") return fail(delivery)
    if (behaviour === "accept") {
      delivery.attempts += 1
      delivery.status = "delivered"
      delivery.dueAt = Infinity
      return
    }
    delivery.status = "sending"
    delivery.dueAt = now + lease
    delivery.endsAt = now + timeOut
  }

  const work = () => {
    for (const delivery of deliveries) {
      if (delivery.endsAt <= now) fail(delivery)
      if (delivery.dueAt <= now) call(delivery)
    }
  }

  return {
    enqueue: () => {
      deliveries.push({ status: "pending", attempts: 0, dueAt: now, endsAt: Infinity, calls: [] })
    },
    receiversNow: (next: Behaviour) => {
      behaviour = next
    },
    /** The attempts under way come to nothing, and another worker looks around at once. */
    killWorker: () => {
      for (const delivery of deliveries) delivery.endsAt = Infinity
      work()
    },
    advance: (seconds: number) => {
      for (let half = 0; half < 2 * seconds; half += 1) {
        now += 0.5
        work()
      }
    },
    state: () => deliveries.map(({ attempts, calls, status }) => ({ attempts, calls: [...calls], status }))
  }
}
