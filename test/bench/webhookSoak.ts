import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { soak } from "../support/webhookSoak.ts"

const help = `
node test/bench/webhookSoak.ts [--deliveries 20000] [--kills 20] [--processes 2]

Deliveries to receivers that fail at random, by processes of the service that are killed all the while, on a
Postgres of its own. Ends with exit code 1 when one was lost, or ended otherwise than taken or after four attempts.
`

const { values: options } = parseArgs({
  options: {
    deliveries: { type: "string", default: "20000" },
    kills: { type: "string", default: "20" },
    processes: { type: "string", default: "2" },
    help: { type: "boolean", default: false }
  }
})

const run = Effect.gen(function* () {
  const dataDirectory = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "prescreen-soak-"))),
    (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true }))
  )
  const { url } = yield* startEmbeddedPostgres({ dataDirectory })
  const report = yield* Effect.promise(() =>
    soak({
      databaseUrl: url,
      deliveries: Number(options.deliveries),
      kills: Number(options.kills),
      processes: Number(options.processes),
      calm: 500,
      say: (line) => console.error(line)
    })
  )
  console.table(report)
  const { failedOtherwise, invented, miscounted, open } = report
  if (open + failedOtherwise + miscounted + invented > 0) process.exitCode = 1
})

if (options.help) console.log(help.trim())
else await Effect.runPromise(run.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
