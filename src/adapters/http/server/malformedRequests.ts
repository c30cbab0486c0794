import { Effect } from "effect"
import { METHODS } from "node:http"
import type { Server } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { LimitReading } from "../access/accessControl.ts"
import { problemBody, problemMediaType } from "../problems/problems.ts"
import { makeRequestIds } from "../requests/requestId.ts"
import { limitHeaders } from "./answers.ts"
import type { AwaitedAnswers } from "./awaitedAnswers.ts"
import type { Routes } from "./routes.ts"

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

/** What Node's parser reports about bytes that it rejects. */
interface ParseError extends Error {
  readonly code?: string
  readonly rawPacket?: Uint8Array
}

const requestLine = /^([\w!#$%&'*+.^`|~-]+) (\S+) HTTP\/1\.[01]\r\n/

/**
 * Found without a regular expression: one that allows blanks on both sides takes time that grows with the cube of their
 * number.
 */
const authorizationIn = (head: string): string | undefined => {
  const name = "authorization:"
  const line = head.split("\r\n").find((line) => line.slice(0, name.length).toLowerCase() === name)
  return line?.slice(name.length).trim()
}

/**
 * Reads a request that is well formed except for a method that Node's parser does not know; undefined for any other
 * error.
 */
const readUnknownMethod = ({ code, rawPacket }: ParseError) => {
  if (code !== "HPE_INVALID_METHOD" || rawPacket === undefined) return undefined
  const text = Buffer.from(rawPacket).toString("latin1")
  const [head = ""] = text.split("\r\n\r\n", 1)
  const [, method, url] = requestLine.exec(`${head}\r\n`) ?? []
  if (method === undefined || url === undefined || METHODS.includes(method)) return undefined
  return { method, url, authorization: authorizationIn(head) }
}

export interface MalformedRequestOptions {
  readonly serviceUrl: string
  readonly routes: Routes
  readonly limits: LimitReading
}

/** Makes the function that answers a parser error directly on the connection, because there is no request object. */
const makeRefuse = ({ limits, routes, serviceUrl }: MalformedRequestOptions, nextId: () => string) => {
  /** Answers as to a known method that the path does not allow. */
  const refuseMethod = (
    { authorization, method, url }: NonNullable<ReturnType<typeof readUnknownMethod>>,
    socket: Duplex
  ): void => {
    const { headers, status, showsRateLimit, text } = routes.unmatched(method, url)
    const address = socket instanceof Socket ? socket.remoteAddress : undefined
    const reading = showsRateLimit ? limits.read(authorization, address) : Effect.undefined
    const refused = Effect.map(reading, (rateLimit) => {
      const allHeaders = { ...headers, ...(rateLimit === undefined ? {} : limitHeaders(rateLimit)) }
      answer(socket, `${status} ${text.trim()}`, "text/plain", text, [
        ...Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`),
        `X-Request-Id: ${nextId()}`
      ])
    })
    Effect.runFork(refused)
  }

  return (error: ParseError, socket: Duplex): void => {
    const unknown = readUnknownMethod(error)
    if (unknown !== undefined) {
      refuseMethod(unknown, socket)
      return
    }
    const id = nextId()
    const [status, issue] = reasons[error.code ?? ""] ?? ["400 Bad Request", "request: is not valid HTTP"]
    const problem = problemBody(serviceUrl, "invalid_request", undefined, { issues: [issue] })
    const body = JSON.stringify({ ...problem, status: Number(status.slice(0, 3)) })
    answer(socket, status, problemMediaType, body, [`X-Request-Id: ${id}`])
  }
}

/** Answers what Node's parser rejects before there is a request, in the form of every other problem. */
export const answerMalformedRequests = (
  server: Server,
  awaited: AwaitedAnswers,
  options: MalformedRequestOptions
): void => {
  const nextId = makeRequestIds()
  const refuse = makeRefuse(options, nextId)
  server.on("clientError", (error: ParseError, socket) => {
    // A client that has sent no byte is only keeping the connection ready. It would take a 408 for the answer to its
    // next request.
    const saidNothing = socket instanceof Socket && socket.bytesRead === 0
    if (error.code === "ECONNRESET" || !socket.writable || saidNothing) {
      socket.destroy()
      return
    }
    // Data after a request with `Connection: close`: nobody waits for an answer to it.
    if (error.code === "HPE_CLOSED_CONNECTION") return
    const response = awaited.on(socket)
    // A complete request that came before it is answered first.
    if (response?.req.complete === true && !response.writableFinished) {
      response.once("finish", () => {
        if (response.shouldKeepAlive && socket.writable) refuse(error, socket)
      })
    } else {
      refuse(error, socket)
    }
  })

  // Node would answer these two itself, with an empty body or by closing the connection.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("connect", (_, socket) => {
    const allow = "Allow: DELETE, GET, HEAD, PATCH, POST, PUT"
    answer(socket, "405 Method Not Allowed", "text/plain", "Method Not Allowed\n", [
      allow,
      `X-Request-Id: ${nextId()}`
    ])
  })
}
