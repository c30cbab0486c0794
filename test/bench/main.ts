import { Effect, Option } from "effect"
import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { cpuTime, cpuTimeWithChildren } from "./cpuTime.ts"
import type { Load, LoadResult } from "./load.ts"
import { barLine, roundLine, tableOf } from "./report.ts"
import type { Measurement, ServerName } from "./report.ts"

const help = `
npm run bench [-- --quick]

How many complete checks a second the service answers, beside a bare node:http + pg server that inserts a row per
request. Both run on the Postgres that the service starts, in turns, so that whatever else the machine does
happens to both. A check is complete: key, rate limit, policy, built-in engine, floors, commit (fsync is on).

  --quick   one short round instead of three (40 seconds instead of 3 minutes)
  --help    this text

Latencies are in milliseconds, CPU in microseconds of one core for each check (the server's and Postgres's own).
`

const { values: options } = parseArgs({
  options: { quick: { type: "boolean", default: false }, help: { type: "boolean", default: false } }
})

const connectionCounts = [1, 16, 64, 256]
const { rounds, seconds } = options.quick ? { rounds: 1, seconds: 3 } : { rounds: 3, seconds: 5 }
const warmUp = { connections: 64, seconds: options.quick ? 3 : 8 }

/** More than either server answers, and still counted. */
const rateLimit = 1_000_000

interface Server {
  readonly name: ServerName
  readonly url: string
  readonly key: string
  readonly pid: number
}

/** What a child process says next. It is an error if it ends instead. */
const answerOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${child.spawnargs.at(-1)} has ended`))
    child.once("exit", fail)
    child.once("message", (answer) => {
      child.off("exit", fail)
      resolve(answer)
    })
  })

const run = async (service: Service, words: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await service.cli([...words, "--json"])
  if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Lets the demo workspace check as fast as it can. */
const liftLimits = async (service: Service) => {
  const { data } = await run(service, ["tenants", "list"])
  await run(service, ["tenants", "plan", data[0].id, "--plan", "enterprise"])
  await run(service, ["tenants", "limits", data[0].id, "--rate-limit-per-minute", String(rateLimit)])
}

const startBareServer = async (dataDirectory: string) => {
  const url = Option.getOrThrow(await Effect.runPromise(findEmbeddedPostgres(dataDirectory)))
  const child = fork(new URL("./bareServer.ts", import.meta.url), {
    env: { ...process.env, DATABASE_URL: url }
  })
  return { child, ...((await answerOf(child)) as { readonly url: string; readonly key: string }) }
}

const postmasterOf = async (dataDirectory: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDirectory, "postgres", "postmaster.pid"), "utf8"), 10)

/** Puts a server under load from another process, and tells what it did with it. */
const makeMeasure = (loader: ChildProcess, postmaster: number) => {
  const cpu = async ({ pid }: Server) => [await cpuTime(pid), await cpuTimeWithChildren(postmaster)] as const

  return async (server: Server, connections: number, seconds: number): Promise<Measurement> => {
    const [serverBefore, postgresBefore] = await cpu(server)
    loader.send({ url: server.url, key: server.key, connections, seconds } satisfies Load)
    const result = (await answerOf(loader)) as LoadResult
    const [serverAfter, postgresAfter] = await cpu(server)
    if (result.failed > 0)
      throw new Error(`the ${server.name} server did not answer ${result.failed} requests with 2xx`)
    return {
      ...result,
      server: server.name,
      connections,
      serverCpu: (serverAfter - serverBefore) / result.answered,
      postgresCpu: (postgresAfter - postgresBefore) / result.answered
    }
  }
}

const measureAll = async (servers: ReadonlyArray<Server>, measure: ReturnType<typeof makeMeasure>) => {
  const measurements: Array<Measurement> = []
  console.log(`warming up, ${warmUp.seconds} s each`)
  for (const server of servers) await measure(server, warmUp.connections, warmUp.seconds)
  for (let round = 0; round < rounds; round += 1) {
    for (const connections of connectionCounts) {
      for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
        const measurement = await measure(server, connections, seconds)
        measurements.push(measurement)
        console.log(`round ${round + 1}/${rounds}: ${roundLine(measurement)}`)
      }
    }
  }
  return measurements
}

const bench = async () => {
  console.log("starting the service with a Postgres of its own, and the bare server beside it")
  await using service = await startService({ database: "embedded" })
  const { dataDirectory = "" } = service.data
  await liftLimits(service)
  const bare = await startBareServer(dataDirectory)
  const loader = fork(new URL("./load.ts", import.meta.url))
  const servers: ReadonlyArray<Server> = [
    { name: "prescreen", url: service.url, key: service.keys.live, pid: service.pid },
    { name: "bare", url: bare.url, key: bare.key, pid: bare.child.pid ?? 0 }
  ]
  try {
    const measurements = await measureAll(servers, makeMeasure(loader, await postmasterOf(dataDirectory)))
    console.log(`\n${tableOf(measurements)}\n\n${barLine(measurements)}`)
  } finally {
    loader.kill()
    bare.child.kill()
  }
}

if (options.help) console.log(help.trim())
else await bench()
