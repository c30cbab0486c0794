import autocannon from "autocannon"
import { bodies } from "./prompts.ts"

/** One measurement to make. */
export interface Load {
  readonly url: string
  readonly key: string
  readonly connections: number
  readonly seconds: number
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
}

/** So many different bodies at least from each connection. */
const leastBodies = 16

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Runs to the end, collecting how long each request took. */
const run = (options: autocannon.Options, latencies: Array<number>): Promise<autocannon.Result> =>
  new Promise((resolve, reject) => {
    const instance = autocannon(options, (error, result) =>
      error === null ? resolve(result) : reject(error)
    )
    instance.on("response", (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds))
  })

const measure = async ({ connections, key, seconds, url }: Load): Promise<LoadResult> => {
  const latencies: Array<number> = []
  const requests = bodies.map((body) => ({ body }))
  const share = Math.max(leastBodies, Math.ceil(requests.length / connections))
  let clients = 0
  const options: autocannon.Options = {
    url: `${url}/v1/check`,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    connections,
    duration: seconds,
    // How soon it notices, in milliseconds, that the time is over.
    sampleInt: 50,
    setupClient: (client) => {
      const first = (clients * share) % requests.length
      clients += 1
      client.setRequests([...requests.slice(first), ...requests].slice(0, share))
    }
  }
  const result = await run(options, latencies)
  const sorted = Float64Array.from(latencies).sort()
  return {
    answered: result["2xx"],
    perSecond: result["2xx"] / result.duration,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    failed: result.non2xx + result.errors + result.timeouts
  }
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
