import { Deferred, Duration, Effect, Option, Schema } from "effect"
import cluster from "node:cluster"
import type { Worker } from "node:cluster"
import { onServingMessage } from "./messages.ts"
import type { FromSupervisor, ProcessReport } from "./messages.ts"

/** A serving process ended before it served. It has logged the reason itself. */
export class ProcessFailed extends Schema.TaggedError<ProcessFailed>()("ProcessFailed", {}) {
  override get message() {
    return "a serving process could not start"
  }
}

/** How long a process has to stop: requests get 10 s, then the commit queue is drained and telemetry is sent. */
const stopTimeout = Duration.seconds(20)

/** How long to wait for the report of one process. A process that does not answer is left out. */
const reportTimeout = Duration.seconds(1)

/** Milliseconds before a process that ended is replaced. Doubled each time a process ends before it serves. */
const firstDelay = 100
const longestDelay = 5_000

interface Serving {
  readonly worker: Worker
  /** From 1. A process that replaces another takes its number. */
  readonly number: number
  ready: boolean
}

interface Ending {
  readonly code: number | null
  readonly signal: string | null
}

const send = (worker: Worker, message: FromSupervisor): void => {
  if (worker.isConnected()) worker.send(message)
}

/** A process that could not be started has no end, only an error. */
const wasStarted = ({ process }: Worker): boolean => process.pid !== undefined

const stop = (worker: Worker): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (worker.isDead() || !wasStarted(worker)) return resume(Effect.void)
    worker.once("exit", () => resume(Effect.void))
    worker.process.kill("SIGTERM")
  }).pipe(
    Effect.timeoutOrElse({
      duration: stopTimeout,
      orElse: () =>
        Effect.andThen(
          Effect.logError("A serving process did not stop in time and was killed"),
          Effect.sync(() => worker.process.kill("SIGKILL"))
        )
    }),
    Effect.asVoid
  )

let asked = 0

const askReport = ({ number, worker }: Serving) =>
  Effect.callback<ProcessReport>((resume) => {
    asked += 1
    const id = asked
    const onMessage = onServingMessage((message) => {
      if (message._tag === "Report" && message.id === id) {
        resume(Effect.succeed({ process: number, text: message.text }))
      }
    })
    worker.on("message", onMessage)
    send(worker, { _tag: "AskReport", id })
    return Effect.sync(() => worker.off("message", onMessage))
  }).pipe(Effect.timeoutOption(reportTimeout))

const collectReports = (all: ReadonlySet<Serving>) =>
  Effect.map(
    Effect.forEach(
      [...all].filter(({ ready }) => ready).toSorted((a, b) => a.number - b.number),
      askReport,
      { concurrency: "unbounded" }
    ),
    (reports) => reports.flatMap(Option.toArray)
  )

/** Runs one process until it ends, and stops it if interrupted. */
const runProcess = Effect.fnUntraced(function* (
  number: number,
  all: Set<Serving>,
  onReady: (worker: Worker) => void
) {
  const fork = Effect.runForkWith(yield* Effect.context())
  return yield* Effect.callback<Ending>((resume) => {
    const worker = cluster.fork()
    const serving: Serving = { worker, number, ready: false }
    all.add(serving)
    const onMessage = onServingMessage((message) => {
      if (message._tag === "Ready") {
        serving.ready = true
        onReady(worker)
      }
      if (message._tag === "CollectReports") {
        const { id } = message
        fork(Effect.map(collectReports(all), (reports) => send(worker, { _tag: "Reports", id, reports })))
      }
    })
    worker.on("message", onMessage)
    const end = (ending: Ending) => {
      all.delete(serving)
      resume(Effect.succeed(ending))
    }
    // A broken channel is followed by the end of the process.
    worker.on("error", () => {
      if (!wasStarted(worker)) end({ code: null, signal: null })
    })
    worker.once("exit", (code: number | null, signal: string | null) => end({ code, signal }))
    return stop(worker)
  })
})

interface Supervised {
  readonly all: Set<Serving>
  /**
   * Whether the operator has been told that the service is ready. A process that starts later is then told so at once.
   */
  announced: boolean
}

/** Keeps one process running. If the first one ends before it is ready, `started` fails and none replaces it. */
const keepRunning = Effect.fnUntraced(function* (
  number: number,
  supervised: Supervised,
  started: Deferred.Deferred<void, ProcessFailed>
) {
  let delay = firstDelay
  for (;;) {
    const ending = yield* runProcess(number, supervised.all, (worker) => {
      delay = firstDelay
      if (supervised.announced) send(worker, { _tag: "Announced" })
      Deferred.doneUnsafe(started, Effect.void)
    })
    if (Deferred.doneUnsafe(started, Effect.fail(new ProcessFailed()))) return
    yield* Effect.logError("A serving process ended unexpectedly: starting another in its place").pipe(
      Effect.annotateLogs({ process: number, code: ending.code, signal: ending.signal })
    )
    yield* Effect.sleep(delay)
    delay = Math.min(delay * 2, longestDelay)
  }
})

/**
 * Runs `count` copies of this command as serving processes until the scope closes. Each then finishes its requests in
 * flight and ends. Returns when all of them serve, and fails if one cannot start. `onAnnounced` tells all of them, and
 * their later replacements, that the operator knows that the service is ready.
 */
export const superviseProcesses = Effect.fnUntraced(function* (count: number) {
  const supervised: Supervised = { all: new Set(), announced: false }
  const started = yield* Effect.forEach(Array.from({ length: count }), () =>
    Deferred.make<void, ProcessFailed>()
  )
  // One fiber for all of them, so that all are told to stop at once: a scope would wait for each before the next.
  yield* Effect.forkScoped(
    Effect.forEach(started, (each, index) => keepRunning(index + 1, supervised, each), {
      concurrency: "unbounded",
      discard: true
    })
  )
  yield* Effect.forEach(started, Deferred.await, { concurrency: "unbounded", discard: true })
  return {
    onAnnounced: Effect.sync(() => {
      supervised.announced = true
      for (const { worker } of supervised.all) send(worker, { _tag: "Announced" })
    })
  }
})
