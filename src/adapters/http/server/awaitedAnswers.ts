import type { Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import type { RequestObserver } from "./requestInterceptors.ts"

export interface AwaitedAnswers {
  /** Has to see every request before the next is read. */
  readonly observe: RequestObserver
  /** The last answer that the connection waits for. */
  readonly on: (socket: Duplex) => ServerResponse | undefined
  /** Of every connection. */
  readonly all: () => ReadonlyArray<ServerResponse>
}

/** Knows what each connection waits for. */
export const watchAwaitedAnswers = (server: Server): AwaitedAnswers => {
  /**
   * The entry stays as long as the connection: a map whose entries change with every request would keep what they once
   * held until the next full collection.
   */
  const connections = new Map<Duplex, { awaited: ServerResponse | undefined }>()
  server.on("connection", (socket) => {
    connections.set(socket, { awaited: undefined })
    socket.once("close", () => connections.delete(socket))
  })
  return {
    observe: ({ socket }, response) => {
      const connection = connections.get(socket)
      if (connection === undefined) return
      connection.awaited = response
      // An answer is forgotten with its end: all that it was made of hangs on it.
      response.once("close", () => {
        if (connection.awaited === response) connection.awaited = undefined
      })
    },
    on: (socket) => connections.get(socket)?.awaited,
    all: () => [...connections.values()].flatMap(({ awaited }) => awaited ?? [])
  }
}
