import type { TenantId } from "../shared/ids.ts"
import type { ClaimedDelivery, Room } from "./DeliveryQueue.ts"

export interface TurnLimits {
  /** The most attempts under way at once in one process. */
  readonly total: number
  /** The most attempts under way at once for one tenant. */
  readonly perTenant: number
  /** The most attempts under way at once for one destination, reached as it keeps answering. */
  readonly perDestination: number
  /** The limit with which a destination starts while nothing is known about it. */
  readonly perNewDestination: number
}

interface Destination {
  readonly tenantId: TenantId
  held: number
  limit: number
}

type Held = Pick<ClaimedDelivery, "destination" | "workspace">

/** How many destinations are remembered only because they timed out, with no attempt under way. */
const mostRemembered = 10_000

/**
 * Half of what was too much, and one more after each success. So a limit soon comes down to what works, and seldom tries
 * what does not.
 */
const adapt = (limit: number, wasTooMuch: boolean, most: number): number =>
  wasTooMuch ? Math.max(1, Math.floor(limit / 2)) : Math.min(most, limit + 1)

/**
 * Shares out a process's attempts among tenants and destinations.
 *
 * Each attempt that does not time out raises a destination's limit by one and each time-out halves it, so a
 * destination that hangs is soon down to one attempt at a time. A tenant gets at most half of what is free at that
 * moment, so that something is left for the next tenant however many destinations hang.
 */
export const makeFairTurns = (limits: TurnLimits) => {
  const destinations = new Map<string, Destination>()
  const tenants = new Map<TenantId, number>()
  let held = 0
  let perClaim = limits.total

  const half = () => Math.ceil((limits.total - held) / 2)
  const share = () => Math.min(limits.perTenant, half())

  const destinationOf = ({ destination, workspace }: Held): Destination => {
    const known = destinations.get(destination)
    if (known !== undefined) return known
    const added = { tenantId: workspace.tenantId, held: 0, limit: limits.perNewDestination }
    destinations.set(destination, added)
    return added
  }

  const isWorthRemembering = ({ held, limit }: Destination) =>
    held > 0 || (limit < limits.perNewDestination && destinations.size <= mostRemembered)

  return {
    /** How much more each tenant and destination may take now. */
    room: (): Room => ({
      total: Math.min(half(), perClaim),
      perTenant: share(),
      perDestination: limits.perNewDestination,
      tenants: [...tenants].map(([tenantId, count]) => ({ tenantId, free: Math.max(0, share() - count) })),
      destinations: [...destinations].map(([destination, { held, limit, tenantId }]) => ({
        tenantId,
        destination,
        free: Math.max(0, limit - held)
      }))
    }),

    /**
     * Learns from a claim how much the next one may ask for. One that failed may have found more than the storage can
     * hand over in time, and would find the same again.
     */
    learn: ({ total }: Room, hasFailed: boolean): void => {
      perClaim = adapt(hasFailed ? total : perClaim, hasFailed, limits.total)
    },

    /** Occupies a place for a delivery's attempt. */
    take: (delivery: Held): void => {
      const { tenantId } = delivery.workspace
      destinationOf(delivery).held += 1
      tenants.set(tenantId, (tenants.get(tenantId) ?? 0) + 1)
      held += 1
    },

    /** Frees a place. Returns whether other deliveries may have been waiting for it. */
    giveBack: (delivery: Held, timedOut: boolean): boolean => {
      const { tenantId } = delivery.workspace
      const destination = destinationOf(delivery)
      const ofTenant = tenants.get(tenantId) ?? 0
      const wasFull = destination.held >= destination.limit || ofTenant >= share()
      destination.held -= 1
      destination.limit = adapt(destination.limit, timedOut, limits.perDestination)
      held -= 1
      if (ofTenant <= 1) tenants.delete(tenantId)
      else tenants.set(tenantId, ofTenant - 1)
      if (!isWorthRemembering(destination)) destinations.delete(delivery.destination)
      return wasFull
    }
  }
}
