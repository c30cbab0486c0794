import { Deferred, Effect, Queue } from "effect"
import { makeGroup } from "../../../src/adapters/postgres/groupCommit.ts"
import type { GroupOptions } from "../../../src/adapters/postgres/groupCommit.ts"

export const double = (item: number) => `${item} done`

type Answer = Effect.Effect<ReadonlyArray<string>, string>

/** A flush that a test sees begin, and answers when it likes. */
interface Flush {
  readonly items: ReadonlyArray<number>
  readonly answer: (answer: Answer) => Effect.Effect<void>
  readonly succeed: Effect.Effect<void>
}

/** A group whose flushes wait for the test. */
export const makeHeldGroup = Effect.fnUntraced(function* (
  options: Partial<GroupOptions<number, string, string>> = {}
) {
  const flushes = yield* Queue.unbounded<Flush>()
  const group = yield* makeGroup<number, string, string>({
    name: "flush",
    flush: Effect.fnUntraced(function* (items) {
      const answer = yield* Deferred.make<Answer>()
      const give = (given: Answer) => Effect.asVoid(Deferred.succeed(answer, given))
      yield* Queue.offer(flushes, {
        items,
        answer: give,
        succeed: give(Effect.succeed(items.map(double)))
      })
      return yield* yield* Deferred.await(answer)
    }),
    largestGroup: 100,
    waitingRoom: 1_000,
    ...options
  })
  return { group, nextFlush: Queue.take(flushes), flushesSeen: Queue.size(flushes) }
})

export const start = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.forkChild(effect, { startImmediately: true })
