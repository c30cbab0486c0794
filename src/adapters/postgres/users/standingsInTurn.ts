import { Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { makeBoundedTurns } from "../../../domain/shared/turns.ts"
import type { UserStanding } from "../../../domain/users/UserStates.ts"
import { makeGroup } from "../groupCommit.ts"
import { costOf, makeStandings } from "./userStandings.ts"
import type { StandingRequest } from "./userStandings.ts"

const waitingRoom = 10_000

/**
 * For users whose rules look at few decisions: enough users to make a read worth its round trip, few enough that none
 * waits long.
 */
const plain = { mostCost: 2_500, largestGroup: 200, waitingRoom }

/**
 * Users whose rules look at more decisions are read apart and few at a time, up to 50 ms for each. So nobody else waits
 * behind them, and none of them waits long.
 */
const costly = { mostCost: 55_000, largestGroup: 8, waitingRoom, lanes: [1, 1] }

/** Users whose rules look at even more decisions are read one by one. */
const heavy = { largestGroup: 1, waitingRoom }

/**
 * How much of one tenant is read at once, not counting plain users: two costly users, or one heavy user. The rest waits
 * outside the groups, so that another tenant comes next, however many checks this one makes.
 */
const mostAtOnce = 2 * costly.mostCost

/**
 * How much of one tenant may wait, which is seconds of work. Beyond that, a check is refused and leaves room for
 * others.
 */
const mostWaiting = 60 * costly.mostCost

/** Looks up users with the counts of all their rules, for many tenants together where that costs little. */
export const makeStandingsInTurn = Effect.gen(function* () {
  const flush = yield* makeStandings
  const group = (name: string, room: typeof plain | typeof costly | typeof heavy) =>
    makeGroup({ name, flush, ...room })
  const readPlain = yield* group("readUserStandings", plain)
  const readCostly = yield* group("readCostlyUserStandings", costly)
  const readHeavy = yield* group("readHeavyUserStandings", heavy)
  const inTurn = makeBoundedTurns(mostAtOnce, mostWaiting)

  return (request: StandingRequest): Effect.Effect<UserStanding, StorageUnavailable> => {
    const cost = costOf(request.rules)
    if (cost <= plain.mostCost) return readPlain(request)
    const isCostly = cost <= costly.mostCost
    const read = isCostly ? readCostly(request) : readHeavy(request)
    const visit = { cost, size: isCostly ? cost : mostAtOnce }
    // Keeps its room until it has been read: a caller that stops waiting must not let another one in beside it.
    return inTurn(request.workspace.tenantId, visit)(Effect.uninterruptible(read))
  }
})
