import { Effect, Option } from "effect"
import { Backlog } from "./Backlog.ts"
import type { BacklogLevels } from "./Backlog.ts"
import { logDefect } from "./logDefect.ts"
import { observeGauge } from "./observeGauge.ts"
import { Mode } from "./Workspace.ts"

const pause = "5 seconds"

type Read = (levels: BacklogLevels) => number

/**
 * Exposes the backlog as metrics until the scope closes. While the database is unavailable they keep their last
 * values.
 */
export const observeBacklog = Effect.gen(function* () {
  const { levels } = yield* Backlog
  let current: BacklogLevels | undefined
  const read = (read: Read) => () => (current === undefined ? 0 : read(current))

  const deliveries = (state: "due" | "later") =>
    observeGauge({
      name: "prescreen.webhook.queue.items",
      description:
        "Deliveries that have not ended, of all processes: due, or under way or waiting for a retry",
      attributes: { state },
      read: read(({ deliveries }) => deliveries[state])
    })
  yield* deliveries("due")
  yield* deliveries("later")
  yield* observeGauge({
    name: "prescreen.webhook.queue.age",
    description: "How long the delivery that is due for longest has been due",
    attributes: { unit: "ms" },
    read: read(({ deliveries }) => deliveries.overdue)
  })
  for (const mode of Mode.literals) {
    yield* observeGauge({
      name: "prescreen.review.queue.items",
      description: "Open review items, of all processes",
      attributes: { mode },
      read: read(({ reviews }) => reviews[mode].open)
    })
    yield* observeGauge({
      name: "prescreen.review.queue.age",
      description: "How long the oldest open review item has been open",
      attributes: { mode, unit: "ms" },
      read: read(({ reviews }) => reviews[mode].age)
    })
  }

  // Not traced, because it runs all the time.
  yield* levels.pipe(
    Effect.map((levels) => {
      current = Option.getOrElse(levels, () => current)
    }),
    Effect.catchTag("StorageUnavailable", () => Effect.void),
    Effect.catchCause(logDefect("The queues could not be measured")),
    Effect.andThen(Effect.sleep(pause)),
    Effect.forever,
    Effect.withTracerEnabled(false),
    Effect.forkScoped
  )
})
