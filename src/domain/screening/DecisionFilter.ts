import { DateTime } from "effect"
import type { Outcome } from "../policy/Action.ts"
import type { CheckId } from "../policy/CheckId.ts"
import type { Routing } from "../policy/routing.ts"
import type { DecisionId, PolicyId } from "../shared/ids.ts"
import type { Decision } from "./Decision.ts"

/** Which decisions of a workspace a list has. What is not named does not matter. */
export interface DecisionFilter {
  readonly outcome?: Outcome | undefined
  readonly policyId?: PolicyId | undefined
  /** False leaves dry runs out, true lists nothing else. */
  readonly dryRun?: boolean | undefined
  /** Only decisions that this check decided, or where it reached its review line. */
  readonly check?: CheckId | undefined
  readonly user?: string | undefined
  /** The earliest creation. */
  readonly since?: DateTime.Utc | undefined
  /** The creation before which all of them lie. */
  readonly until?: DateTime.Utc | undefined
  /** How the ids start, `dec_` included. */
  readonly idPrefix?: string | undefined
}

/** What a list shows of a decision. */
export type DecisionListItem = Pick<
  Decision,
  "id" | "outcome" | "tags" | "policy" | "mode" | "dryRun" | "engineVersion" | "latencyMs" | "user"
>

/** The checks that decided or reached their review line. */
export const reachedChecks = ({
  checks,
  decidedBy
}: Pick<Routing, "checks" | "decidedBy">): ReadonlyArray<CheckId> =>
  checks
    .filter(({ check, reviewLine, reviewScore }) => reviewScore >= reviewLine || decidedBy?.check === check)
    .map(({ check }) => check)

/** A range of ids as the numbers that their hex digits spell: `from` belongs to it, `to` does not. */
export interface IdRange {
  readonly from: bigint
  readonly to: bigint
}

const digits = 32
const everyId: IdRange = { from: 0n, to: 1n << BigInt(4 * digits) }

/** Bits of an id below the 48 of its time. */
const belowTime = 80n

/** The first id that a moment can have. */
export const firstIdAt = (moment: DateTime.Utc): bigint =>
  BigInt(Math.max(0, moment.epochMilliseconds)) << belowTime

/** When the first id of a number is made. */
export const timeOf = (id: bigint): DateTime.Utc => DateTime.makeUnsafe(Number(id >> belowTime))

const overlap = (a: IdRange, b: IdRange): IdRange => ({
  from: a.from > b.from ? a.from : b.from,
  to: a.to < b.to ? a.to : b.to
})

const idPattern = /^(?:d|de|dec|dec_(?<hex>[0-9a-f]{0,32}))?$/

const idsStartingWith = (prefix: string): IdRange => {
  const match = idPattern.exec(prefix)
  // No id starts with anything else.
  if (match === null) return { from: 0n, to: 0n }
  const hex = match.groups?.["hex"] ?? ""
  const free = BigInt(4 * (digits - hex.length))
  const first = BigInt(`0x0${hex}`)
  return { from: first << free, to: (first + 1n) << free }
}

/** The ids that a filter's times and prefix leave, below the one that a page goes on after. */
export const idRangeOf = (
  { idPrefix = "", since, until }: DecisionFilter,
  after: DecisionId | null
): IdRange =>
  [
    idsStartingWith(idPrefix),
    { ...everyId, ...(since === undefined ? {} : { from: firstIdAt(since) }) },
    { ...everyId, ...(until === undefined ? {} : { to: firstIdAt(until) }) },
    { ...everyId, ...(after === null ? {} : { to: BigInt(`0x${after.slice(4)}`) }) }
  ].reduce(overlap)
