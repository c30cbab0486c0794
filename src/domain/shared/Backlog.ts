import { Context } from "effect"
import type { Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"
import type { Mode } from "./Workspace.ts"

/** Counts go up to this; it stands for itself and all that is more. */
export const mostCounted = 100_000

/** How much waits for receivers and for people, of all tenants and over all processes. */
export interface BacklogLevels {
  readonly deliveries: {
    /** An attempt of them should be under way by now. */
    readonly due: number
    /** They have an attempt under way, or pause before the next. */
    readonly later: number
    /** Milliseconds for which the one that is due for longest has been. */
    readonly overdue: number
  }
  readonly reviews: Readonly<
    Record<
      Mode,
      {
        readonly open: number
        /** Milliseconds since the oldest open one was opened. */
        readonly age: number
      }
    >
  >
}

/** Looks at what the database keeps for later. */
export class Backlog extends Context.Service<
  Backlog,
  {
    /**
     * As it was a few seconds ago. It may be asked by many processes, again and again: one of them at a time looks, and
     * the others get what that one saw.
     */
    readonly levels: Effect.Effect<BacklogLevels, StorageUnavailable>
  }
>()("prescreen/domain/shared/Backlog") {}
