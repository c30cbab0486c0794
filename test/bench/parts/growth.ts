import { DateTime } from "effect"
import { writeFile } from "node:fs/promises"
import { seedDecisions, seededPolicies, seededUsers } from "../../support/seedDecisions.ts"
import { ask } from "../Bench.ts"
import type { Bench, Part, Server } from "../Bench.ts"
import { countBlocks } from "../blocks.ts"
import { growthPlot } from "../growthPlot.ts"
import type { GrowthPoint } from "../growthPlot.ts"
import { medianRow, median } from "../report.ts"
import type { Row } from "../report.ts"
import { bareBaseline, startBaseline } from "./checks.ts"
import { listPath } from "./filters.ts"
import { decide } from "./reads.ts"

export interface GrowthOptions {
  /** How many million decisions are stored at each step, in rising order. */
  readonly millions: ReadonlyArray<number>
  /** Where the plot goes. */
  readonly plot: string | undefined
}

const connections = 64
/** Checks before those that count: the first ones are slower, whatever is stored. */
const warmUp = 30_000
const million = 1_000_000
const day = 86_400_000

/** So that lists have something to find where nothing else is stored. */
const leastStored = 10_000

const vacuum = async ({ pool }: Bench) => {
  await pool.query("VACUUM (ANALYZE) decisions, decision_inputs")
  await pool.query("CHECKPOINT")
}

/** Statements of a million rows each, so that the log of the database is reused between them. */
const seedTo = async ({ pool, workspace }: Bench, from: number | undefined, to: number) => {
  const now = DateTime.nowUnsafe()
  // In this month's partition, where the checks' own rows go.
  const start = Math.max(DateTime.startOf(now, "month").epochMilliseconds, now.epochMilliseconds - 19 * day)
  const seed = (decisions: number, nth: number) => {
    // Each statement's times lie between those of the others.
    const range = { from: start + nth * 7, to: now.epochMilliseconds - 60_000 + nth * 7 }
    return pool.query(seedDecisions({ tenantId: workspace.uuid, decisions, ...range }))
  }
  if (from === undefined) await seed(leastStored, -1)
  for (let done = from ?? 0; done < to; done += 1) {
    console.log(`seeding decisions, ${done + 1} of ${to} million`)
    await seed(million, done)
  }
}

const readTimes = async (bench: Bench, paths: ReadonlyArray<string>) => {
  for (const path of paths) await ask(bench.server, path)
  const { blocks, result } = await countBlocks(bench.pool, async () => {
    const times: Array<number> = []
    for (const path of Array.from({ length: 10 }).flatMap(() => paths)) {
      times.push((await ask(bench.server, path)).milliseconds)
    }
    return times
  })
  return { milliseconds: median(result), blocks: blocks / result.length }
}

const policyId = (uuid: string | undefined) => `pol_${String(uuid).replaceAll("-", "")}`

const filters = [
  {},
  { outcome: "block" },
  { check: "minors_sexual", outcome: "block" },
  { user: seededUsers.frequent },
  { policy: policyId(seededPolicies[0]), outcome: "review" }
]

const cpuOf = ({ postgresCpu = Number.NaN, serverCpu = Number.NaN }: Row) => serverCpu + postgresCpu

/** In turns with the bare server, whose costs tell how fast the machine is meanwhile. */
const measureChecks = async ({ measure, pool, quick, server }: Bench, bare: Server) => {
  const seconds = quick ? 2 : 4
  for (const each of [server, bare]) await measure(each, { connections, seconds: 0, amount: warmUp })
  const rows: Array<Row & { readonly blocks: number }> = []
  const bareRows: Array<Row> = []
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    bareRows.push(await measure(bare, { connections, seconds }))
    const { blocks, result } = await countBlocks(pool, () => measure(server, { connections, seconds }))
    rows.push({ ...result, blocks: blocks / result.answered })
  }
  return {
    row: medianRow(rows),
    bareRow: medianRow(bareRows),
    inBare: median(rows.map((row, nth) => cpuOf(row) / cpuOf(bareRows[nth] ?? row))),
    blocks: median(rows.map(({ blocks }) => blocks))
  }
}

const measureAt = async (bench: Bench, bare: Server, millions: number) => {
  await vacuum(bench)
  const { bareRow, blocks, inBare, row } = await measureChecks(bench, bare)
  await vacuum(bench)
  const explain = await readTimes(
    bench,
    (await decide(bench.server, 20)).map((id) => `/v1/decisions/${id}/explain`)
  )
  const list = await readTimes(bench, filters.map(listPath))
  const point: GrowthPoint = {
    millions,
    check: inBare,
    checkPostgres: (row.postgresCpu ?? Number.NaN) / (bareRow.postgresCpu ?? Number.NaN),
    checkBlocks: blocks,
    list: list.milliseconds,
    listBlocks: list.blocks,
    explain: explain.milliseconds,
    explainBlocks: explain.blocks
  }
  const at = `${millions} million stored`
  const rows: ReadonlyArray<Row> = [
    { ...row, what: `check, ${at}`, note: `${blocks.toFixed(1)} blocks, ${inBare.toFixed(2)}× bare` },
    { ...bareRow, what: "the bare server meanwhile" },
    { what: `list, ${at}`, connections: 1, p50: list.milliseconds, note: `${list.blocks.toFixed(0)} blocks` },
    {
      what: `explanation, ${at}`,
      connections: 1,
      p50: explain.milliseconds,
      note: `${explain.blocks.toFixed(0)} blocks`
    }
  ]
  return { point, rows }
}

/** What a check, a list and an explanation cost as the workspace's log grows. */
export const growth =
  ({ millions, plot }: GrowthOptions): Part =>
  async (bench) => {
    const points: Array<GrowthPoint> = []
    const rows: Array<Row> = []
    const bare = await startBaseline(bench, bareBaseline)
    for (const [step, stored] of millions.entries()) {
      await seedTo(bench, millions[step - 1], stored)
      const measured = await measureAt(bench, bare, stored)
      points.push(measured.point)
      rows.push(...measured.rows)
      console.log(JSON.stringify(measured.point))
    }
    if (plot !== undefined) await writeFile(plot, growthPlot(points))
    const [first] = points
    const most = (figure: keyof GrowthPoint) =>
      Math.max(...points.map((point) => point[figure])) / (first?.[figure] ?? Number.NaN)
    const last = `${millions[0]} to ${millions.at(-1)} million`
    const bar = (what: string, figure: keyof GrowthPoint, limit: number) =>
      ({ what: `${what}, ${last}`, value: most(figure), limit, at: "most", unit: "×" }) as const
    return {
      rows,
      bars: [
        bar("CPU of a check beside the bare server's", "check", 1.1),
        bar("time of a list", "list", 2),
        bar("time of an explanation", "explain", 2)
      ]
    }
  }
