import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref } from "effect"
import { TestClock } from "effect/testing"
import { ScreeningUnavailable } from "../../../src/domain/screening/ScreeningEngine.ts"
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
      const places = [
        ...workspaces.flatMap((workspace) => [
          locks.withUserLock(workspace, "a"),
          locks.withUserLock(workspace, "b"),
          locks.withKeyLock(workspace, "a"),
          locks.withAllowanceLock(workspace)
        ]),
        locks.withUserLock({ ...live, tenantId: TenantId.make(idOf("ten", "2")) }, "a")
      ]
      const arrive = Effect.gen(function* () {
        const here = yield* Ref.updateAndGet(meeting, (count) => count + 1)
        if (here === places.length) yield* Deferred.succeed(allHere, undefined)
        yield* Deferred.await(allHere)
      })
      yield* Effect.forEach(places, (inside) => inside(arrive), { concurrency: "unbounded" })
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
        ).pipe(locks.withUserLock(live, "a"))
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
        const fiber = yield* Effect.forkChild(locks.withUserLock(live, "a")(inside), {
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

  const fault = new ScreeningUnavailable({ reason: "timeout", retryAfterSeconds: 1 })

  /** Three that wait for one key, of which the first fails with a fault after so many seconds. */
  const attemptsWithFaultAfter = Effect.fnUntraced(function* (seconds: number) {
    const { withKeyLock } = yield* WorkspaceLocks
    let attempts = 0
    const attempt = withKeyLock(
      live,
      "a"
    )(
      Effect.suspend(() => {
        attempts += 1
        return attempts === 1
          ? Effect.delay(Effect.fail(fault), `${seconds} seconds`)
          : Effect.succeed(`attempt ${attempts}`)
      })
    )
    const together = yield* Effect.forkChild(
      Effect.forEach(
        [1, 2, 3],
        () => Effect.match(attempt, { onFailure: (error) => error, onSuccess: (name) => name }),
        { concurrency: "unbounded" }
      ),
      { startImmediately: true }
    )
    yield* TestClock.adjust(`${seconds} seconds`)
    return { results: yield* Fiber.join(together), later: yield* attempt }
  })

  it.effect("ends those that waited long for a key with a fault, and lets in who comes later", () =>
    Effect.gen(function* () {
      const { later, results } = yield* attemptsWithFaultAfter(2)
      assert.deepStrictEqual(results, [fault, fault, fault])
      assert.strictEqual(later, "attempt 2")
    }).pipe(Effect.provide(WorkspaceLocksLayer))
  )

  it.effect("lets the next one try after a fault that came soon", () =>
    Effect.gen(function* () {
      const { later, results } = yield* attemptsWithFaultAfter(1)
      assert.deepStrictEqual(results, [fault, "attempt 2", "attempt 3"])
      assert.strictEqual(later, "attempt 4")
    }).pipe(Effect.provide(WorkspaceLocksLayer))
  )

  it.effect("lets in whoever waits for a key once somebody was well after a fault", () =>
    Effect.gen(function* () {
      const { withKeyLock } = yield* WorkspaceLocks
      const attempt = (name: string, seconds: number) =>
        Effect.suspend(() => (name === "first" ? Effect.fail(fault) : Effect.succeed(name))).pipe(
          Effect.delay(`${seconds} seconds`),
          withKeyLock(live, "a"),
          Effect.match({ onFailure: () => "fault", onSuccess: (name) => name })
        )
      const together = yield* Effect.forkChild(
        Effect.all([attempt("first", 1), attempt("second", 3), attempt("third", 0)], {
          concurrency: "unbounded"
        }),
        { startImmediately: true }
      )
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust("3 seconds")
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(together), ["fault", "second", "third"])
    }).pipe(Effect.provide(WorkspaceLocksLayer))
  )

  it.effect("lets the next one try after any other failure", () =>
    Effect.gen(function* () {
      const { withKeyLock } = yield* WorkspaceLocks
      const fail = yield* Deferred.make<never, string>()
      const first = yield* Effect.forkChild(Effect.flip(withKeyLock(live, "a")(Deferred.await(fail))), {
        startImmediately: true
      })
      const second = yield* Effect.forkChild(withKeyLock(live, "a")(Effect.succeed("second")), {
        startImmediately: true
      })
      yield* Deferred.fail(fail, "refused")
      assert.strictEqual(yield* Fiber.join(first), "refused")
      assert.strictEqual(yield* Fiber.join(second), "second")
    }).pipe(Effect.provide(WorkspaceLocksLayer))
  )
})
