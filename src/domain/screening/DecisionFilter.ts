import type { DateTime } from "effect"
import type { Outcome } from "../policy/Action.ts"
import type { CheckId } from "../policy/CheckId.ts"
import { firstIdAt } from "../shared/ids.ts"
import type { DecisionId, PolicyId } from "../shared/ids.ts"
import type { Decision } from "./Decision.ts"

/** Which of a workspace's decisions to list. A field that is left out does not filter. */
export interface DecisionFilter {
  readonly outcome?: Outcome | undefined
  readonly policyId?: PolicyId | undefined
  /** True lists only dry runs, false lists all other decisions. */
  readonly dryRun?: boolean | undefined
  /** Only decisions that this check decided, or in which it reached its review line. */
  readonly check?: CheckId | undefined
  readonly user?: string | undefined
  /** Only decisions created at this moment or later. */
  readonly since?: DateTime.Utc | undefined
  /** Only decisions created before this moment. */
  readonly until?: DateTime.Utc | undefined
  /** The start of the ids, including `dec_`. */
  readonly idPrefix?: string | undefined
}

/** The part of a decision that lists show. */
export type DecisionListItem = Pick<
  Decision,
  "id" | "outcome" | "tags" | "policy" | "mode" | "dryRun" | "engineVersion" | "latencyMs" | "user"
>

/** A range of ids, as the numbers that their hex digits spell. `from` is included, `to` is not. */
export interface IdRange {
  readonly from: bigint
  readonly to: bigint
}

const digits = 32
const everyId: IdRange = { from: 0n, to: 1n << BigInt(4 * digits) }

const overlap = (a: IdRange, b: IdRange): IdRange => ({
  from: a.from > b.from ? a.from : b.from,
  to: a.to < b.to ? a.to : b.to
})

const idPattern = /^(?:d|de|dec|dec_(?<hex>[0-9a-f]{0,32}))?$/

const idsStartingWith = (prefix: string): IdRange => {
  const match = idPattern.exec(prefix)
  // No id starts with this text.
  if (match === null) return { from: 0n, to: 0n }
  const hex = match.groups?.["hex"] ?? ""
  const free = BigInt(4 * (digits - hex.length))
  const first = BigInt(`0x0${hex}`)
  return { from: first << free, to: (first + 1n) << free }
}

/** The ids that the filter's times and prefix allow, and that come after `after` in a list sorted newest first. */
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
