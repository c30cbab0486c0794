import { DateTime } from "effect"
import { seedDecisions } from "../../support/seedDecisions.ts"
import { ask } from "../Bench.ts"
import type { Bench, Part } from "../Bench.ts"
import { countBlocks } from "../blocks.ts"
import { median } from "../report.ts"
import { day, filtersAt, listPath } from "./filters.ts"

const requests = 40
/** Requests before those that count. */
const warmUp = 20
const few = 10_000

/** The workspace has a log of its own of so many decisions, over the last twenty days. */
const seedLog = async ({ newWorkspace, pool }: Bench, decisions: number, now: number) => {
  const workspace = await newWorkspace()
  console.log(`seeding ${decisions.toLocaleString("en")} decisions`)
  await pool.query(seedDecisions({ tenantId: workspace.uuid, decisions, from: now - 20 * day, to: now }))
  await pool.query("VACUUM ANALYZE decisions")
  await pool.query("CHECKPOINT")
  return workspace
}

const measureFilters = async (bench: Bench, decisions: number, now: number) => {
  const target = { url: bench.service.url, ...(await seedLog(bench, decisions, now)) }
  const results: Array<{ name: string; items: number; p50: number; p99: number; blocks: number }> = []
  for (const [name, filter] of Object.entries(filtersAt(now))) {
    const page = () => ask(target, listPath(filter))
    for (let count = 0; count < warmUp; count += 1) await page()
    const { blocks, result: pages } = await countBlocks(bench.pool, async () => {
      const pages: Array<Awaited<ReturnType<typeof page>>> = []
      for (let count = 0; count < requests; count += 1) pages.push(await page())
      return pages
    })
    const times = pages.map(({ milliseconds }) => milliseconds)
    results.push({
      name,
      items: Number(pages[0]?.json.data.length ?? 0),
      p50: median(times),
      p99: Math.max(...times),
      blocks: blocks / requests
    })
  }
  return results
}

/** Pages of fifty decisions, by filter, in a small log and in a large one. */
export const lists: Part = async (bench) => {
  const now = DateTime.nowUnsafe().epochMilliseconds
  const many = bench.quick ? 100_000 : 2_000_000
  const small = await measureFilters(bench, few, now)
  const large = await measureFilters(bench, many, now)
  const growth = large.map(({ p50 }, index) => p50 / (small[index]?.p50 ?? Number.NaN))
  return {
    rows: large.map(({ blocks, items, name, p50, p99 }, index) => ({
      what: `list: ${name}`,
      connections: 1,
      p50,
      p99,
      note: `${(growth[index] ?? Number.NaN).toFixed(2)}× that of ${few.toLocaleString("en")}; ${items} items, ${blocks.toFixed(0)} blocks (${(small[index]?.blocks ?? Number.NaN).toFixed(0)})`
    })),
    bars: [
      {
        what: `slowest to grow of the lists, ${few.toLocaleString("en")} to ${many.toLocaleString("en")} decisions`,
        value: Math.max(...growth),
        limit: 2,
        at: "most",
        unit: "×"
      }
    ]
  }
}
