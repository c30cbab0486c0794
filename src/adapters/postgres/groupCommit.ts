import { Cause, Clock, Context, Deferred, Effect, Exit, Fiber, Queue, Tracer } from "effect"
import type { Scope } from "effect"
import { observeGauge } from "../../domain/shared/observeGauge.ts"
import { StorageUnavailable } from "../../domain/shared/StorageUnavailable.ts"

export interface GroupOptions<Item, Result, E> {
  /** Of the span that a flush is. It links to the spans of those who wait for it. */
  readonly name: string
  /**
   * Handles what was waiting at one moment, in one round trip. Its results are in the order of the items. No two run
   * in one lane at a time.
   */
  readonly flush: (items: ReadonlyArray<Item>, lane: number) => Effect.Effect<ReadonlyArray<Result>, E>
  /**
   * Lanes that may flush at the same time, each with how many items have to wait before it starts: 1 for the only
   * one, unless said otherwise. A second one is for what comes while the first is busy, if it is worth a flush.
   */
  readonly lanes?: ReadonlyArray<number>
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
  unanswered: Set<Ticket<Item, Result, E>>,
  tickets: ReadonlyArray<Ticket<Item, Result, E>>,
  exit: Exit.Exit<ReadonlyArray<Result>, E>
): void => {
  for (const ticket of tickets) unanswered.delete(ticket)
  if (Exit.isFailure(exit)) {
    for (const ticket of tickets) Deferred.doneUnsafe(ticket.done, Exit.failCause(exit.cause))
    return
  }
  for (const [index, result] of exit.value.entries()) {
    const ticket = tickets[index]
    if (ticket !== undefined) Deferred.doneUnsafe(ticket.done, Exit.succeed(result))
  }
}

/** Lets an item wait for its result, where there is room for it. */
const enqueue = <Item, Result, E>(
  queue: Queue.Enqueue<Ticket<Item, Result, E>, Cause.Done>,
  unanswered: Set<Ticket<Item, Result, E>>,
  item: Item
) =>
  Effect.withFiber((fiber): Effect.Effect<Result, E | StorageUnavailable> => {
    const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
    const done = Deferred.makeUnsafe<Result, E>()
    const since = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
    const ticket = { item, done, span, since }
    if (!Queue.offerUnsafe(queue, ticket)) {
      return Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 }))
    }
    unanswered.add(ticket)
    return Deferred.await(done)
  })

/** How many wait or are being handled, and for how many milliseconds the oldest of them has. */
const observeGroup = Effect.fnUntraced(function* (
  name: string,
  unanswered: ReadonlySet<{ readonly since: number }>
) {
  const clock = yield* Clock.Clock
  yield* observeGauge({
    name: "prescreen.queue.items",
    description: "Items that wait for the database or are being handled",
    attributes: { queue: name },
    read: () => unanswered.size
  })
  yield* observeGauge({
    name: "prescreen.queue.age",
    description: "How long the oldest of these items has waited",
    attributes: { queue: name, unit: "ms" },
    read: () => {
      const [oldest] = unanswered
      return oldest === undefined ? 0 : Math.max(0, clock.currentTimeMillisUnsafe() - oldest.since)
    }
  })
})

/** Takes what waits and runs it, again and again, until there is nothing more to come. */
const openLane = <A, E>(take: Effect.Effect<A, E>, run: (taken: A) => Effect.Effect<void>) =>
  take.pipe(Effect.flatMap(run), Effect.forever, Effect.exit, Effect.forkDetach)

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
  lanes = [1],
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
  const unanswered = new Set<GroupTicket>()
  yield* observeGroup(name, unanswered)

  const traced = (tickets: ReadonlyArray<GroupTicket>, lane: number) => {
    const links = tickets.flatMap(({ span }) => (span?.sampled === true ? [{ span, attributes: {} }] : []))
    return Effect.suspend(() =>
      flush(
        tickets.map(({ item }) => item),
        lane
      )
    ).pipe(
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
    settle(unanswered, [...waiting.filter(isLate), ...refused], exit)
  })

  const run = (tickets: ReadonlyArray<GroupTicket>, lane: number): Effect.Effect<void> =>
    Effect.flatMap(Effect.exit(traced(tickets, lane)), (exit) => {
      const died = Exit.isFailure(exit) && Cause.hasDies(exit.cause)
      if (died && tickets.length > 1) {
        return Effect.forEach(tickets, (ticket) => run([ticket], lane), { discard: true })
      }
      settle(unanswered, tickets, exit)
      // What dies says nothing of the others; what fails would fail them too.
      return Exit.isFailure(exit) && !died ? failWaiting(exit) : Effect.void
    })

  const running = yield* Effect.forEach(lanes, (least, lane) =>
    openLane(Queue.takeBetween(queue, least, largestGroup), (tickets) => run(tickets, lane))
  )
  yield* Effect.addFinalizer(() => Effect.andThen(Queue.end(queue), Fiber.joinAll(running)))

  return (item) => enqueue(queue, unanswered, item)
})
