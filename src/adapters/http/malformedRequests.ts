import type { Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { problemBody } from "./problems.ts"
import { makeRequestIds } from "./requestId.ts"
import type { RequestObserver } from "./takers.ts"

const reasons: Readonly<Record<string, readonly [status: string, issue: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "header: all headers together are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "body: did not arrive in time"]
}

const answer = (
  socket: Duplex,
  status: string,
  contentType: string,
  body: string,
  headers: ReadonlyArray<string> = []
): void => {
  const head = [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
}

/**
 * Answers what Node's parser refuses before there is a request, in the form of every other problem. What it returns
 * has to see every request before the next is read: the answer to it comes first.
 */
export const answerMalformedRequests = (server: Server, serviceUrl: string): RequestObserver => {
  /**
   * What each connection waits for. The entry stays as long as the connection: a map whose entries change with every
   * request would keep what they once held until the next full collection.
   */
  const connections = new Map<Duplex, { awaited: ServerResponse | undefined }>()
  server.on("connection", (socket) => {
    connections.set(socket, { awaited: undefined })
    socket.once("close", () => connections.delete(socket))
  })
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy()
      return
    }
    // Data after a request that said it was the connection's last: nobody waits for an answer to it.
    if (error.code === "HPE_CLOSED_CONNECTION") return
    const response = connections.get(socket)?.awaited
    // A whole request before it has its answer first.
    if (response?.req.complete === true && !response.writableFinished) {
      response.once("finish", () => {
        if (response.shouldKeepAlive && socket.writable) refuse(error.code, socket)
      })
    } else {
      refuse(error.code, socket)
    }
  })

  const nextId = makeRequestIds()

  const refuse = (fault: string | undefined, socket: Duplex): void => {
    const id = nextId()
    const [status, issue] = reasons[fault ?? ""] ?? ["400 Bad Request", "request: is not valid HTTP"]
    const problem = problemBody(serviceUrl, "invalid_request", undefined, { issues: [issue] })
    const body = JSON.stringify({ ...problem, status: Number(status.slice(0, 3)) })
    answer(socket, status, "application/problem+json", body, [`X-Request-Id: ${id}`])
  }

  // Node would answer these two itself, with an empty body or by closing the connection.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("connect", (_, socket) => {
    const allow = "Allow: DELETE, GET, HEAD, PATCH, POST, PUT"
    answer(socket, "405 Method Not Allowed", "text/plain", "Method Not Allowed\n", [allow])
  })

  return ({ socket }, response) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.awaited = response
    // An answer is forgotten with its end: all that it was made of hangs on it.
    response.once("close", () => {
      if (connection.awaited === response) connection.awaited = undefined
    })
  }
}
