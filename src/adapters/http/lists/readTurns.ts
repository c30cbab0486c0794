import { Context, Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { makeBoundedTurns } from "../../../domain/shared/turns.ts"
import { CurrentCaller } from "../access/Authorization.ts"

/**
 * How many reads of one tenant this process works on at a time. A client that sends a few at once must not notice, and
 * other tenants must have most of the connections to the database, of which there are ten by default. The others wait,
 * in order.
 */
const readsAtOnce = 4

/** How many may wait or be in progress: no more than a process works on by default, of all tenants. */
const readsAsked = 500

const ReadTurns = Context.Reference<ReturnType<typeof makeBoundedTurns>>(
  "prescreen/adapters/http/lists/ReadTurns",
  { defaultValue: () => makeBoundedTurns(readsAtOnce, readsAsked) }
)

/**
 * For pages of lists and single documents, which cost milliseconds each: works on a few of the caller's tenant at a
 * time, so that checks of other tenants do not wait for all of them. Fails when too many of the tenant wait.
 *
 * A read that has begun goes on if its client leaves. Otherwise clients that leave at once would make the database work
 * on any number of them.
 */
export const inReadTurn = <A, E, R>(
  read: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageUnavailable, R | CurrentCaller> =>
  Effect.gen(function* () {
    const { identity } = yield* CurrentCaller
    const inTurn = yield* ReadTurns
    return yield* inTurn(identity.tenantId, { cost: 1, size: 1 })(Effect.uninterruptible(read))
  })
