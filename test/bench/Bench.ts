import { Effect, Option } from "effect"
import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Pool } from "pg"
import { findEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { send } from "../support/httpClient.ts"
import { postmasterPid } from "../support/postmasterPid.ts"
import { freePort, startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { cpuTime, cpuTimeWithChildren } from "./cpuTime.ts"
import type { Load, LoadResult } from "./load.ts"
import type { Findings, Row } from "./report.ts"

/** Something that answers requests and can be put under load. */
export interface Server {
  readonly name: string
  readonly url: string
  readonly key: string
  readonly pid: number
}

export interface Workspace {
  readonly key: string
  /** As it is in the database. */
  readonly uuid: string
}

/** What every part of the suite works with: a service, its Postgres, and a process that makes load. */
export interface Bench {
  readonly quick: boolean
  readonly service: Service
  /** The service's demo workspace, without limits. */
  readonly server: Server
  readonly workspace: Workspace
  readonly pool: Pool
  /** Puts a server under load from another process, and tells what it did with it. */
  readonly measure: (server: Server, load: Omit<Load, "url" | "key">) => Promise<Row & LoadResult>
  /** Of a workspace of its own, on the plan without limits. */
  readonly newWorkspace: () => Promise<Workspace>
  /** Another service on the same database; whoever starts it ends it. */
  readonly startBeside: (environment?: Readonly<Record<string, string>>) => Promise<Service>
  /** Where the services may call webhooks: nothing listens there yet. */
  readonly receiverPort: number
  /** A program of this folder, and the first thing that it says. It ends with the bench. */
  readonly startProgram: <Told>(
    file: string,
    environment?: Readonly<Record<string, string>>
  ) => Promise<{ readonly child: ChildProcess; readonly told: Told }>
}

export type Part = (bench: Bench) => Promise<Findings>

/** The highest there is, and more than one process answers. */
const rateLimit = 1_000_000

/** What a child process says next. It is an error if it ends instead. */
export const answerOf = (child: ChildProcess): Promise<unknown> =>
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

const liftLimits = async (service: Service, tenantId: string) => {
  await run(service, ["tenants", "plan", tenantId, "--plan", "enterprise"])
  await run(service, ["tenants", "limits", tenantId, "--rate-limit-per-minute", String(rateLimit)])
}

const uuidOf = (tenantId: unknown) => String(tenantId).slice("ten_".length)

const newWorkspaceOf = async (service: Service): Promise<Workspace> => {
  const words = ["--name", "Bench", "--plan", "enterprise", "--preset", "adult-platform"]
  const { keys, tenant } = await run(service, ["tenants", "create", ...words])
  await liftLimits(service, tenant.id)
  return { key: String(keys.live), uuid: uuidOf(tenant.id) }
}

const makeMeasure = (loader: ChildProcess, postmaster: number): Bench["measure"] => {
  const cpu = async ({ pid }: Server) => [await cpuTime(pid), await cpuTimeWithChildren(postmaster)] as const

  return async (server, load) => {
    const [serverBefore, postgresBefore] = await cpu(server)
    loader.send({ ...load, url: server.url, key: server.key } satisfies Load)
    const result = (await answerOf(loader)) as LoadResult
    const [serverAfter, postgresAfter] = await cpu(server)
    if (result.failed > 0) {
      throw new Error(`${server.name} did not answer with 2xx, but with ${JSON.stringify(result.statuses)}`)
    }
    return {
      ...result,
      what: server.name,
      connections: load.connections,
      serverCpu: (serverAfter - serverBefore) / result.answered,
      postgresCpu: (postgresAfter - postgresBefore) / result.answered
    }
  }
}

/** Runs on a service that is started for it, with a Postgres of its own, both gone afterwards. */
export const withBench = async (quick: boolean, use: (bench: Bench) => Promise<void>): Promise<void> => {
  const receiverPort = await freePort()
  // Without the lines of requests, whose reader, this process, would take its share of the two cores.
  const common = { WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${receiverPort}`, LOG_LEVEL: "warn" }
  await using service = await startService({ database: "embedded", environment: common })
  const { dataDirectory = "" } = service.data
  const databaseUrl = Option.getOrThrow(await Effect.runPromise(findEmbeddedPostgres(dataDirectory)))
  const { data } = await run(service, ["tenants", "list"])
  await liftLimits(service, data[0].id)
  const masterKey = await readFile(join(dataDirectory, "master.key"), "utf8")
  const children: Array<ChildProcess> = []
  const start = (file: string, environment: Readonly<Record<string, string>> = {}) => {
    const child = fork(new URL(file, import.meta.url), {
      env: { ...process.env, DATABASE_URL: databaseUrl, ...environment }
    })
    children.push(child)
    return child
  }
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  await pool.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
  const measure = makeMeasure(start("load.ts"), await postmasterPid(dataDirectory))
  try {
    await use({
      quick,
      service,
      server: { name: "prescreen", url: service.url, key: service.keys.live, pid: service.pid },
      workspace: { key: service.keys.live, uuid: uuidOf(data[0].id) },
      pool,
      measure,
      newWorkspace: () => newWorkspaceOf(service),
      startBeside: (environment = {}) =>
        startService({
          dataOf: service,
          environment: { DATABASE_URL: databaseUrl, MASTER_KEY: masterKey.trim(), ...common, ...environment }
        }),
      receiverPort,
      startProgram: async <Told>(file: string, environment: Readonly<Record<string, string>> = {}) => {
        const child = start(file, environment)
        return { child, told: (await answerOf(child)) as Told }
      }
    })
  } finally {
    for (const child of children) child.kill()
    await pool.end()
  }
}

/** One request on a connection that stays open, and what became of it. */
export const ask = async (server: Pick<Server, "url" | "key">, path: string, body?: string, status = 200) => {
  const started = performance.now()
  const headers = { authorization: `Bearer ${server.key}`, "content-type": "application/json" }
  const reply = await send(server.url, path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    ...(body === undefined ? {} : { body })
  })
  if (reply.status !== status) throw new Error(`${path}: ${reply.text}`)
  return { json: reply.json(), milliseconds: performance.now() - started }
}
