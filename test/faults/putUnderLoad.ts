import { fork } from "node:child_process"
import { once } from "node:events"

/** Requests at a rate that does not wait for the answers, from a process of its own. */
export interface SteadyLoad {
  readonly url: string
  readonly key: string
  readonly body: string
  readonly connections: number
  readonly seconds: number
  /** Requests a second, as long as there is a connection for them; undefined for as many as are answered. */
  readonly rate?: number | undefined
}

export interface SteadyResult {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Refusals (429 and 503) without a Retry-After. */
  readonly unexplained: number
  /** Connections that broke. */
  readonly broken: number
  /** Answers with 200 a second. */
  readonly goodput: number
  /** Milliseconds, of answers with 200. */
  readonly p50: number
  readonly p99: number
}

const program = new URL("steadyLoad.ts", import.meta.url)

/** Puts a service under load from another process, and tells how it answered. */
export const putUnderLoad = async (load: SteadyLoad): Promise<SteadyResult> => {
  const child = fork(program)
  const ended = once(child, "exit").then(() => {
    throw new Error("The load ended early")
  })
  child.send(load)
  try {
    const [result] = await Promise.race([once(child, "message"), ended])
    return result
  } finally {
    ended.catch(() => undefined)
    child.disconnect()
  }
}

/** One line about a result. */
export const describeLoad = (name: string, { broken, goodput, p50, p99, statuses }: SteadyResult): string => {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return (
    `${name}: ${goodput.toFixed(0)} checks a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ` +
    `${counts.join(", ")}, ${broken} broken`
  )
}
