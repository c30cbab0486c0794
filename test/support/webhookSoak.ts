import { PgClient } from "@effect/sql-pg"
import { Effect, ManagedRuntime, Redacted } from "effect"
import { randomInt } from "node:crypto"
import { createServer } from "node:http"
import type { ServerResponse } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { Policies } from "../../src/domain/policy/Policies.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { nextDeliveryId } from "../../src/domain/shared/ids.ts"
import { ProcessLayer } from "../adapters/postgres/process.ts"
import { document, newPolicy, newRecord, newWorkspace, webhook } from "../fixtures.ts"
import { listen } from "./listen.ts"
import { percentile } from "./percentile.ts"
import { startService } from "./serviceProcess.ts"
import type { Service } from "./serviceProcess.ts"

export interface SoakOptions {
  readonly databaseUrl: string
  readonly deliveries: number
  readonly kills: number
  /** Processes that share the work. */
  readonly processes: number
  /** Deliveries made one by one before the storm, to see how soon the first attempt comes. */
  readonly calm?: number
  readonly say?: (line: string) => void
}

export interface SoakReport {
  readonly delivered: number
  readonly failed: number
  readonly open: number
  /** Deliveries that failed with another number of recorded attempts than four. */
  readonly failedOtherwise: number
  /** Deliveries whose count of attempts is not the number of their attempts on record. */
  readonly miscounted: number
  /** Deliveries that are `delivered` and that no receiver took. */
  readonly invented: number
  /** Milliseconds from a commit to its first call, one at a time on an idle machine; NaN when not asked for. */
  readonly calmMedian: number
  readonly attempts: number
  readonly calls: number
  /** Deliveries that a receiver took more than once. */
  readonly takenTwice: number
  readonly seconds: number
  readonly secondsAfterLastKill: number
}

const tenants = 4
const hooksPerTenant = 5
const deliveriesPerDecision = hooksPerTenant

/** Takes seven calls in ten; the others it refuses, breaks off, or leaves hanging. */
const respond = (response: ServerResponse): boolean => {
  const chance = randomInt(100)
  if (chance < 70) {
    response.writeHead(204).end()
    return true
  }
  if (chance < 90) response.writeHead(500).end()
  else if (chance < 98) response.destroy()
  return false
}

const startReceiver = async () => {
  const taken = new Map<string, number>()
  const firstCalls = new Map<string, number>()
  const counts = { calls: 0 }
  const server = createServer((request, response) => {
    counts.calls += 1
    const id = String(request.headers["x-service-delivery"])
    if (!firstCalls.has(id)) firstCalls.set(id, performance.now())
    request.resume().on("end", () => {
      if (respond(response)) taken.set(id, (taken.get(id) ?? 0) + 1)
    })
  })
  const port = await listen(server)
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { host: `127.0.0.1:${port}`, taken, firstCalls, counts, close }
}

const urls = (host: string) =>
  Array.from({ length: hooksPerTenant }, (_, index) => `http://${host}/hook/${index}`)

const makeWorkspaces = Effect.fnUntraced(function* (host: string) {
  const policies = yield* Policies
  return yield* Effect.forEach(Array.from({ length: tenants }), () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace("live")
      const webhooks = urls(host).map((url) => webhook(url, "allow"))
      const made = newPolicy({ document: { ...document, webhooks } })
      const { id } = yield* policies.create(workspace.tenantId, made)
      return { workspace, policy: { id, version: 1 } }
    })
  )
})

type TestWorkspace = Effect.Success<ReturnType<typeof makeWorkspaces>>[number]

const commit = Effect.fnUntraced(function* (made: TestWorkspace | undefined, host: string) {
  if (made === undefined) return { id: "", at: 0 }
  const { policy, workspace } = made
  const record = yield* newRecord(workspace, { decision: { policy } })
  const deliveries = yield* Effect.forEach(urls(host), (url) =>
    Effect.map(nextDeliveryId, (id) => ({ id, url, event: "allow" as const }))
  )
  yield* (yield* DecisionLog).commit({ ...record, deliveries })
  return { id: deliveries[0]?.id ?? "", at: performance.now() }
})

const stateOf = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  return yield* sql.unsafe<{
    readonly id: string
    readonly status: string
    readonly attempts: number
    readonly recorded: number
  }>(`SELECT d.id, d.status, d.attempts, count(a.attempt)::int AS recorded
      FROM webhook_deliveries d
      LEFT JOIN webhook_attempts a ON (a.tenant_id, a.mode, a.delivery_id) = (d.tenant_id, d.mode, d.id)
      GROUP BY d.tenant_id, d.mode, d.id`)
})

const countOpen = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const [row] = yield* sql.unsafe<{ readonly open: number }>(
    `SELECT count(*)::int AS open FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL`
  )
  return row?.open ?? 0
})

type States = Effect.Success<typeof stateOf>

const judge = (states: States, expected: number, taken: ReadonlyMap<string, number>) => {
  const failed = states.filter(({ status }) => status === "failed")
  const delivered = states.filter(({ status }) => status === "delivered")
  return {
    delivered: delivered.length,
    failed: failed.length,
    open: expected - delivered.length - failed.length,
    failedOtherwise: failed.filter(({ recorded }) => recorded !== 4).length,
    miscounted: states.filter(({ attempts, recorded }) => attempts !== recorded).length,
    invented: delivered.filter(({ id }) => !taken.has(id)).length,
    attempts: states.reduce((sum, { recorded }) => sum + recorded, 0)
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Milliseconds from a commit to its first call. */
const medianWait = async (
  times: number,
  { firstCalls }: Receiver,
  commitOne: () => Promise<{ readonly id: string; readonly at: number }>
) => {
  const waits: Array<number> = []
  for (let count = 0; count < times; count += 1) {
    const { at, id } = await commitOne()
    await delay(50)
    waits.push((firstCalls.get(id) ?? Infinity) - at)
  }
  return percentile(
    waits.toSorted((a, b) => a - b),
    0.5
  )
}

/**
 * Many deliveries to receivers that fail at random, by processes of the real service that are killed all the while.
 * Tells what became of every one.
 */
export const soak = async (options: SoakOptions): Promise<SoakReport> => {
  const { databaseUrl, deliveries, kills, processes, say = () => undefined } = options
  const key = new Uint8Array(32).fill(7)
  const runtime = ManagedRuntime.make(
    ProcessLayer(databaseUrl, { masterKey: Redacted.make<Uint8Array>(key), connections: 6 })
  )
  const receiver = await startReceiver()
  const workspaces = await runtime.runPromise(makeWorkspaces(receiver.host))
  const environment = {
    DATABASE_URL: databaseUrl,
    MASTER_KEY: Buffer.from(key).toString("base64")
  }
  // No key is needed: nothing is asked of these processes.
  const data = { data: { environment, dataDirectory: undefined }, keys: { test: "", live: "" } }
  const start = () =>
    startService({
      dataOf: data as unknown as Service,
      environment: {
        ENGINE: "http",
        ENGINE_URL: "http://127.0.0.1:1",
        WEBHOOK_ALLOWED_HOSTS: receiver.host,
        WEBHOOK_RETRY_DELAYS: "0s,50ms,100ms,200ms",
        WEBHOOK_TIMEOUT: "1s"
      }
    })
  const startedAt = performance.now()
  let killedAt = startedAt
  const running = await Promise.all(Array.from({ length: processes }, start))

  const calm = Math.ceil((options.calm ?? 0) / deliveriesPerDecision)
  const calmMedian = await medianWait(calm, receiver, () =>
    runtime.runPromise(commit(workspaces[0], receiver.host))
  )

  const decisions = Math.ceil(deliveries / deliveriesPerDecision)
  const rounds = Math.max(1, kills)
  try {
    for (let round = 0; round < rounds; round += 1) {
      const share = Math.floor(((round + 1) * decisions) / rounds) - Math.floor((round * decisions) / rounds)
      await runtime.runPromise(
        Effect.forEach(
          Array.from({ length: share }, (_, index) => workspaces[index % tenants]),
          (workspace) => commit(workspace, receiver.host),
          { concurrency: 50, discard: true }
        )
      )
      if (round >= kills) continue
      // In the middle of the work that it has just been told of.
      const enough = receiver.counts.calls + (share * deliveriesPerDecision) / 4
      for (let tries = 0; tries < 200 && receiver.counts.calls < enough; tries += 1) await delay(10)
      const victim = round % processes
      await running[victim]?.kill("SIGKILL")
      killedAt = performance.now()
      running[victim] = await start()
      say(`${round + 1} of ${kills} killed, ${receiver.counts.calls} calls so far`)
    }
    for (;;) {
      const open = await runtime.runPromise(countOpen)
      if (open === 0) break
      say(`${open} open`)
      await delay(500)
    }
    const end = performance.now()
    return {
      ...judge(await runtime.runPromise(stateOf), (calm + decisions) * deliveriesPerDecision, receiver.taken),
      calmMedian,
      calls: receiver.counts.calls,
      takenTwice: [...receiver.taken.values()].filter((times) => times > 1).length,
      seconds: (end - startedAt) / 1_000,
      secondsAfterLastKill: (end - killedAt) / 1_000
    }
  } finally {
    await Promise.all(running.map((service) => service[Symbol.asyncDispose]()))
    receiver.close()
    await runtime.dispose()
  }
}
