import type { Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { percentile } from "../support/percentile.ts"
import { openRawConnection, requestBytes, statusOf } from "../support/rawConnection.ts"
import type { RawConnection } from "../support/rawConnection.ts"
import type { SteadyLoad, SteadyResult } from "./putUnderLoad.ts"

/** Milliseconds between two looks at how many requests are due. */
const beat = 4

interface Tally {
  readonly statuses: Record<string, number>
  readonly accepted: Array<number>
  unexplained: number
  broken: number
}

/** Sends the request over a connection that waits for no answer. */
type Send = () => void

const count = (tally: Tally, reply: string, milliseconds: number) => {
  const status = statusOf(reply)
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  if (status === 200) tally.accepted.push(milliseconds)
  const isRefusal = status === 429 || status === 503
  if (isRefusal && !/\r\nretry-after: \d+\r\n/i.test(reply)) tally.unexplained += 1
}

/** Sends one request. What is not answered because the connection broke is counted where it breaks. */
const makeSend = (
  connection: RawConnection,
  request: Buffer,
  tally: Tally,
  onIdle: (send: Send) => void
): Send => {
  const send = () => {
    const sentAt = performance.now()
    connection.send(request, (reply) => {
      if (reply === "") return
      count(tally, reply, performance.now() - sentAt)
      onIdle(send)
    })
  }
  return send
}

/**
 * Sends as many as are due, spread evenly, as far as there are connections for them. Without a rate, all connections
 * are in use at all times.
 */
const pace = async ({ rate, seconds }: SteadyLoad, idle: Array<Send>) => {
  const start = performance.now()
  let sent = 0
  for (let now = start; now < start + seconds * 1_000; now = performance.now()) {
    const due = rate === undefined ? Number.POSITIVE_INFINITY : ((now - start) / 1_000) * rate
    for (let send = idle.shift(); send !== undefined; send = sent < due ? idle.shift() : undefined) {
      send()
      sent += 1
    }
    await delay(beat)
  }
  return performance.now() - start
}

const run = async (load: SteadyLoad): Promise<SteadyResult> => {
  const tally: Tally = { statuses: {}, accepted: [], unexplained: 0, broken: 0 }
  const idle: Array<Send> = []
  let over = false
  const { body, key, url } = load
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const request = requestBytes(url, { method: "POST", path: "/v1/check", headers, body })
  // Without a rate the next request follows the answer at once.
  const takeBack = (send: Send) => {
    if (!over && load.rate === undefined) send()
    else idle.push(send)
  }
  const sockets: Array<Socket> = []
  for (let opened = 0; opened < load.connections; opened += 1) {
    const connection = await openRawConnection(url)
    sockets.push(connection.socket)
    idle.push(makeSend(connection, request, tally, takeBack))
    connection.socket.on("close", () => (tally.broken += over ? 0 : 1))
  }
  const milliseconds = await pace(load, idle)
  over = true
  const answeredInTime = tally.accepted.length
  await delay(2_000)
  for (const socket of sockets) socket.destroy()
  const sorted = Float64Array.from(tally.accepted).sort()
  return {
    statuses: tally.statuses,
    unexplained: tally.unexplained,
    broken: tally.broken,
    goodput: (1_000 * answeredInTime) / milliseconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99)
  }
}

process.on("message", (load: SteadyLoad) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    }
  )
})
process.on("disconnect", () => process.exit())
