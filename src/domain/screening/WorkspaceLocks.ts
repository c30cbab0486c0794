import { Context, Layer } from "effect"
import type { Effect } from "effect"
import { makeTurns } from "../shared/turns.ts"
import type { Workspace } from "../shared/Workspace.ts"

/** What a lock is for: an idempotency key, an end user, or a workspace's monthly allowance, which needs no name. */
type LockKind = "idempotency_key" | "user" | "allowance"

/** Runs effects that take the same lock one after the other, within this process. */
export class WorkspaceLocks extends Context.Service<
  WorkspaceLocks,
  {
    readonly withLock: (
      workspace: Workspace,
      kind: LockKind,
      name?: string
    ) => <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("prescreen/domain/screening/WorkspaceLocks") {}

export const WorkspaceLocksLayer = Layer.sync(WorkspaceLocks, () => {
  const inTurn = makeTurns(1)
  return {
    withLock: ({ mode, tenantId }, kind, name = "") => inTurn(`${tenantId} ${mode} ${kind} ${name}`)
  }
})
