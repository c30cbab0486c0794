import { Context, Effect, Layer, Semaphore } from "effect"
import type { Workspace } from "../shared/Workspace.ts"

/** Lets requests with the same key through one after the other, within this process. */
export class IdempotencyLocks extends Context.Service<
  IdempotencyLocks,
  {
    readonly withLock: (
      workspace: Workspace,
      key: string
    ) => <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("prescreen/domain/screening/IdempotencyLocks") {}

interface Lock {
  readonly semaphore: Semaphore.Semaphore
  users: number
}

export const IdempotencyLocksLayer = Layer.sync(IdempotencyLocks, () => {
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
    withLock: ({ mode, tenantId }, key) => {
      const name = `${tenantId} ${mode} ${key}`
      return (self) =>
        Effect.acquireUseRelease(
          enter(name),
          ({ semaphore }) => semaphore.withPermit(self),
          (lock) => leave(name, lock)
        )
    }
  }
})
