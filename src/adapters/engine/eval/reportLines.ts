import { checkIds } from "../../../domain/policy/CheckId.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { disguiseNames } from "./disguises.ts"
import { measureNames } from "./measures.ts"
import type { MeasureName } from "./measures.ts"
import type { CheckReport, Estimate, Faults, Report, SetReport } from "./Report.ts"

export const measureTitles: Readonly<Record<MeasureName, string>> = {
  averagePrecision: "average precision",
  rocAuc: "ROC AUC",
  recallAtReview: "recall at 0.30",
  falsePositivesAtReview: "false positives at 0.30",
  recallAtAct: "recall at 0.50",
  falsePositivesAtAct: "false positives at 0.50",
  recallAtOnePercent: "recall at 1 % false positives",
  calibrationError: "calibration error"
}

const widest = 31
const written = (value: number) => value.toFixed(4)
/** Nothing where it has no width, as without samples. */
const interval = ({ high, low }: Estimate) => (low < high ? `  ${written(low)} to ${written(high)}` : "")

/** Smaller changes are not shown. */
const smallest = 0.00005

const change = (now: number, before: number | undefined): string => {
  if (before === undefined || Math.abs(now - before) < smallest) return ""
  return `  (was ${written(before)})`
}

const measuresOf = (report: CheckReport, earlier: CheckReport | undefined): ReadonlyArray<string> =>
  measureNames.flatMap((name) => {
    const own = report.measures[name]
    if (own === null) return []
    const before = earlier?.measures[name]?.value
    return [
      `    ${measureTitles[name].padEnd(widest)}${written(own.value)}${interval(own)}${change(own.value, before)}`
    ]
  })

const languagesOf = ({ recallByLanguage }: CheckReport): ReadonlyArray<string> =>
  Object.entries(recallByLanguage).map(
    ([language, { positives, recall }]) =>
      `    ${`recall at 0.30, ${language}`.padEnd(widest)}${written(recall)}  of ${positives}`
  )

const disguisesOf = (report: CheckReport, earlier: CheckReport | undefined): ReadonlyArray<string> =>
  disguiseNames.flatMap((name) => {
    const kept = report.keptInDisguise[name]
    if (kept === undefined) return []
    return [
      `    ${`kept under ${name}`.padEnd(widest)}${written(kept)}${change(kept, earlier?.keptInDisguise[name])}`
    ]
  })

const checkOf = (
  check: CheckId,
  report: CheckReport | undefined,
  earlier: CheckReport | undefined
): ReadonlyArray<string> =>
  report === undefined
    ? []
    : [
        `  ${check}: ${report.rows} labelled, ${report.positives} positive`,
        ...measuresOf(report, earlier),
        ...languagesOf(report),
        ...disguisesOf(report, earlier)
      ]

/** Rows without an answer, by reason. */
export const faultsOf = (faults: typeof Faults.Type): ReadonlyArray<string> =>
  faults.map(({ reason, rows }) => `  ${rows} left out, ${reason}`)

const setOf = (set: SetReport, earlier: SetReport | undefined): ReadonlyArray<string> =>
  ["", `${set.name}: ${set.rows} rows`, ...faultsOf(set.faults ?? [])].concat(
    checkIds.flatMap((check) => checkOf(check, set.checks[check], earlier?.checks[check]))
  )

/** The report as lines to read, with the figures of an earlier one where they differ. */
export const reportLines = (report: Report, earlier: Report | null): ReadonlyArray<string> => [
  `Engine ${report.engineVersion}, ${report.withFloors ? "with" : "without"} the service's floors`,
  ...(earlier === null ? [] : [`Compared with ${earlier.engineVersion}`]),
  ...report.sets.flatMap((set) =>
    setOf(
      set,
      earlier?.sets.find(({ name }) => name === set.name)
    )
  )
]
