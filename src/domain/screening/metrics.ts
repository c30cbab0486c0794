import { Effect, Metric } from "effect"
import type { Context } from "effect"
import type { Outcome } from "../policy/Action.ts"
import { elapsedMilliseconds } from "../shared/stopwatch.ts"
import type { PartName, Stopwatch } from "../shared/stopwatch.ts"
import type { Mode } from "../shared/Workspace.ts"
import type { DecisionSummary } from "./Decision.ts"

/** Milliseconds from the request's arrival to the logged decision. */
const checkDuration = Metric.histogram("prescreen.check.duration", {
  description: "Time from a request's arrival to its logged decision",
  attributes: { unit: "ms" },
  boundaries: [1, 2, 3, 5, 7.5, 10, 15, 20, 30, 50, 75, 100, 200, 500, 1_000, 2_000, 5_000]
})

/** Milliseconds spent in one part of a check. Most parts take microseconds, but the engine may take seconds. */
const partDuration = (part: PartName) =>
  Metric.histogram("prescreen.check.part.duration", {
    description: "Time that a part of a logged check took",
    attributes: { unit: "ms", part },
    boundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000]
  })

const partDurations: Readonly<Record<PartName, ReturnType<typeof partDuration>>> = {
  auth: partDuration("auth"),
  rate_limit: partDuration("rate_limit"),
  replay: partDuration("replay"),
  policy: partDuration("policy"),
  engine: partDuration("engine"),
  floors: partDuration("floors"),
  routing: partDuration("routing"),
  rules: partDuration("rules"),
  commit: partDuration("commit")
}

const engineFaults = Metric.counter("prescreen.engine.faults", {
  description: "Prompts that the screening engine gave no usable answer to",
  incremental: true
})

/** How many decisions one flush of the group commit wrote. */
export const commitBatchSize = Metric.histogram("prescreen.commit.batch_size", {
  description: "Decisions committed together",
  boundaries: [1, 2, 4, 8, 16, 32, 64, 128, 256, 500]
})

/** Replays are not counted, because they make no decision. */
const counter = (mode: Mode, outcome: Outcome) =>
  Metric.counter("prescreen.checks", {
    description: "Prompts screened and logged",
    attributes: { mode, outcome },
    incremental: true
  })

const countersOf = (mode: Mode) => ({
  allow: counter(mode, "allow"),
  review: counter(mode, "review"),
  block: counter(mode, "block")
})

const checks = { test: countersOf("test"), live: countersOf("live") }

/** Counts a decision that was just logged, and records how long it and its parts took. `context` says where. */
export const recordCheck = (
  { mode, outcome }: DecisionSummary,
  stopwatch: Stopwatch,
  context: Context.Context<never>
): void => {
  checks[mode][outcome].updateUnsafe(1, context)
  checkDuration.updateUnsafe(elapsedMilliseconds(stopwatch), context)
  for (const { name, nanoseconds } of stopwatch.parts) {
    partDurations[name].updateUnsafe(Number(nanoseconds) / 1e6, context)
  }
}

export const recordEngineFault: Effect.Effect<void> = Metric.update(engineFaults, 1)

/**
 * Makes the counters of this module visible from the start, at 0. If a counter first appeared with a value,
 * Prometheus would see no increase.
 */
export const showCounters: Effect.Effect<void> = Effect.forEach(
  [engineFaults, ...[checks.test, checks.live].flatMap((mode) => [mode.allow, mode.review, mode.block])],
  (counter) => Metric.update(counter, 0),
  { discard: true }
)
