import { Effect } from "effect"
import cluster from "node:cluster"
import process from "node:process"
import { onSupervisorMessage } from "./messages.ts"
import type { FromServing, ProcessReport } from "./messages.ts"

/** Whether this process was started by a supervisor, to serve beside others. */
export const isServingProcess = cluster.isWorker

/**
 * Whether the processes share one port by means of the operating system. Where it has none, the supervisor distributes
 * the connections.
 */
export const sharesPort = isServingProcess && process.platform === "linux"

const send = (message: FromServing): Effect.Effect<void> => Effect.sync(() => process.send?.(message))

/**
 * The supervisor, as a serving process sees it. When the supervisor dies, node:cluster ends this process too: a service
 * that nobody can stop must not go on.
 */
export const joinSupervisor = Effect.fnUntraced(function* (
  ownReport: Effect.Effect<string>,
  onAnnounced: Effect.Effect<void>
) {
  const fork = Effect.runForkWith(yield* Effect.context())
  const collecting = new Map<number, (reports: ReadonlyArray<ProcessReport>) => void>()
  let collected = 0

  const onMessage = onSupervisorMessage((message) => {
    if (message._tag === "Announced") {
      fork(onAnnounced)
      return
    }
    const { id } = message
    if (message._tag === "AskReport") {
      fork(Effect.flatMap(ownReport, (text) => send({ _tag: "Report", id, text })))
    } else {
      collecting.get(id)?.(message.reports)
      collecting.delete(id)
    }
  })
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("message", onMessage)),
    () => Effect.sync(() => process.off("message", onMessage))
  )

  const reports = Effect.callback<ReadonlyArray<ProcessReport>>((resume) => {
    collected += 1
    const id = collected
    collecting.set(id, (reports) => resume(Effect.succeed(reports)))
    fork(send({ _tag: "CollectReports", id }))
    return Effect.sync(() => collecting.delete(id))
  })

  return {
    /** Tells the supervisor that this process serves now. */
    ready: send({ _tag: "Ready" }),
    /** The reports of all serving processes, including this one. */
    reports
  }
})
