import type { ReachReport, SetReach } from "./cascadeReach.ts"
import { changed, percent, table } from "./figures.ts"

const heads = ["low", "high", "asked", "share", "violations unseen", "harmless taken for violations"]

const setOf = (
  set: SetReach,
  { band }: ReachReport,
  earlier: SetReach | undefined
): ReadonlyArray<string> => [
  "",
  `${set.name}: ${set.rows} rows, ${set.violations} violations`,
  ...table(
    heads,
    set.lines.map((row) => {
      const { asked, harmlessUnseen, high, low, violationsUnseen } = row
      const before = earlier?.lines.find((other) => other.low === low && other.high === high)
      return {
        isMarked: low === band.low && high === band.high,
        cells: [
          String(low),
          String(high),
          changed(asked, before?.asked),
          percent(asked, set.rows),
          changed(violationsUnseen, before?.violationsUnseen),
          changed(harmlessUnseen, before?.harmlessUnseen)
        ]
      }
    })
  )
]

/** The report as lines to read, with the figures of an earlier one where they differ. */
export const reachReportLines = (report: ReachReport, earlier: ReachReport | null): ReadonlyArray<string> => [
  `${report.builtinVersion}, ${report.withFloors ? "with" : "without"} the service's floors, preset ${report.preset}; no model was asked`,
  "Asked is what a cascade would ask a model about; unseen is what it would decide wrongly without (* is what is set)",
  ...(earlier === null ? [] : [`Compared with ${earlier.builtinVersion}, preset ${earlier.preset}`]),
  ...report.sets.flatMap((set) =>
    setOf(
      set,
      report,
      earlier?.sets.find(({ name }) => name === set.name)
    )
  )
]
