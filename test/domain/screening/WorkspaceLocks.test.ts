import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref } from "effect"
import { WorkspaceLocks, WorkspaceLocksLayer } from "../../../src/domain/screening/WorkspaceLocks.ts"
import { TenantId } from "../../../src/domain/shared/ids.ts"
import { idOf, live } from "../../fixtures.ts"

describe("WorkspaceLocks", () => {
  const workspaces = [live, { ...live, mode: "test" as const }]

  it.effect("lets different names, kinds, modes and tenants through at once", () =>
    Effect.gen(function* () {
      const locks = yield* WorkspaceLocks
      const meeting = yield* Ref.make(0)
      const allHere = yield* Deferred.make<void>()
      const places = workspaces.flatMap((workspace) => [
        { workspace, kind: "user" as const, name: "a" },
        { workspace, kind: "user" as const, name: "b" },
        { workspace, kind: "idempotency_key" as const, name: "a" },
        { workspace, kind: "allowance" as const, name: undefined },
        {
          workspace: { ...workspace, tenantId: TenantId.make(idOf("ten", "2")) },
          kind: "user" as const,
          name: "a"
        }
      ])
      const arrive = Effect.gen(function* () {
        const here = yield* Ref.updateAndGet(meeting, (count) => count + 1)
        if (here === places.length) yield* Deferred.succeed(allHere, undefined)
        yield* Deferred.await(allHere)
      })
      yield* Effect.forEach(
        places,
        ({ kind, name, workspace }) => locks.withLock(workspace, kind, name)(arrive),
        {
          concurrency: "unbounded"
        }
      )
      assert.strictEqual(yield* Ref.get(meeting), places.length)
    }).pipe(Effect.provide(WorkspaceLocksLayer))
  )

  it.effect("lets one at a time through with the same name, through failures and interruptions", () =>
    Effect.gen(function* () {
      const locks = yield* WorkspaceLocks
      let inside = 0
      let most = 0
      const pass = (index: number) =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            inside += 1
            most = Math.max(most, inside)
          }),
          () => (index % 3 === 0 ? Effect.fail("no") : Effect.yieldNow),
          () => Effect.sync(() => (inside -= 1))
        ).pipe(locks.withLock(live, "user", "a"))
      const fibers = yield* Effect.forEach(
        Array.from({ length: 30 }, (_, index) => index),
        (index) => Effect.forkChild(pass(index), { startImmediately: true })
      )
      for (const fiber of fibers.filter((_, index) => index % 5 === 4)) yield* Fiber.interrupt(fiber)
      yield* Effect.forEach(fibers, Fiber.await)
      assert.deepStrictEqual([most, inside], [1, 0])
    }).pipe(Effect.provide(WorkspaceLocksLayer))
  )

  it.effect("keeps out who comes when the first has left and the second is inside", () =>
    Effect.gen(function* () {
      const locks = yield* WorkspaceLocks
      const entered: Array<string> = []
      const enter = Effect.fnUntraced(function* (name: string) {
        const leave = yield* Deferred.make<void>()
        const inside = Effect.andThen(
          Effect.sync(() => entered.push(name)),
          Deferred.await(leave)
        )
        const fiber = yield* Effect.forkChild(locks.withLock(live, "user", "a")(inside), {
          startImmediately: true
        })
        return { leave: Effect.andThen(Deferred.succeed(leave, undefined), Fiber.join(fiber)) }
      })
      const first = yield* enter("first")
      const second = yield* enter("second")
      yield* first.leave
      yield* Effect.yieldNow
      const third = yield* enter("third")
      assert.deepStrictEqual(entered, ["first", "second"])
      yield* second.leave
      yield* third.leave
      assert.deepStrictEqual(entered, ["first", "second", "third"])
    }).pipe(Effect.provide(WorkspaceLocksLayer))
  )
})
