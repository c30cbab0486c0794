import { once } from "node:events"
import { connect } from "node:net"
import type { Socket } from "node:net"

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** As it goes over the wire, so that sending it many times costs its making once. */
export const requestBytes = (url: string, { body = "", headers, method, path }: RawRequest): Buffer => {
  const all = { host: new URL(url).host, ...headers, "content-length": String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n${body}`)
}

/** The end of the first reply in what came so far; undefined when it is not whole yet. */
const endOfReply = (text: string): number | undefined => {
  const head = text.indexOf("\r\n\r\n")
  if (head === -1) return undefined
  const [, length = "0"] = /content-length: (\d+)/i.exec(text.slice(0, head)) ?? []
  const end = head + 4 + Number(length)
  return text.length < end ? undefined : end
}

export const statusOf = (reply: string): number => Number(reply.slice(9, 12))

/**
 * A connection with one request under way at a time. It costs a fifth of the processor time of Node's own client: what
 * makes load beside a service on the same cores is not to be most of what is measured.
 */
export interface RawConnection {
  readonly socket: Socket
  /** `onReply` gets the whole reply with its head, or an empty text if the connection broke. */
  readonly send: (request: Buffer, onReply: (reply: string) => void) => void
}

export const openRawConnection = async (url: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, noDelay: true }).setEncoding("latin1")
  let text = ""
  let waiting: ((reply: string) => void) | undefined
  const settle = (reply: string) => {
    const onReply = waiting
    waiting = undefined
    onReply?.(reply)
  }
  socket.on("data", (chunk: string) => {
    text += chunk
    const end = endOfReply(text)
    if (end === undefined) return
    const reply = text.slice(0, end)
    text = text.slice(end)
    settle(reply)
  })
  socket.on("error", () => undefined)
  socket.on("close", () => settle(""))
  await once(socket, "connect")
  return {
    socket,
    send: (request, onReply) => {
      if (socket.destroyed) return onReply("")
      waiting = onReply
      socket.write(request)
    }
  }
}
