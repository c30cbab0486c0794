import { Duration, Exit } from "effect"
import type { Clock } from "effect"

/** How much is kept, in whatever unit an answer's size is. */
export interface CacheRoom {
  readonly capacity: number
  /** Of that for what is about one tenant: whoever asks for much displaces their own answers, and no one else's. */
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

/** Drops the first of some keys until there is room. */
const dropUntil = (hasRoom: () => boolean, keys: Iterable<string>, drop: (key: string) => void): void => {
  for (const key of keys) {
    if (hasRoom()) return
    drop(key)
  }
}

/** Answers by key and by the tenant that they are about, so that what one tenant changes is found among all at once. */
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

  /** Makes room for one more. What is larger than all the room is kept alone. */
  const makeRoom = (wanted: number, tenantId: string | null): void => {
    const own = tenantId === null ? undefined : ofTenants.get(tenantId)
    if (own !== undefined) dropUntil(() => own.size + wanted <= share, own.keys, drop)
    dropUntil(() => size + wanted <= capacity, entries.keys(), drop)
  }

  return {
    /** An answer that costs no step of the runtime, unless there is none or it is too old. */
    get: (key: string): Exit.Exit<A> | undefined => {
      const entry = entries.get(key)
      return entry !== undefined && entry.expiresAt > clock.currentTimeMillisUnsafe()
        ? entry.answer
        : undefined
    },
    keep: (key: string, answer: A, tenantId: string | null, wanted: number): void => {
      // What is there already would keep its place among those that go first.
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
    /** Forgets what is about a tenant, or with null everything. */
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
