import { Cause, Clock, Context, Deferred, Effect, Exit, Fiber, Queue, Tracer } from "effect"
import type { Scope } from "effect"
import { StorageUnavailable } from "../../domain/shared/StorageUnavailable.ts"

export interface GroupOptions<Item, Result, E> {
  /** Of the span that a flush is. It links to the spans of those who wait for it. */
  readonly name: string
  /** Handles what was waiting at one moment, in one round trip. Its results are in the order of the items. */
  readonly flush: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, E>
  /** How many items one flush takes at the most. */
  readonly largestGroup: number
  /** How many items may wait. One more is refused, so that a slow database never fills the memory. */
  readonly waitingRoom: number
}

interface Ticket<Item, Result, E> {
  readonly item: Item
  readonly done: Deferred.Deferred<Result, E>
  readonly span: Tracer.AnySpan | undefined
  /** When it came, in milliseconds. */
  readonly since: number
}

/** Milliseconds. Who has waited so long behind a group that failed has waited for nothing, and is not kept longer. */
const longestWait = 1_000

const settle = <Item, Result, E>(
  tickets: ReadonlyArray<Ticket<Item, Result, E>>,
  exit: Exit.Exit<ReadonlyArray<Result>, E>
): void => {
  if (Exit.isFailure(exit)) {
    for (const ticket of tickets) Deferred.doneUnsafe(ticket.done, Exit.failCause(exit.cause))
    return
  }
  for (const [index, result] of exit.value.entries()) {
    const ticket = tickets[index]
    if (ticket !== undefined) Deferred.doneUnsafe(ticket.done, Exit.succeed(result))
  }
}

/**
 * Group commit: a flush starts as soon as the one before it has ended and takes everything that waits, so that
 * an idle system adds no delay and a busy one shares round trips and disk writes.
 *
 * A group that fails, fails together. A group that dies is tried again item by item, so that one bad item never
 * takes its neighbours along. An item once accepted is flushed even when its caller has gone, and closing the
 * scope drains what still waits.
 */
export const makeGroup = Effect.fnUntraced(function* <Item, Result, E>({
  flush,
  largestGroup,
  name,
  waitingRoom
}: GroupOptions<Item, Result, E>): Effect.fn.Return<
  (item: Item) => Effect.Effect<Result, E | StorageUnavailable>,
  never,
  Scope.Scope
> {
  type GroupTicket = Ticket<Item, Result, E>
  const queue = yield* Queue.dropping<GroupTicket, Cause.Done>(waitingRoom)

  const traced = (tickets: ReadonlyArray<GroupTicket>) => {
    const links = tickets.flatMap(({ span }) => (span?.sampled === true ? [{ span, attributes: {} }] : []))
    return Effect.suspend(() => flush(tickets.map(({ item }) => item))).pipe(
      Effect.withSpan(name, { root: true, links, sampled: links.length > 0 }, { captureStackTrace: false })
    )
  }

  const failWaiting = Effect.fnUntraced(function* (exit: Exit.Exit<ReadonlyArray<Result>, E>) {
    const now = yield* Clock.currentTimeMillis
    const waiting = yield* Queue.clear(queue)
    const isLate = ({ since }: GroupTicket) => now - since >= longestWait
    // A queue that is closing takes nothing back.
    const refused = Queue.offerAllUnsafe(
      queue,
      waiting.filter((ticket) => !isLate(ticket))
    )
    settle([...waiting.filter(isLate), ...refused], exit)
  })

  const run = (tickets: ReadonlyArray<GroupTicket>): Effect.Effect<void> =>
    Effect.flatMap(Effect.exit(traced(tickets)), (exit) => {
      const died = Exit.isFailure(exit) && Cause.hasDies(exit.cause)
      if (died && tickets.length > 1) {
        return Effect.forEach(tickets, (ticket) => run([ticket]), { discard: true })
      }
      settle(tickets, exit)
      // What dies says nothing of the others; what fails would fail them too.
      return Exit.isFailure(exit) && !died ? failWaiting(exit) : Effect.void
    })

  const lane = yield* Queue.takeBetween(queue, 1, largestGroup).pipe(
    Effect.flatMap(run),
    Effect.forever,
    Effect.exit,
    Effect.forkDetach
  )
  yield* Effect.addFinalizer(() => Effect.andThen(Queue.end(queue), Fiber.join(lane)))

  return (item) =>
    Effect.withFiber((fiber): Effect.Effect<Result, E | StorageUnavailable> => {
      const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
      const done = Deferred.makeUnsafe<Result, E>()
      const since = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      return Queue.offerUnsafe(queue, { item, done, span, since })
        ? Deferred.await(done)
        : Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 }))
    })
})
