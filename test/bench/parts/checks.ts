import type { Bench, Part, Server } from "../Bench.ts"
import { medianRow, rowLine } from "../report.ts"
import type { Bar, Row } from "../report.ts"

const connectionCounts = [1, 16, 64, 256]
const busy = 64

interface Baseline {
  readonly name: string
  readonly file: string
  readonly baseline: "one" | "group"
}

/** Does nothing but insert a row for each request. */
export const bareBaseline: Baseline = { name: "bare", file: "bareServer.ts", baseline: "one" }

const baselines: ReadonlyArray<Baseline> = [
  bareBaseline,
  { name: "bare, group commit", file: "bareServer.ts", baseline: "group" },
  { name: "fastify, ajv", file: "fastifyServer.ts", baseline: "one" }
]

export const startBaseline = async (bench: Bench, { baseline, file, name }: Baseline): Promise<Server> => {
  const { child, told } = await bench.startProgram<{ readonly url: string; readonly key: string }>(file, {
    BASELINE: baseline
  })
  return { name, ...told, pid: child.pid ?? 0 }
}

/** All servers in turns, so that whatever else the machine does happens to all of them. */
const measureAll = async ({ measure, quick }: Bench, servers: ReadonlyArray<Server>) => {
  const { rounds, seconds, warmUp } = quick
    ? { rounds: 1, seconds: 2, warmUp: 2 }
    : { rounds: 3, seconds: 5, warmUp: 8 }
  const rows: Array<Row> = []
  console.log(`warming up, ${warmUp} s each`)
  for (const server of servers) await measure(server, { connections: busy, seconds: warmUp })
  for (let round = 0; round < rounds; round += 1) {
    for (const connections of connectionCounts) {
      for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
        const row = await measure(server, { connections, seconds })
        rows.push(row)
        console.log(`round ${round + 1}/${rounds}: ${rowLine(row)}`)
      }
    }
  }
  return connectionCounts.flatMap((connections) =>
    servers.map(({ name }) =>
      medianRow(rows.filter((row) => row.what === name && row.connections === connections))
    )
  )
}

/** Several times, because one stall of the machine's disk would be the p99 of a single measurement. */
const measureHalf = async ({ measure, quick, server }: Bench, perSecond: number): Promise<Row> => {
  const rows: Array<Row> = []
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    rows.push(await measure(server, { connections: busy, seconds: 4, perSecond }))
  }
  return medianRow(rows)
}

const barsAt = (rows: ReadonlyArray<Row>, half: Row): ReadonlyArray<Bar> => {
  const at = (what: string) => rows.find((row) => row.what === what && row.connections === busy)
  const ratio = (what: string) => (at("prescreen")?.perSecond ?? 0) / (at(what)?.perSecond ?? Number.NaN)
  return [
    {
      what: "checks a second, of the bare server's",
      value: ratio("bare"),
      limit: 1.2,
      at: "least",
      unit: "×"
    },
    {
      what: "checks a second, of the bare group-commit server's",
      value: ratio("bare, group commit"),
      limit: 0.6,
      at: "least",
      unit: "×"
    },
    {
      what: "server CPU of a check",
      value: at("prescreen")?.serverCpu ?? Number.NaN,
      limit: 100,
      at: "most",
      unit: " µs"
    },
    {
      what: "p99 of a check at half the maximum",
      value: half.p99 ?? Number.NaN,
      limit: 20,
      at: "most",
      unit: " ms"
    }
  ]
}

/** Complete checks, beside servers that do nothing but write a row of the same size. */
export const checks: Part = async (bench) => {
  const servers = [bench.server]
  for (const baseline of baselines) servers.push(await startBaseline(bench, baseline))
  const rows = await measureAll(bench, servers)
  const ratio = (row: Row) =>
    (row.perSecond ?? Number.NaN) /
    (rows.find(({ connections, what }) => what === "bare" && connections === row.connections)?.perSecond ?? 0)
  const most =
    rows.find(({ connections, what }) => what === "prescreen" && connections === busy)?.perSecond ?? 0
  const half = await measureHalf(bench, most / 2)
  return {
    rows: [
      ...rows.map((row) => ({ ...row, note: `${ratio(row).toFixed(2)}× bare` })),
      { ...half, what: "prescreen at half its maximum" }
    ],
    bars: barsAt(rows, half)
  }
}
