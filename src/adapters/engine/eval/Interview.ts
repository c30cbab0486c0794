import { Clock, Console, Duration, Effect } from "effect"
import { checkIds } from "../../../domain/policy/CheckId.ts"
import type {
  EngineReport,
  ScreeningEngine,
  ScreeningUnavailable
} from "../../../domain/screening/ScreeningEngine.ts"
import type { LabelledPrompt } from "./DataSet.ts"
import { count } from "./figures.ts"
import { noAnswers } from "./KeptAnswers.ts"
import type { KeptAnswers } from "./KeptAnswers.ts"

/** How an engine is asked about many rows. */
export interface InterviewSettings {
  /** How many rows the engine is asked about at a time. */
  readonly concurrency: number
  readonly answers: KeptAnswers
}

/** What an engine answered for each row, and why it did not answer for some. */
export interface Answered {
  /** Null if the engine was at fault. */
  readonly reports: ReadonlyArray<EngineReport | null>
  readonly faults: ReadonlyArray<{ readonly reason: string; readonly rows: number }>
}

/** Asks an engine about rows. The name is shown with the progress. */
export type Interview = (name: string, rows: ReadonlyArray<LabelledPrompt>) => Effect.Effect<Answered>

/** The pauses before a row at fault is asked about again, so that a passing fault loses no row. */
const pauses = [Duration.seconds(1), Duration.seconds(5)]

/**
 * After this many rows at fault without an answer in between, the engine is taken to be gone and the rest is not asked.
 */
const mostFaultsInARow = 100

const progressEvery = "5 seconds"

interface Progress {
  /** answered by an earlier run */
  known: number
  answered: number
  faults: number
}

const printProgress = Effect.fnUntraced(function* (
  name: string,
  rows: number,
  began: number,
  { answered, faults, known }: Progress
) {
  const asked = answered + faults
  const done = asked + known
  if (asked === 0) return yield* Console.error(`${name}: no answer yet`)
  const seconds = Math.ceil((((yield* Clock.currentTimeMillis) - began) / 1000 / asked) * (rows - done))
  const failed = faults === 0 ? "" : `, ${count(faults)} at fault`
  yield* Console.error(
    `${name}: ${count(done)} of ${count(rows)} rows${failed}, about ${count(seconds)} s left`
  )
})

/** For an engine that is quick, so that its answers need not be kept. */
const quickly: InterviewSettings = { concurrency: 8, answers: noAnswers }

/** Makes the interview of an engine. Faults are counted and never fatal. Progress goes to the error stream. */
export const makeInterview = (
  engine: ScreeningEngine["Service"],
  { answers, concurrency }: InterviewSettings = quickly
): Interview => {
  let faultsInARow = 0

  const ask = (row: LabelledPrompt, tries = 0): Effect.Effect<EngineReport, ScreeningUnavailable> =>
    engine.screen({ prompt: row.text, negativePrompt: row.negativePrompt, checks: checkIds }).pipe(
      Effect.tap((report) => answers.keep(row, report)),
      Effect.catch((fault) => {
        const pause = pauses[tries]
        return pause === undefined ? Effect.fail(fault) : Effect.delay(ask(row, tries + 1), pause)
      })
    )

  return Effect.fnUntraced(function* (name, rows) {
    const progress: Progress = { known: 0, answered: 0, faults: 0 }
    const reasons = new Map<string, number>()
    const atFault = (reason: string) => {
      progress.faults++
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      return null
    }
    const answer = (row: LabelledPrompt): Effect.Effect<EngineReport | null> =>
      Effect.suspend(() => {
        const known = answers.find(row)
        if (known !== undefined) {
          progress.known++
          return Effect.succeed(known)
        }
        if (faultsInARow >= mostFaultsInARow) {
          return Effect.sync(() => atFault("not asked any more: the engine was taken to be gone"))
        }
        return Effect.match(ask(row), {
          onSuccess: (report) => {
            faultsInARow = 0
            progress.answered++
            return report
          },
          onFailure: ({ reason }) => {
            faultsInARow++
            return atFault(reason)
          }
        })
      })
    const began = yield* Clock.currentTimeMillis
    const printing = printProgress(name, rows.length, began, progress).pipe(
      Effect.delay(progressEvery),
      Effect.forever
    )
    const reports = yield* Effect.scoped(
      Effect.andThen(Effect.forkScoped(printing), Effect.forEach(rows, answer, { concurrency }))
    )
    const faults = Array.from(reasons, ([reason, rows]) => ({ reason, rows }))
    return { reports, faults: faults.toSorted((one, other) => other.rows - one.rows) }
  })
}
