import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import type { RequestObserver } from "./requestInterceptors.ts"

export interface AwaitedAnswers {
  /** Must see every request before the next one of its connection is read. */
  readonly observe: RequestObserver
  /** The last answer that a connection is waiting for; undefined if it waits for none. */
  readonly on: (socket: Duplex) => ServerResponse | undefined
  /** Whether the latest request of a connection was answered before its body had arrived, and is still arriving. */
  readonly isAnsweredEarly: (socket: Duplex) => boolean
  /** The last awaited answer of every connection that has one. */
  readonly all: () => ReadonlyArray<ServerResponse>
}

interface Connection {
  awaited: ServerResponse | undefined
  /** The latest request, if it was answered before its body had arrived. */
  answeredEarly: IncomingMessage | undefined
}

/** Tracks which answer each connection is waiting for. */
export const watchAwaitedAnswers = (server: Server): AwaitedAnswers => {
  /**
   * An entry lives as long as its connection. If entries were added and deleted with every request, the map would keep
   * what they held alive until the next full garbage collection.
   */
  const connections = new Map<Duplex, Connection>()
  server.on("connection", (socket) => {
    connections.set(socket, { awaited: undefined, answeredEarly: undefined })
    socket.once("close", () => connections.delete(socket))
  })
  return {
    observe: (request, response) => {
      const connection = connections.get(request.socket)
      if (connection === undefined) return
      connection.awaited = response
      connection.answeredEarly = undefined
      // Drops the reference to a finished answer, which would keep alive everything that it was made of.
      response.once("close", () => {
        if (connection.awaited !== response) return
        connection.awaited = undefined
        if (!request.complete) connection.answeredEarly = request
      })
    },
    on: (socket) => connections.get(socket)?.awaited,
    isAnsweredEarly: (socket) => connections.get(socket)?.answeredEarly?.complete === false,
    all: () => [...connections.values()].flatMap(({ awaited }) => awaited ?? [])
  }
}
