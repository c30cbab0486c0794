import type { TenantId } from "../shared/ids.ts"
import type { ClaimedDelivery, Room } from "./DeliveryQueue.ts"

export interface TurnLimits {
  /** Attempts under way in one process. */
  readonly total: number
  /** Of one tenant. */
  readonly perTenant: number
  /** Of one destination that answers. */
  readonly perDestination: number
  /** Of a destination that nothing is known of. */
  readonly perNewDestination: number
}

interface Destination {
  readonly tenantId: TenantId
  held: number
  limit: number
}

type Held = Pick<ClaimedDelivery, "destination" | "workspace">

/** Destinations that hang and have nothing under way are remembered up to this number. */
const mostRemembered = 10_000

/**
 * Who may have how much of a process's attention.
 *
 * A destination's limit grows by one with each answer and is halved by each time-out, so that one that hangs soon
 * holds a single place. A tenant gets at most half of what is free at that moment: however many hang, something is
 * left for the next one.
 */
export const makeFairTurns = (limits: TurnLimits) => {
  const destinations = new Map<string, Destination>()
  const tenants = new Map<TenantId, number>()
  let held = 0

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
    room: (): Room => ({
      total: half(),
      perTenant: share(),
      perDestination: limits.perNewDestination,
      tenants: [...tenants].map(([tenantId, count]) => ({ tenantId, free: Math.max(0, share() - count) })),
      destinations: [...destinations].map(([destination, { held, limit, tenantId }]) => ({
        tenantId,
        destination,
        free: Math.max(0, limit - held)
      }))
    }),

    take: (delivery: Held): void => {
      const { tenantId } = delivery.workspace
      destinationOf(delivery).held += 1
      tenants.set(tenantId, (tenants.get(tenantId) ?? 0) + 1)
      held += 1
    },

    /** Gives a place back. Tells whether somebody may have been waiting for it. */
    giveBack: (delivery: Held, timedOut: boolean): boolean => {
      const { tenantId } = delivery.workspace
      const destination = destinationOf(delivery)
      const ofTenant = tenants.get(tenantId) ?? 0
      const wasFull = destination.held >= destination.limit || ofTenant >= share()
      destination.held -= 1
      destination.limit = timedOut
        ? Math.max(1, Math.floor(destination.limit / 2))
        : Math.min(limits.perDestination, destination.limit + 1)
      held -= 1
      if (ofTenant <= 1) tenants.delete(tenantId)
      else tenants.set(tenantId, ofTenant - 1)
      if (!isWorthRemembering(destination)) destinations.delete(delivery.destination)
      return wasFull
    }
  }
}
