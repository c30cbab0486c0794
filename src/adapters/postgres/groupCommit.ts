import { Cause, Clock, Context, Deferred, Duration, Effect, Exit, Tracer } from "effect"
import type { Fiber, Scope } from "effect"
import { observeGauge } from "../../domain/shared/observeGauge.ts"
import { StorageUnavailable } from "../../domain/shared/StorageUnavailable.ts"

export interface GroupOptions<Item, Result, E> {
  /** The name of a flush's span, which links to the spans of the callers that wait for it. */
  readonly name: string
  /**
   * Handles the items that were waiting at one moment, in one round trip. Returns its results in the order of the
   * items. A lane runs one flush at a time.
   */
  readonly flush: (items: ReadonlyArray<Item>, lane: number) => Effect.Effect<ReadonlyArray<Result>, E>
  /**
   * Lanes that may flush at the same time. Each number says how many items have to wait before that lane starts. By
   * default there is a single lane, which starts at 1. A second lane is for what arrives while the first is busy, if
   * that is worth a flush.
   */
  readonly lanes?: ReadonlyArray<number>
  /** The most items that one flush takes. */
  readonly largestGroup: number
  /**
   * A flush leaves half of the waiting items to another lane, but takes at least this many. Two flushes of half the
   * size keep the database and this process busy side by side, where one flush makes each wait for the other. By
   * default, a flush takes all.
   */
  readonly smallestShare?: number
  /** How many items may wait. Any further item is refused, so that a slow database never fills the memory. */
  readonly waitingRoom: number
}

interface Ticket<Item, Result, E> {
  readonly item: Item
  /** Ends the caller's wait. */
  readonly resume: (exit: Exit.Exit<Result, E>) => void
  readonly span: Tracer.AnySpan | undefined
  /** When the item arrived, in nanoseconds of the monotonic clock. */
  readonly since: bigint
}

/** An item that has waited this long behind a group that failed fails with it, and is not kept waiting any longer. */
const longestWait = Duration.toNanosUnsafe("1 second")

const settle = <Item, Result, E>(
  tickets: ReadonlyArray<Ticket<Item, Result, E>>,
  exit: Exit.Exit<ReadonlyArray<Result>, E>
): void => {
  if (Exit.isFailure(exit)) {
    const failure = Exit.failCause(exit.cause)
    for (const { resume } of tickets) resume(failure)
    return
  }
  for (const [index, result] of exit.value.entries()) {
    tickets[index]?.resume(Exit.succeed(result))
  }
}

/** A place for one flush at a time. */
interface Lane<A> {
  readonly number: number
  /** How many items have to wait before the lane starts. */
  readonly least: number
  /** The items that the lane is flushing; empty while it is idle. */
  taken: ReadonlyArray<A>
}

/**
 * The waiting items, and the lanes that take them. `run` handles the items that a lane takes, and never fails. It
 * returns what is left to do, namely to answer the callers. The lane does that after it has started its next flush, so
 * that the database has work meanwhile.
 */
const makeLanes = <A>(
  lanes: ReadonlyArray<number>,
  [smallest, largest]: readonly [smallestShare: number, largestGroup: number],
  run: (taken: ReadonlyArray<A>, lane: number) => Effect.Effect<() => void>
) =>
  Effect.map(Effect.context(), (context) => {
    const fork = Effect.runForkWith(context)
    const all = lanes.map((least, number): Lane<A> => ({ number, least, taken: [] }))
    const emptied = Deferred.makeUnsafe<void>()
    let waiting: Array<A> = []
    let isClosed = false
    let isAwake = false

    const start = (lane: Lane<A>): void => {
      lane.taken = waiting.splice(0, Math.min(largest, Math.max(smallest, Math.ceil(waiting.length / 2))))
      fork(run(lane.taken, lane.number)).addObserver((exit) => {
        lane.taken = []
        startAll()
        if (Exit.isSuccess(exit)) exit.value()
        endWhenEmpty()
      })
    }

    /** Starts every idle lane for which enough items are waiting. */
    const startAll = (): void => {
      for (const lane of all) {
        if (waiting.length >= lane.least && lane.taken.length === 0) start(lane)
      }
    }

    const endWhenEmpty = (): void => {
      if (isClosed && all.every(({ taken }) => taken.length === 0)) Deferred.doneUnsafe(emptied, Exit.void)
    }

    return {
      waiting: (): number => waiting.length,
      /** The items of each flush and the waiting items, each list in the order of arrival. */
      unanswered: (): ReadonlyArray<ReadonlyArray<A>> => [...all.map(({ taken }) => taken), waiting],
      isClosed: (): boolean => isClosed,
      /** Removes the waiting items from the queue and returns them. */
      clear: (): ReadonlyArray<A> => {
        const cleared = waiting
        waiting = []
        return cleared
      },
      add: (item: A, { currentDispatcher }: Fiber.Fiber<unknown, unknown>): void => {
        waiting.push(item)
        if (isAwake) return
        isAwake = true
        currentDispatcher.scheduleTask(() => {
          isAwake = false
          startAll()
        }, 0)
      },
      /** Admits nothing more, and completes once nothing is waiting or being flushed. */
      close: Effect.suspend(() => {
        isClosed = true
        startAll()
        endWhenEmpty()
        return Deferred.await(emptied)
      })
    }
  })

/** A failure would befall other items too, while a defect says nothing about them. */
const isFailure = <A, E>(exit: Exit.Exit<A, E>): boolean => Exit.isFailure(exit) && !Cause.hasDies(exit.cause)

/** Gives each flush a span of its own, linked to the spans of all who wait for it. */
const tracedFlush =
  <Item, Result, E>({ flush, name }: Pick<GroupOptions<Item, Result, E>, "flush" | "name">) =>
  (tickets: ReadonlyArray<Ticket<Item, Result, E>>, lane: number) => {
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

/** Gauges: how many items wait or are being handled, and for how many milliseconds the oldest has waited. */
const observeGroup = Effect.fnUntraced(function* (
  name: string,
  unanswered: () => ReadonlyArray<ReadonlyArray<{ readonly since: bigint }>>
) {
  const clock = yield* Clock.Clock
  yield* observeGauge({
    name: "prescreen.queue.items",
    description: "Items that wait for the database or are being handled",
    attributes: { queue: name },
    read: () => unanswered().reduce((sum, { length }) => sum + length, 0)
  })
  yield* observeGauge({
    name: "prescreen.queue.age",
    description: "How long the oldest of these items has waited",
    attributes: { queue: name, unit: "ms" },
    read: () => {
      const now = clock.monotonicTimeNanosUnsafe()
      return Math.max(0, ...unanswered().map(([oldest]) => Number(now - (oldest?.since ?? now)) / 1e6))
    }
  })
})

/**
 * Group commit: a flush starts as soon as the one before it has ended, and takes what waits (`smallestShare` says how
 * much of it). So an idle system adds no delay, and a busy one shares round trips and disk writes. In an idle lane, a
 * flush starts once the event loop has gone through what has arrived.
 *
 * If a group fails, all its items fail. If it dies, its items are tried again one by one until one fails, so that one
 * bad item does no harm to its neighbours. An accepted item is flushed even if its caller has gone, and closing the
 * scope drains what still waits. An item that finds the queue full or closed fails with `StorageUnavailable`.
 */
export const makeGroup = Effect.fnUntraced(function* <Item, Result, E>({
  flush,
  lanes = [1],
  largestGroup,
  name,
  smallestShare = largestGroup,
  waitingRoom
}: GroupOptions<Item, Result, E>): Effect.fn.Return<
  (item: Item) => Effect.Effect<Result, E | StorageUnavailable>,
  never,
  Scope.Scope
> {
  type GroupTicket = Ticket<Item, Result, E>

  const flushTickets = tracedFlush({ flush, name })

  /**
   * Items that have waited long fail with the group before them, and so do all if the queue is closed. The others get
   * another try.
   */
  const failWaiting = (exit: Exit.Exit<ReadonlyArray<Result>, E>) =>
    Effect.withFiber((fiber) => {
      const now = fiber.getRef(Clock.Clock).monotonicTimeNanosUnsafe()
      const isLate = ({ since }: GroupTicket) => queue.isClosed() || now - since >= longestWait
      const waiting = queue.clear()
      settle(waiting.filter(isLate), exit)
      for (const ticket of waiting) if (!isLate(ticket)) queue.add(ticket, fiber)
      return Effect.void
    })

  /** Tries the items of a group that died. A failure of one would befall the rest too, which then fail with it. */
  const runOneByOne = Effect.fnUntraced(function* (tickets: ReadonlyArray<GroupTicket>, lane: number) {
    for (const [at, ticket] of tickets.entries()) {
      const exit = yield* Effect.exit(flushTickets([ticket], lane))
      if (isFailure(exit)) {
        yield* failWaiting(exit)
        settle(tickets.slice(at), exit)
        return
      }
      settle([ticket], exit)
    }
  })

  const run = (tickets: ReadonlyArray<GroupTicket>, lane: number): Effect.Effect<() => void> =>
    Effect.flatMap(Effect.exit(flushTickets(tickets, lane)), (exit) => {
      const settleAll = () => {
        settle(tickets, exit)
      }
      if (isFailure(exit)) return Effect.as(failWaiting(exit), settleAll)
      if (Exit.isSuccess(exit) || tickets.length === 1) return Effect.succeed(settleAll)
      return Effect.as(runOneByOne(tickets, lane), () => {})
    })

  const queue = yield* makeLanes(lanes, [smallestShare, largestGroup], run)
  yield* observeGroup(name, queue.unanswered)
  yield* Effect.addFinalizer(() => queue.close)

  return (item) =>
    Effect.withFiber((fiber): Effect.Effect<Result, E | StorageUnavailable> => {
      if (queue.isClosed() || queue.waiting() >= waitingRoom) {
        return Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 }))
      }
      const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
      const since = fiber.getRef(Clock.Clock).monotonicTimeNanosUnsafe()
      return Effect.callback((resume) => {
        queue.add({ item, resume, span, since }, fiber)
      })
    })
})
