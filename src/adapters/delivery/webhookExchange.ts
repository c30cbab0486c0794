import { Effect } from "effect"
import { Agent as HttpAgent, request as httpRequest } from "node:http"
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http"
import { Agent as HttpsAgent, request as httpsRequest } from "node:https"
import { isIP } from "node:net"
import type { LookupFunction, Socket } from "node:net"
import { withoutBrackets } from "../../domain/policy/webhookAddress.ts"
import type { Answer, AttemptFault } from "../../domain/webhooks/Delivery.ts"

export interface ExchangeRequest {
  readonly url: URL
  /** Addresses that were checked. One of them is connected to. */
  readonly addresses: ReadonlyArray<string>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How many bytes of an answer's body are read. They are not used. */
const mostRead = 65_536

/** Milliseconds to try one of several addresses before the next. */
const addressTimeout = 1_000

// Agents of our own: they use no proxy from the environment, and share no connection or TLS session between tenants.
const unshared = {
  keepAlive: false,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: addressTimeout
}
const httpAgent = new HttpAgent(unshared)
const httpsAgent = new HttpsAgent({ ...unshared, maxCachedSessions: 0 })

/**
 * A lookup that returns the checked addresses, so that no other lookup happens between the check and the connection.
 */
const pinned =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_hostname, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first] = all
    if (options.all === true || first === undefined) callback(null, all)
    else callback(null, first.address, first.family)
  }

interface Progress {
  fault: AttemptFault
  statusCode: number | null
}

/** A call that got a status was answered, whatever becomes of the body, which is not used. */
export const answerOf = ({ statusCode }: Progress, fault: AttemptFault): Answer => ({
  statusCode,
  fault: statusCode === null ? fault : null
})

const optionsOf = ({ addresses, headers, url }: ExchangeRequest): RequestOptions => ({
  method: "POST",
  protocol: url.protocol,
  hostname: withoutBrackets(url.hostname),
  port: url.port === "" ? null : url.port,
  path: `${url.pathname}${url.search}`,
  headers,
  lookup: pinned(addresses)
})

/** Keeps `progress.fault` up to date: it names the fault if the exchange failed at this point of the connection. */
const follow = (request: ClientRequest, progress: Progress) => {
  request.on("socket", (socket: Socket) => {
    socket.once("connect", () => {
      progress.fault = "encrypted" in socket ? "tls_failed" : "connection_lost"
    })
    socket.once("secureConnect", () => {
      progress.fault = "connection_lost"
    })
  })
}

const faultOf = (error: NodeJS.ErrnoException, { fault }: Progress): AttemptFault =>
  error.code?.startsWith("HPE_") === true ? "invalid_response" : fault

/** Reads the answer up to the limit, so that a receiver can finish writing it. */
const drain = (response: IncomingMessage, done: () => void) => {
  let read = 0
  response.on("data", (chunk: Buffer) => {
    read += chunk.length
    if (read >= mostRead) done()
  })
  response.on("end", done)
}

const send = (request: ExchangeRequest): ClientRequest =>
  request.url.protocol === "https:"
    ? httpsRequest({ ...optionsOf(request), agent: httpsAgent, rejectUnauthorized: true })
    : httpRequest({ ...optionsOf(request), agent: httpAgent })

/**
 * One exchange with one receiver, whose certificate is verified for the URL's host name. It ends when the whole answer
 * has been read, or as much of it as the limit allows, or when the connection ends. If it is interrupted, `progress`
 * tells how far it got.
 */
export const exchange = (request: ExchangeRequest, progress: Progress): Effect.Effect<Answer> =>
  Effect.callback((resume) => {
    const outgoing = send(request)
    const finish = (fault = progress.fault) => {
      resume(Effect.succeed(answerOf(progress, fault)))
      outgoing.destroy()
    }
    follow(outgoing, progress)
    outgoing.on("response", (response) => {
      progress.statusCode = response.statusCode ?? null
      response.on("error", () => finish())
      drain(response, () => finish())
    })
    outgoing.on("upgrade", (_response, socket) => {
      socket.destroy()
      finish("invalid_response")
    })
    outgoing.on("error", (error) => finish(faultOf(error, progress)))
    outgoing.end(request.body)
    return Effect.sync(() => outgoing.destroy())
  })

export const newProgress = (): Progress => ({ fault: "connection_failed", statusCode: null })
