import autocannon from "autocannon"
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { percentile } from "../support/percentile.ts"
import { openRawConnection, requestBytes, statusOf } from "../support/rawConnection.ts"
import type { RawConnection } from "../support/rawConnection.ts"
import { bodies } from "./prompts.ts"

export interface LoadRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One measurement to make. */
export interface Load {
  readonly url: string
  readonly key: string
  readonly connections: number
  readonly seconds: number
  /** What is asked, in turn; checks of the bench's prompts unless given. */
  readonly requests?: ReadonlyArray<LoadRequest>
  /** So many requests a second, sent when they are due; as many as are answered unless given. */
  readonly perSecond?: number
  /** Ends when so many have been sent, however long that takes. */
  readonly amount?: number
  /** Each request has an idempotency key of its own. */
  readonly uniqueKeys?: boolean
}

export interface LoadResult {
  /** Requests answered with 2xx. */
  readonly answered: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Requests that were refused, not answered, or not answered in time. */
  readonly failed: number
  /** How often each status was the answer; 0 stands for none. */
  readonly statuses: Readonly<Record<number, number>>
}

/** So many different requests at least from each connection. */
const leastRequests = 16

const checks: ReadonlyArray<LoadRequest> = bodies.map((body) => ({ method: "POST", path: "/v1/check", body }))

const percentiles = (latencies: ReadonlyArray<number>) => {
  const sorted = Float64Array.from(latencies).sort()
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, "content-type": "application/json" })

const withUniqueKey = (request: autocannon.Request): autocannon.Request => ({
  ...request,
  headers: { ...request.headers, "idempotency-key": randomUUID() }
})

/** Runs to the end, collecting how long each request took. */
const run = (
  options: autocannon.Options,
  latencies: Array<number>,
  statuses: Record<number, number>
): Promise<autocannon.Result> =>
  new Promise((resolve, reject) => {
    const instance = autocannon(options, (error, result) =>
      error === null ? resolve(result) : reject(error)
    )
    instance.on("response", (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds)
      statuses[status] = (statuses[status] ?? 0) + 1
    })
  })

/** Each connection asks as soon as it has its answer. */
const measureMost = async (load: Load): Promise<LoadResult> => {
  const { amount, connections, key, requests = checks, seconds, uniqueKeys = false, url } = load
  const latencies: Array<number> = []
  const share = Math.max(leastRequests, Math.ceil(requests.length / connections))
  let clients = 0
  const options: autocannon.Options = {
    url,
    headers: headersOf(key),
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    // How soon it notices, in milliseconds, that the time is over.
    sampleInt: 50,
    setupClient: (client) => {
      const first = (clients * share) % requests.length
      clients += 1
      const turn = Array.from({ length: share }, (_, nth) => requests[(first + nth) % requests.length] ?? [])
      client.setRequests(
        turn.flat().map((request) => ({
          ...request,
          headers: { ...headersOf(key), ...request.headers },
          ...(uniqueKeys ? { setupRequest: withUniqueKey } : {})
        }))
      )
    }
  }
  const statuses: Record<number, number> = {}
  const result = await run(options, latencies, statuses)
  return {
    answered: result["2xx"],
    perSecond: result["2xx"] / result.duration,
    ...percentiles(latencies),
    failed: result.non2xx + result.errors + result.timeouts,
    statuses
  }
}

/**
 * Requests are sent when they are due, and their time counts from then, however late the answers before them are. With
 * Node's client at half the service's maximum, two thirds of the median and of the 99th percentile were the client's.
 */
const measurePaced = async (load: Load & { readonly perSecond: number }): Promise<LoadResult> => {
  const { connections, key, perSecond, requests = checks, seconds, url } = load
  const texts = requests.map((request) =>
    requestBytes(url, { ...request, headers: { ...headersOf(key), ...request.headers } })
  )
  const idle = await Promise.all(Array.from({ length: connections }, () => openRawConnection(url)))
  const all = [...idle]
  const latencies: Array<number> = []
  const statuses: Record<number, number> = {}
  const started = performance.now()
  const late: Array<number> = []
  const send = (connection: RawConnection, nth: number) => {
    connection.send(texts[nth % texts.length] ?? Buffer.of(), (reply) => {
      if (reply === "") throw new Error("A connection has ended")
      const status = statusOf(reply)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status >= 200 && status < 300)
        latencies.push(performance.now() - started - (nth * 1_000) / perSecond)
      const next = late.shift()
      if (next === undefined) idle.push(connection)
      else send(connection, next)
    })
  }
  const total = Math.floor(perSecond * seconds)
  for (let nth = 0; nth < total;) {
    const due = ((performance.now() - started) * perSecond) / 1_000
    for (; nth < Math.min(total, due); nth += 1) {
      // In turn: the service closes a connection over which nothing comes.
      const connection = idle.shift()
      if (connection === undefined) late.push(nth)
      else send(connection, nth)
    }
    await delay(1)
  }
  while (idle.length < all.length) await delay(1)
  const duration = (performance.now() - started) / 1_000
  for (const { socket } of all) socket.destroy()
  return {
    answered: latencies.length,
    perSecond: latencies.length / duration,
    ...percentiles(latencies),
    failed: total - latencies.length,
    statuses
  }
}

const measure = (load: Load): Promise<LoadResult> => {
  const { perSecond } = load
  return perSecond === undefined ? measureMost(load) : measurePaced({ ...load, perSecond })
}

/** A process of its own, so that making the load takes no time from what is measured. */
process.on("message", (load: Load) => {
  measure(load).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    }
  )
})
process.on("disconnect", () => process.exit())
