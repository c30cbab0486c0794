import { once } from "node:events"
import { connect } from "node:net"
import type { Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { percentile } from "../support/percentile.ts"
import type { SteadyLoad, SteadyResult } from "./putUnderLoad.ts"

/** Milliseconds between two looks at how many requests are due. */
const beat = 4

interface Tally {
  readonly statuses: Record<string, number>
  readonly accepted: Array<number>
  unexplained: number
  broken: number
}

interface Line {
  readonly send: () => void
}

const requestOf = ({ body, key, url }: SteadyLoad): Buffer => {
  const head = [
    "POST /v1/check HTTP/1.1",
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`
  ]
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`)
}

/** The end of the first reply in what came so far; undefined when it is not whole yet. */
const endOfReply = (text: string): number | undefined => {
  const head = text.indexOf("\r\n\r\n")
  if (head === -1) return undefined
  const [, length = "0"] = /content-length: (\d+)/i.exec(text.slice(0, head)) ?? []
  const end = head + 4 + Number(length)
  return text.length < end ? undefined : end
}

const count = (tally: Tally, reply: string, milliseconds: number) => {
  const status = reply.slice(9, 12)
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  if (status === "200") tally.accepted.push(milliseconds)
  const isRefusal = status === "429" || status === "503"
  if (isRefusal && !/\r\nretry-after: \d+\r\n/i.test(reply)) tally.unexplained += 1
}

/** A connection with one request under way at a time. It asks for the next by `onIdle`. */
const openLine = async (
  port: number,
  request: Buffer,
  tally: Tally,
  onIdle: (line: Line) => void
): Promise<Socket> => {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true }).setEncoding("latin1")
  let text = ""
  let sentAt = 0
  const line = {
    send: () => {
      sentAt = performance.now()
      socket.write(request)
    }
  }
  socket.on("data", (chunk: string) => {
    text += chunk
    const end = endOfReply(text)
    if (end === undefined) return
    count(tally, text.slice(0, end), performance.now() - sentAt)
    text = text.slice(end)
    onIdle(line)
  })
  socket.on("error", () => (tally.broken += 1))
  await once(socket, "connect")
  onIdle(line)
  return socket
}

/** Sends as many as are due, spread evenly, where there is a line for them; all lines at all times without a rate. */
const pace = async ({ rate, seconds }: SteadyLoad, idle: Array<Line>) => {
  const start = performance.now()
  let sent = 0
  for (let now = start; now < start + seconds * 1_000; now = performance.now()) {
    const due = rate === undefined ? Number.POSITIVE_INFINITY : ((now - start) / 1_000) * rate
    for (let line = idle.shift(); line !== undefined; line = sent < due ? idle.shift() : undefined) {
      line.send()
      sent += 1
    }
    await delay(beat)
  }
  return performance.now() - start
}

const run = async (load: SteadyLoad): Promise<SteadyResult> => {
  const tally: Tally = { statuses: {}, accepted: [], unexplained: 0, broken: 0 }
  const idle: Array<Line> = []
  let over = false
  const request = requestOf(load)
  let started = false
  // Without a rate the next request follows the answer at once.
  const takeBack = (line: Line) => {
    if (started && !over && load.rate === undefined) line.send()
    else idle.push(line)
  }
  const port = Number(new URL(load.url).port)
  const sockets: Array<Socket> = []
  for (let opened = 0; opened < load.connections; opened += 1) {
    sockets.push(await openLine(port, request, tally, takeBack))
  }
  for (const socket of sockets) socket.on("close", () => (tally.broken += over ? 0 : 1))
  started = true
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
