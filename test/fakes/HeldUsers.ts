import { Context } from "effect"
import type { DateTime, Ref, Semaphore } from "effect"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import type { Pause } from "../../src/domain/users/UserStates.ts"

export interface HeldUser {
  readonly version: number
  readonly pause: Pause | null
  /** When the user was last resumed. */
  readonly resumedAt: DateTime.Utc | null
}

export const nobody: HeldUser = { version: 0, pause: null, resumedAt: null }

export const userKey = ({ mode, tenantId }: Workspace, user: string) => JSON.stringify([tenantId, mode, user])

/** What the fakes hold of the end users. Whoever reads or writes more than one thing holds the lock. */
export class HeldUsers extends Context.Service<
  HeldUsers,
  { readonly states: Ref.Ref<ReadonlyMap<string, HeldUser>>; readonly lock: Semaphore.Semaphore }
>()("prescreen/test/fakes/HeldUsers") {}
