import { Effect } from "effect"
import { METHODS } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { RateLimitReading } from "../../../domain/tenancy/RateLimiter.ts"
import type { LimitReading } from "../access/accessControl.ts"
import { problemBody, problemMediaType } from "../problems/problems.ts"
import { givenRequestId, makeRequestIds } from "../requests/requestId.ts"
import { limitHeaders } from "./answers.ts"
import type { AwaitedAnswers } from "./awaitedAnswers.ts"
import type { Routes } from "./routes.ts"

type Reason = readonly [status: string, issue: string]

/** A header with a character that no header may have. A tab may be in one. */
const spoiltHeader = /^([\w!#$%&'*+.^`|~-]+):[^\r\n]*(?![\t\r\n\u0080-\u009f])\p{Cc}/mu

const issueOf = ({ code }: ParseError, head: RequestHead | undefined): string => {
  const [, name] = code === "HPE_INVALID_HEADER_TOKEN" ? (spoiltHeader.exec(head?.text ?? "") ?? []) : []
  return name === undefined ? "request: is not valid HTTP" : `header ${name}: holds a control character`
}

const reasonOf = (
  error: ParseError,
  head: RequestHead | undefined,
  request: IncomingMessage | undefined
): Reason => {
  if (error.code === "HPE_HEADER_OVERFLOW") {
    return ["431 Request Header Fields Too Large", "header: all headers together are too large"]
  }
  return error.code === "ERR_HTTP_REQUEST_TIMEOUT"
    ? ["408 Request Timeout", `${request === undefined ? "header" : "body"}: did not arrive in time`]
    : ["400 Bad Request", issueOf(error, head)]
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

/** What can be told of a request that the parser rejects. */
interface RequestHead {
  readonly method: string
  readonly url: string
  readonly authorization: string | undefined
  /** The request line and the headers, as far as they have arrived. */
  readonly text: string
}

/** Reads the head of a rejected request; undefined if it has no valid request line. */
const readHead = ({ rawPacket }: ParseError): RequestHead | undefined => {
  if (rawPacket === undefined) return undefined
  const [text = ""] = Buffer.from(rawPacket).toString("latin1").split("\r\n\r\n", 1)
  const [, method, url] = requestLine.exec(`${text}\r\n`) ?? []
  if (method === undefined || url === undefined) return undefined
  return { method, url, authorization: authorizationIn(text), text }
}

/** Whether a request is well formed except for a method that Node's parser does not know. */
const hasUnknownMethod = ({ code }: ParseError, head: RequestHead): boolean =>
  code === "HPE_INVALID_METHOD" && !METHODS.includes(head.method)

export interface MalformedRequestOptions {
  readonly serviceUrl: string
  readonly routes: Routes
  readonly limits: LimitReading
  /** Counts and logs an answer to what never became a request. */
  readonly record: (id: string, status: number) => void
}

interface Refusal {
  readonly id: string
  /** Code and reason. */
  readonly status: string
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** What to say about the caller's rate limit; undefined if it cannot be told. */
  readonly limit: Effect.Effect<RateLimitReading | undefined>
}

const refuseWith = (socket: Duplex, { body, contentType, headers, id, limit, status }: Refusal): void => {
  const refused = Effect.map(limit, (rateLimit) => {
    const allHeaders = { ...headers, ...(rateLimit === undefined ? {} : limitHeaders(rateLimit)) }
    const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
    answer(socket, status, contentType, body, [...lines, `X-Request-Id: ${id}`])
  })
  Effect.runFork(refused)
}

/** Makes the function that answers a parser error directly on the connection. */
const makeRefuse = (
  { limits, record, routes, serviceUrl }: MalformedRequestOptions,
  nextId: () => string
) => {
  const readLimit = ({ authorization }: RequestHead, socket: Duplex) =>
    limits.read(authorization, socket instanceof Socket ? socket.remoteAddress : undefined)

  /** Answers as to a known method that the path does not allow. */
  const refuseMethod = (head: RequestHead, socket: Duplex): void => {
    const id = nextId()
    const { headers, status, showsRateLimit, text } = routes.unmatched(head.url)
    const limit = showsRateLimit ? readLimit(head, socket) : Effect.undefined
    const refusal = { id, contentType: "text/plain", body: text, headers, limit }
    refuseWith(socket, { ...refusal, status: `${status} ${text.trim()}` })
    record(id, status)
  }

  const limitOf = ({ headers, socket, url = "" }: IncomingMessage) =>
    routes.isGated(url) ? limits.read(headers.authorization, socket.remoteAddress) : Effect.undefined

  const limitOfHead = (head: RequestHead | undefined, socket: Duplex) =>
    head !== undefined && routes.isGated(head.url) ? readLimit(head, socket) : Effect.undefined

  /**
   * Refuses a request. If its headers were read, it has an answer that it waits for, an id and a rate limit like any
   * other.
   */
  return (error: ParseError, socket: Duplex, response?: ServerResponse): void => {
    const request = response?.req
    const head = request === undefined ? readHead(error) : undefined
    if (head !== undefined && hasUnknownMethod(error, head)) {
      refuseMethod(head, socket)
      return
    }
    const givenId = givenRequestId(request?.headers["x-request-id"])
    const id = givenId ?? nextId()
    const [status, issue] = reasonOf(error, head, request)
    const code = Number(status.slice(0, 3))
    const problem = problemBody(serviceUrl, "invalid_request", givenId, { issues: [issue] })
    refuseWith(socket, {
      id,
      status,
      contentType: problemMediaType,
      body: JSON.stringify({ ...problem, status: code }),
      limit: request === undefined ? limitOfHead(head, socket) : limitOf(request)
    })
    // A request that was read is logged and counted when its work is given up, with this status.
    if (response === undefined) record(id, code)
    else response.statusCode = code
  }
}

/** Whether nobody waits for an answer to what the parser rejects. */
const isUnawaited = ({ code }: ParseError, socket: Duplex, awaited: AwaitedAnswers): boolean => {
  // A client that has sent no byte is only keeping the connection ready. It would take a 408 for the answer to its next
  // request.
  const saidNothing = socket instanceof Socket && socket.bytesRead === 0
  // The rest of a request that was answered early. Another answer would be taken for that to the next request.
  return code === "ECONNRESET" || !socket.writable || saidNothing || awaited.isAnsweredEarly(socket)
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
    if (isUnawaited(error, socket, awaited)) {
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
      refuse(error, socket, response)
    }
  })

  // Node would answer these two itself, with an empty body or by closing the connection.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("connect", (_, socket) => {
    const allow = "Allow: DELETE, GET, HEAD, PATCH, POST, PUT"
    const id = nextId()
    answer(socket, "405 Method Not Allowed", "text/plain", "Method Not Allowed\n", [
      allow,
      `X-Request-Id: ${id}`
    ])
    options.record(id, 405)
  })
}
