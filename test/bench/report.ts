import type { LoadResult } from "./load.ts"

export type ServerName = "prescreen" | "bare"

export interface Measurement extends LoadResult {
  readonly server: ServerName
  readonly connections: number
  /** Microseconds for each answered request. */
  readonly serverCpu: number
  readonly postgresCpu: number
}

type Figure = "perSecond" | "p50" | "p99" | "serverCpu" | "postgresCpu"

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [below = Number.NaN, above = below] = sorted.slice(middle - 1 + (sorted.length % 2), middle + 1)
  return (below + above) / 2
}

const whole = (value: number) => (Number.isNaN(value) ? "-" : value.toFixed(0))

/** One measurement in words. */
export const roundLine = ({
  connections,
  p50,
  p99,
  perSecond,
  postgresCpu,
  server,
  serverCpu
}: Measurement) =>
  [
    `${connections} connections`.padStart(15),
    server.padEnd(9),
    `${whole(perSecond).padStart(6)} a second`,
    `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    `CPU ${whole(serverCpu)} µs, Postgres ${whole(postgresCpu)} µs`
  ].join("  ")

const headings = ["connections", "server", "per second", "p50 ms", "p99 ms", "CPU µs", "Postgres µs", "ratio"]

const figuresOf = (measurements: ReadonlyArray<Measurement>) => {
  const figure = (server: ServerName, connections: number, name: Figure): number =>
    median(
      measurements
        .filter((measurement) => measurement.server === server && measurement.connections === connections)
        .map((measurement) => measurement[name])
    )
  const ratio = (connections: number) =>
    figure("prescreen", connections, "perSecond") / figure("bare", connections, "perSecond")
  return { figure, ratio }
}

/** Medians over the rounds; `ratio` compares the checks a second with the bare server's. */
export const tableOf = (measurements: ReadonlyArray<Measurement>): string => {
  const { figure, ratio } = figuresOf(measurements)
  const counts = [...new Set(measurements.map(({ connections }) => connections))]
  const rows = counts.flatMap((connections) =>
    (["prescreen", "bare"] as const).map((server) => [
      String(connections),
      server,
      whole(figure(server, connections, "perSecond")),
      figure(server, connections, "p50").toFixed(2),
      figure(server, connections, "p99").toFixed(2),
      whole(figure(server, connections, "serverCpu")),
      whole(figure(server, connections, "postgresCpu")),
      server === "bare" ? "1.00" : ratio(connections).toFixed(2)
    ])
  )
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0))
  )
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          column === 1 ? cell.padEnd(widths[1] ?? 0) : cell.padStart(widths[column] ?? 0)
        )
        .join("  ")
    )
    .join("\n")
}

/** What the project holds itself to: as fast as the bare server, within 150 µs of CPU a check. */
export const barLine = (measurements: ReadonlyArray<Measurement>): string => {
  const { figure, ratio } = figuresOf(measurements)
  const cpu = whole(figure("prescreen", 64, "serverCpu"))
  return `64 connections: ${ratio(64).toFixed(2)}× the bare server (bar 1.00), server CPU ${cpu} µs a check (bar 150)`
}
