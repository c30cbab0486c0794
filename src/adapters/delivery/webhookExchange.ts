import { Effect } from "effect"
import { Agent as HttpAgent, request as httpRequest } from "node:http"
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http"
import { Agent as HttpsAgent, request as httpsRequest } from "node:https"
import { isIP } from "node:net"
import type { LookupFunction, Socket } from "node:net"
import type { Answer, AttemptFault } from "../../domain/webhooks/Delivery.ts"

export interface ExchangeRequest {
  readonly url: URL
  /** Checked ones, one of which is connected to. */
  readonly addresses: ReadonlyArray<string>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Bytes of an answer's body that are read. Nothing is done with them. */
const mostRead = 65_536

/** Milliseconds for one address of several before the next is tried. */
const addressPatience = 1_000

// Agents of our own: no proxy of the environment, no connection or TLS session that two tenants would share.
const unshared = {
  keepAlive: false,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: addressPatience
}
const httpAgent = new HttpAgent(unshared)
const httpsAgent = new HttpsAgent({ ...unshared, maxCachedSessions: 0 })

/** Answers with what was checked, so that no other look-up happens between the check and the connection. */
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

/** A status is an answer, whatever becomes of the body behind it: nothing is done with that. */
export const answerOf = ({ statusCode }: Progress, fault: AttemptFault): Answer => ({
  statusCode,
  fault: statusCode === null ? fault : null
})

const optionsOf = ({ addresses, headers, url }: ExchangeRequest): RequestOptions => ({
  method: "POST",
  protocol: url.protocol,
  hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
  port: url.port === "" ? null : url.port,
  path: `${url.pathname}${url.search}`,
  headers,
  lookup: pinned(addresses)
})

/** What it would mean to fail now, as the connection comes about. */
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

/** Reads what there is to read of an answer, up to the limit, so that a receiver can write it to its end. */
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
 * One exchange with one receiver, whose certificate is verified for the url's name. It ends with the whole answer,
 * with as much of it as is read, or with the connection. `progress` tells how far it got when it is interrupted.
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
