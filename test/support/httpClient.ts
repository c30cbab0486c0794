import { Agent, request as httpRequest } from "node:http"
import type { IncomingHttpHeaders } from "node:http"
import { connect } from "node:net"

export interface Reply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body read as JSON; throws when it is not. */
  readonly json: () => ReturnType<typeof JSON.parse>
}

export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** The address to call from, of this machine's own. */
  readonly localAddress?: string
  /** Sent with a Content-Length, or in chunks when it is a list. */
  readonly body?: string | Uint8Array | ReadonlyArray<string | Uint8Array>
}

/** Milliseconds that an exchange may take on a busy machine before it counts as hanging. */
const patience = 20_000

const agent = new Agent({ keepAlive: true })

/**
 * Sends one request and returns the whole reply. Nothing is added to the headers, followed or normalised, so
 * `target` goes out as it is written.
 */
export const send = (
  url: string,
  target: string,
  { body, headers = {}, localAddress, method = "GET" }: Call = {}
) =>
  new Promise<Reply>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const chunks =
      body === undefined ? [] : typeof body === "string" || body instanceof Uint8Array ? [body] : body
    const sized =
      chunks === body || body === undefined ? {} : { "content-length": Buffer.byteLength(chunks[0] ?? "") }
    const outgoing = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path: target,
        headers: { ...sized, ...headers },
        timeout: patience,
        localAddress
      },
      (incoming) => {
        const received: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => received.push(chunk))
        incoming.on("error", reject)
        incoming.on("end", () => {
          const text = Buffer.concat(received).toString("utf8")
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: () => JSON.parse(text)
          })
        })
      }
    )
    outgoing.on("timeout", () => outgoing.destroy(new Error(`${method} ${target} was not answered in time`)))
    outgoing.on("error", reject)
    for (const chunk of chunks) outgoing.write(chunk)
    outgoing.end()
  })

export interface Exchange {
  /** All that came back, byte for byte in latin1. */
  readonly text: string
  /** Whether the service ended the connection. */
  readonly closed: boolean
}

/**
 * Writes bytes on a new connection and returns what comes back: until the service ends the connection, or until
 * `enough` says that nothing more is awaited. `afterReply` is written once something has come back.
 */
export const exchange = (
  port: number,
  bytes: string | Uint8Array,
  {
    afterReply = "",
    enough = () => false,
    halfClose = false
  }: { afterReply?: string; enough?: (text: string) => boolean; halfClose?: boolean } = {}
) =>
  new Promise<Exchange>((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    let text = ""
    const finish = (closed: boolean) => {
      socket.destroy()
      resolve({ text, closed })
    }
    socket.setTimeout(patience, () => {
      socket.destroy()
      reject(new Error(`The connection hangs. It got: ${text}`))
    })
    socket.setEncoding("latin1")
    socket.once("data", () => socket.write(afterReply))
    socket.on("data", (chunk: string) => {
      text += chunk
      if (enough(text)) finish(false)
    })
    socket.on("end", () => finish(true))
    // A reset after the answer is an end too.
    socket.on("error", () => finish(true))
    socket.write(bytes)
    if (halfClose) socket.end()
  })

export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Splits what came over a connection into its replies, each with a Content-Length. */
export const repliesIn = (text: string): ReadonlyArray<RawReply> => {
  const end = text.indexOf("\r\n\r\n")
  if (end === -1) return []
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
  )
  const length = Number(headers["content-length"] ?? 0)
  const rest = text.slice(end + 4)
  const reply = { status: Number(statusLine.split(" ")[1]), headers, body: rest.slice(0, length) }
  return [reply, ...repliesIn(rest.slice(length))]
}
