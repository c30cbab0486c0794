import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"
import type { Mode } from "./Workspace.ts"

/**
 * Where counting stops: a count of this size means this many or more. Due and later deliveries share one such count.
 */
export const mostCounted = 100_000

/** What waits for webhook receivers and for reviewers, over all tenants and processes. */
export interface BacklogLevels {
  readonly deliveries: {
    /** Deliveries whose next attempt should have started by now. */
    readonly due: number
    /** Deliveries that have an attempt under way or wait for a retry. */
    readonly later: number
    /** Milliseconds for which the longest-due delivery has been due. */
    readonly overdue: number
  }
  readonly reviews: Readonly<
    Record<
      Mode,
      {
        readonly open: number
        /** Milliseconds since the oldest open item was opened. */
        readonly age: number
      }
    >
  >
}

/** Measures the work that the database holds for later. */
export class Backlog extends Context.Service<
  Backlog,
  {
    /**
     * The levels of a few seconds ago. Many processes may ask again and again: one at a time measures, and the others
     * get its result. None while a process measures for the first time ever.
     */
    readonly levels: Effect.Effect<Option.Option<BacklogLevels>, StorageUnavailable>
  }
>()("prescreen/domain/shared/Backlog") {}
