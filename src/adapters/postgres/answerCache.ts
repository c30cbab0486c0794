import { Duration, Exit } from "effect"
import type { Clock } from "effect"

/** How much a cache holds, in the unit in which answers are measured. */
export interface CacheRoom {
  readonly capacity: number
  /**
   * How much of that may be about one tenant. A tenant that asks for much then displaces its own answers, and nobody
   * else's.
   */
  readonly share: number
}

interface CachedAnswer<A> {
  readonly answer: Exit.Exit<A>
  readonly tenantId: string | null
  readonly size: number
  /** In milliseconds. */
  readonly expiresAt: number
}

interface OfTenant {
  readonly keys: Set<string>
  size: number
}

/** Drops keys, the first ones first, until there is room. */
const dropUntil = (hasRoom: () => boolean, keys: Iterable<string>, drop: (key: string) => void): void => {
  for (const key of keys) {
    if (hasRoom()) return
    drop(key)
  }
}

/**
 * Answers by key, and by the tenant that they are about, so that those about a tenant that changes are found at once.
 */
export const makeAnswerCache = <A>(
  { capacity, share }: CacheRoom,
  clock: Clock.Clock,
  timeToLive: Duration.Duration
) => {
  const entries = new Map<string, CachedAnswer<A>>()
  const ofTenants = new Map<string, OfTenant>()
  const lasting = Duration.toMillis(timeToLive)
  let size = 0

  const drop = (key: string): void => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    size -= entry.size
    const { tenantId } = entry
    const own = tenantId === null ? undefined : ofTenants.get(tenantId)
    if (tenantId === null || own === undefined) return
    own.keys.delete(key)
    own.size -= entry.size
    if (own.keys.size === 0) ofTenants.delete(tenantId)
  }

  /** Makes room for one more answer. An answer larger than the whole cache is kept alone. */
  const makeRoom = (wanted: number, tenantId: string | null): void => {
    const own = tenantId === null ? undefined : ofTenants.get(tenantId)
    if (own !== undefined) dropUntil(() => own.size + wanted <= share, own.keys, drop)
    dropUntil(() => size + wanted <= capacity, entries.keys(), drop)
  }

  return {
    /** Returns an answer without a step of the runtime, or undefined if there is none or it is too old. */
    get: (key: string): Exit.Exit<A> | undefined => {
      const entry = entries.get(key)
      return entry !== undefined && entry.expiresAt > clock.currentTimeMillisUnsafe()
        ? entry.answer
        : undefined
    },
    keep: (key: string, answer: A, tenantId: string | null, wanted: number): void => {
      // A replaced answer would otherwise keep its old place in the order in which answers are dropped.
      drop(key)
      makeRoom(wanted, tenantId)
      const expiresAt = clock.currentTimeMillisUnsafe() + lasting
      entries.set(key, { answer: Exit.succeed(answer), tenantId, size: wanted, expiresAt })
      size += wanted
      if (tenantId === null) return
      const own = ofTenants.get(tenantId) ?? { keys: new Set(), size: 0 }
      ofTenants.set(tenantId, own)
      own.keys.add(key)
      own.size += wanted
    },
    /** Forgets the answers about a tenant, or everything if the tenant is null. */
    forget: (tenantId: string | null): void => {
      if (tenantId === null) {
        entries.clear()
        ofTenants.clear()
        size = 0
      } else {
        const own = ofTenants.get(tenantId)
        for (const key of own?.keys ?? []) entries.delete(key)
        ofTenants.delete(tenantId)
        size -= own?.size ?? 0
      }
    }
  }
}
