import { Context, Layer, Schema } from "effect"
import type { Effect } from "effect"
import { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import { makeTurns } from "../shared/turns.ts"
import type { Workspace } from "../shared/Workspace.ts"
import { ScreeningUnavailable } from "./ScreeningEngine.ts"

const Unavailable = Schema.Union([StorageUnavailable, ScreeningUnavailable])
type Unavailable = typeof Unavailable.Type

type Lock<Fault> = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Fault, R>

/**
 * Runs effects that take the same lock one after the other, within this process. If the database, or for a key the
 * engine, is unavailable to one of them, those that have waited for long fail too.
 */
export class WorkspaceLocks extends Context.Service<
  WorkspaceLocks,
  {
    readonly withKeyLock: (workspace: Workspace, idempotencyKey: string) => Lock<Unavailable>
    readonly withUserLock: (workspace: Workspace, user: string) => Lock<StorageUnavailable>
    /** The lock of the workspace's monthly allowance. Those that wait have other prompts, so no engine's fault ends it. */
    readonly withAllowanceLock: (workspace: Workspace) => Lock<StorageUnavailable>
  }
>()("prescreen/domain/screening/WorkspaceLocks") {}

const nameIn = ({ mode, tenantId }: Workspace, name = ""): string => `${tenantId} ${mode} ${name}`

export const WorkspaceLocksLayer = Layer.sync(WorkspaceLocks, () => {
  const byKey = makeTurns(1, Schema.is(Unavailable))
  const byUser = makeTurns(1, Schema.is(StorageUnavailable))
  const byAllowance = makeTurns(1, Schema.is(StorageUnavailable))
  return {
    withKeyLock: (workspace, key) => byKey(nameIn(workspace, key)),
    withUserLock: (workspace, user) => byUser(nameIn(workspace, user)),
    withAllowanceLock: (workspace) => byAllowance(nameIn(workspace))
  }
})
