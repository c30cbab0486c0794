import { checkIds } from "../../../domain/policy/CheckId.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type {
  CascadeReport,
  Changes,
  CheckComparison,
  Outcomes,
  SetComparison,
  Spent
} from "./CascadeReport.ts"
import { changed, count, percent, table } from "./figures.ts"
import { measureNames } from "./measures.ts"
import type { Estimate } from "./Report.ts"
import { faultsOf, measureTitles } from "./reportLines.ts"

const widest = 33
const engines = ["builtin", "model", "cascade"] as const
const heads = ["built-in alone", "model alone", "cascade"]

const tokens = ({ input, output, uncounted }: Spent): string =>
  `${count(input)} in, ${count(output)} out${uncounted === 0 ? "" : `, and ${count(uncounted)} calls uncounted`}`

const line = (title: string, text: string): string => `  ${title.padEnd(widest)}${text}`

const spentOf = (
  { rows, spent }: SetComparison,
  earlier: SetComparison | undefined
): ReadonlyArray<string> => {
  const { cascade, model } = spent
  const alone = rows - cascade.calls
  const before = earlier === undefined ? undefined : earlier.rows - earlier.spent.cascade.calls
  return [
    line(
      "answered by the built-in alone",
      `${changed(alone, before)} of ${count(rows)}, ${percent(alone, rows)}`
    ),
    line("the model was asked about", changed(cascade.calls, earlier?.spent.cascade.calls)),
    line("tokens of the model alone", tokens(model)),
    line("tokens of the cascade", tokens(cascade)),
    line(
      "saved",
      `${count(model.input - cascade.input)} in (${percent(model.input - cascade.input, model.input)}), ` +
        `${count(model.output - cascade.output)} out (${percent(model.output - cascade.output, model.output)})`
    )
  ]
}

const outcomeTitles: Readonly<Record<keyof Outcomes, string>> = {
  allow: "allowed",
  review: "to review",
  block: "blocked",
  violationsAllowed: "violations allowed",
  harmlessStopped: "harmless ones stopped"
}
const outcomeNames = ["allow", "review", "block", "violationsAllowed", "harmlessStopped"] as const

/** Columns wide enough for a figure with its interval, and with the earlier figure if there is an earlier report. */
const columns = (texts: ReadonlyArray<string>, hasEarlier: boolean): string =>
  texts
    .map((text) => text.padEnd(hasEarlier ? 36 : 24))
    .join("")
    .trimEnd()

const outcomesOf = (
  { outcomes, violations }: SetComparison,
  earlier: SetComparison | undefined
): ReadonlyArray<string> => [
  line("outcomes", columns(heads, earlier !== undefined)),
  ...outcomeNames.map((name) =>
    line(
      `  ${outcomeTitles[name]}${name === "violationsAllowed" ? `, of ${count(violations)}` : ""}`,
      columns(
        engines.map((engine) => changed(outcomes[engine][name], earlier?.outcomes[engine][name])),
        earlier !== undefined
      )
    )
  )
]

const changesOf = (title: string, { milder, stricter, tagsOnly, transitions }: Changes): string => {
  const each = transitions.map(({ from, rows, to }) => `${count(rows)} ${from} to ${to}`).join(", ")
  return line(
    title,
    `${count(milder)} milder, ${count(stricter)} stricter${each === "" ? "" : ` (${each})`}, ${count(tagsOnly)} in tags only`
  )
}

const measured = (own: Estimate | null, before: Estimate | null | undefined): string => {
  if (own === null) return ""
  const isUnchanged =
    before === undefined || before === null || before.value.toFixed(3) === own.value.toFixed(3)
  const interval = own.low < own.high ? ` (${own.low.toFixed(3)}-${own.high.toFixed(3)})` : ""
  const text = `${own.value.toFixed(3)}${interval}`
  return isUnchanged ? text : `${text} was ${before.value.toFixed(3)}`
}

const checkOf = (
  check: CheckId,
  report: CheckComparison | undefined,
  earlier: CheckComparison | undefined
): ReadonlyArray<string> =>
  report === undefined
    ? []
    : [
        line(`${check}: ${report.rows}, ${report.positives} positive`, columns(heads, earlier !== undefined)),
        ...measureNames
          .filter((name) => engines.some((engine) => report[engine][name] !== null))
          .map((name) =>
            line(
              `  ${measureTitles[name]}`,
              columns(
                engines.map((engine) => measured(report[engine][name], earlier?.[engine][name])),
                earlier !== undefined
              )
            )
          )
      ]

const setOf = (set: SetComparison, earlier: SetComparison | undefined): ReadonlyArray<string> => [
  "",
  `${set.name}: ${count(set.rows)} rows compared`,
  ...faultsOf(set.faults),
  ...spentOf(set, earlier),
  ...outcomesOf(set, earlier),
  changesOf("cascade against model alone", set.changes.fromModel),
  changesOf("cascade against built-in alone", set.changes.fromBuiltin),
  ...checkIds.flatMap((check) => checkOf(check, set.checks[check], earlier?.checks[check]))
]

const sweepHeads = [
  "low",
  "high",
  "asked",
  "input saved",
  "milder",
  "stricter",
  "violations allowed",
  "harmless stopped"
]
const sweepOf = (
  { spent, sweep }: SetComparison,
  { band }: CascadeReport,
  isOnly: boolean
): ReadonlyArray<string> => [
  "",
  `Other lines${isOnly ? "" : ", on all rows together"} (* is what is set; milder and stricter than the model alone)`,
  ...table(
    sweepHeads,
    sweep.map((row) => ({
      isMarked: row.low === band.low && row.high === band.high,
      cells: [
        String(row.low),
        String(row.high),
        count(row.spent.calls),
        percent(spent.model.input - row.spent.input, spent.model.input),
        count(row.milder),
        count(row.stricter),
        count(row.violationsAllowed),
        count(row.harmlessStopped)
      ]
    }))
  )
]

const linesOf = ({ band, preset }: CascadeReport): string =>
  `Preset ${preset}; the built-in engine is sure at ${band.low} and below, at ${band.high} and above`

/** The comparison as lines to read, with the figures of an earlier one where they differ. */
export const cascadeReportLines = (
  report: CascadeReport,
  earlier: CascadeReport | null
): ReadonlyArray<string> => {
  const last = report.sets.at(-1)
  return [
    `${report.builtinVersion} and ${report.modelVersion}, ${report.withFloors ? "with" : "without"} the service's floors`,
    linesOf(report),
    ...(earlier === null
      ? []
      : [`Compared with ${earlier.builtinVersion} and ${earlier.modelVersion}`, linesOf(earlier)]),
    ...report.sets.flatMap((set) =>
      setOf(
        set,
        earlier?.sets.find(({ name }) => name === set.name)
      )
    ),
    ...(last === undefined ? [] : sweepOf(last, report, report.sets.length === 1))
  ]
}
