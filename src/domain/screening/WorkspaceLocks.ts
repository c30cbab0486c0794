import { Context, Effect, Layer, Semaphore } from "effect"
import type { Workspace } from "../shared/Workspace.ts"

/** What a lock is of: an idempotency key, an end user, or a workspace's monthly allowance, which needs no name. */
type LockKind = "idempotency_key" | "user" | "allowance"

/** Lets what takes the same lock through one after the other, within this process. */
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

interface Lock {
  readonly semaphore: Semaphore.Semaphore
  users: number
}

export const WorkspaceLocksLayer = Layer.sync(WorkspaceLocks, () => {
  const locks = new Map<string, Lock>()

  const enter = (name: string) =>
    Effect.sync(() => {
      const lock = locks.get(name) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
      locks.set(name, lock)
      lock.users += 1
      return lock
    })

  const leave = (name: string, lock: Lock) =>
    Effect.sync(() => {
      lock.users -= 1
      if (lock.users === 0) locks.delete(name)
    })

  return {
    withLock: ({ mode, tenantId }, kind, name = "") => {
      const lockName = `${tenantId} ${mode} ${kind} ${name}`
      return (self) =>
        Effect.acquireUseRelease(
          enter(lockName),
          ({ semaphore }) => semaphore.withPermit(self),
          (lock) => leave(lockName, lock)
        )
    }
  }
})
