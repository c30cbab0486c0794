import { loadavg } from "node:os"

/** One line of the table. Latencies are in milliseconds, CPU in microseconds for each request. */
export interface Row {
  readonly what: string
  readonly connections?: number
  readonly perSecond?: number
  readonly p50?: number
  readonly p99?: number
  readonly serverCpu?: number
  readonly postgresCpu?: number
  /** What the columns have no place for. */
  readonly note?: string
}

/** Something that the project holds itself to. */
export interface Bar {
  readonly what: string
  readonly value: number
  readonly limit: number
  /** On which side of the limit the value must be. */
  readonly at: "least" | "most"
  readonly unit: string
}

export interface Findings {
  readonly rows: ReadonlyArray<Row>
  readonly bars: ReadonlyArray<Bar>
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [below = Number.NaN, above = below] = sorted.slice(middle - 1 + (sorted.length % 2), middle + 1)
  return (below + above) / 2
}

const figures = ["perSecond", "p50", "p99", "serverCpu", "postgresCpu"] as const

/** The median of each figure over rows of the same thing. */
export const medianRow = (rows: ReadonlyArray<Row>): Row => ({
  what: "",
  ...rows[0],
  ...Object.fromEntries(
    figures.flatMap((figure) => {
      const values = rows.flatMap((row) => row[figure] ?? [])
      return values.length === 0 ? [] : [[figure, median(values)]]
    })
  )
})

const number = (value: number | undefined, digits = 0) =>
  value === undefined || Number.isNaN(value) ? "-" : value.toFixed(digits)

const headings = [
  "measured",
  "connections",
  "per second",
  "p50 ms",
  "p99 ms",
  "CPU µs",
  "Postgres µs",
  "beside that"
]

const cells = (row: Row) => [
  row.what,
  number(row.connections),
  number(row.perSecond),
  number(row.p50, 2),
  number(row.p99, 2),
  number(row.serverCpu),
  number(row.postgresCpu),
  row.note ?? ""
]

/** Columns of text are on the left, of numbers on the right. */
const columnsOf = (rows: ReadonlyArray<ReadonlyArray<string>>, texts: ReadonlySet<number>): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const pad = (cell: string, column: number) =>
    texts.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n")
}

export const tableOf = (rows: ReadonlyArray<Row>): string =>
  columnsOf([headings, ...rows.map(cells)], new Set([0, 7]))

const units = ["connections", "a second", "ms p50", "ms p99", "µs CPU", "µs of Postgres"]

/** One measurement in words, while the others are still to be made. */
export const rowLine = (row: Row): string => {
  const [what = "", ...rest] = cells(row)
  const known = units.flatMap((unit, nth) => (rest[nth] === "-" ? [] : [`${rest[nth]} ${unit}`]))
  return `${what.padEnd(30)} ${[...known, ...(row.note === undefined ? [] : [row.note])].join(", ")}`
}

const verdict = ({ at, limit, value }: Bar): string => {
  if (Number.isNaN(value)) return "not measured"
  return (at === "least" ? value >= limit : value <= limit) ? "met" : "missed"
}

export const barsOf = (bars: ReadonlyArray<Bar>): string =>
  columnsOf(
    bars.map((bar) => [
      bar.what,
      `${number(bar.value, 2)}${bar.unit}`,
      `at ${bar.at} ${bar.limit}${bar.unit}`,
      verdict(bar)
    ]),
    new Set([0, 2, 3])
  )

/** How busy the machine was, which says what the figures of time are worth. */
export const loadLine = (): string => {
  const [minute = 0] = loadavg()
  return `load average of the last minute: ${minute.toFixed(1)}`
}
