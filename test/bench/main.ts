import { parseArgs } from "node:util"
import { withBench } from "./Bench.ts"
import type { Part } from "./Bench.ts"
import { checks } from "./parts/checks.ts"
import { engine } from "./parts/engine.ts"
import { growth } from "./parts/growth.ts"
import { lists } from "./parts/lists.ts"
import { memory } from "./parts/memory.ts"
import { explain, get, replay } from "./parts/reads.ts"
import { review } from "./parts/review.ts"
import { startUp } from "./parts/startUp.ts"
import { storage } from "./parts/storage.ts"
import { webhooks } from "./parts/webhooks.ts"
import { barsOf, loadLine, rowLine, tableOf } from "./report.ts"
import type { Bar, Row } from "./report.ts"

const help = `
npm run bench [-- --quick] [--only checks,lists]

How fast the service is, on a Postgres that it starts for this, and whether it keeps what it holds itself to. One
table and the bars at its end.

  --quick          shorter rounds, smaller logs (five minutes instead of twenty)
  --only a,b       some parts alone, by the names below
  --millions list  for growth: millions of decisions stored at each step (0,1,5)
  --plot file      for growth: where to write its plot, an SVG
  --help           this text

  checks    complete checks, beside a bare node:http + pg server that inserts a row per request, the same with group
            commit, and fastify + ajv + pg; in turns, at 1, 16, 64 and 256 connections, and at half the maximum.
            A check is complete: key, rate limit, policy, built-in engine, floors, commit (fsync is on)
  engine    checks by an engine over HTTP, a stand-in that answers in 5 ms
  replay    checks sent again with their idempotency keys
  get       decisions, with their prompts
  explain   explanations
  review    pages of the review queue, 1,100,000 items
  webhooks  fan-out of decisions to five webhooks each
  start     from the command to ready
  memory    at rest, and after 360,000 checks, which is an hour of a hundred a second
  storage   bytes a decision leaves in each table and index, and in the write-ahead log
  lists     pages of fifty decisions by filter, at 10,000 and at 2,000,000 stored decisions
  growth    checks, lists and explanations at 0, 1 and 5 million stored decisions; only when it is named

Latencies are in milliseconds; CPU is in microseconds of one core for each request, the server's and Postgres's own.
The load, Postgres and the service share the machine.
`

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    millions: { type: "string", default: "0,1,5" },
    plot: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

/** In this order: the later ones leave more behind in the database. */
const parts: Readonly<Record<string, Part>> = {
  checks,
  engine,
  replay,
  get,
  explain,
  webhooks,
  start: startUp,
  memory,
  storage,
  growth: growth({ millions: options.millions.split(",").map(Number), plot: options.plot }),
  review,
  lists
}

const names = Object.keys(parts)
const wanted = options.only?.split(",") ?? names.filter((name) => name !== "growth")
const unknown = wanted.filter((name) => !names.includes(name))

const bench = async () => {
  const rows: Array<Row> = []
  const bars: Array<Bar> = []
  await withBench(options.quick, async (bench) => {
    for (const name of names.filter((name) => wanted.includes(name))) {
      console.log(`\n${name}, ${loadLine()}`)
      const findings = await parts[name]?.(bench)
      for (const row of findings?.rows ?? []) console.log(rowLine(row))
      rows.push(...(findings?.rows ?? []))
      bars.push(...(findings?.bars ?? []))
    }
  })
  console.log(`\n${tableOf(rows)}`)
  if (bars.length > 0) console.log(`\n${barsOf(bars)}`)
  console.log(`\n${loadLine()}`)
}

if (options.help) console.log(help.trim())
else if (unknown.length === 0) await bench()
else {
  console.error(`There is no ${unknown.join(", ")}; the parts are ${names.join(", ")}.`)
  process.exitCode = 1
}
