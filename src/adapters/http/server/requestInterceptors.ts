import { IncomingMessage, ServerResponse } from "node:http"
import type { Server } from "node:http"
// oxlint-disable-next-line eslint/no-restricted-imports -- the end of a turn of the event loop is no time that a clock keeps
import { setImmediate } from "node:timers"

/** Sees a request as soon as its headers have been read. */
export type RequestObserver = (request: IncomingMessage, response: ServerResponse) => void

/** Sees a request before the framework does, and returns whether it has taken it over. */
export type RequestInterceptor = (request: IncomingMessage, response: ServerResponse) => boolean

interface ArrivedRequest {
  readonly event: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Offers each request to the interceptors in turn, and passes it on to the framework if none takes it. It does so in
 * `emit`, because a listener cannot keep an event from the listeners after it.
 *
 * All requests that were read in one turn of the event loop are offered together, once all of them are read. Reading,
 * screening and answering are then each done for many requests in a row, which takes the processor three quarters of
 * the time that it needs to switch between them with every request.
 */
export const offerRequests = (
  server: Server,
  observers: ReadonlyArray<RequestObserver>,
  interceptors: ReadonlyArray<RequestInterceptor>
): void => {
  const emit = server.emit.bind(server)
  let arrived: Array<ArrivedRequest> = []

  const offer = ({ event, request, response }: ArrivedRequest): void => {
    // The client has gone away, and no work on its request has begun.
    if (request.destroyed) return
    if (!interceptors.some((takesOver) => takesOver(request, response))) emit(event, request, response)
  }

  const offerAll = (): void => {
    const together = arrived
    arrived = []
    for (const request of together) offer(request)
  }

  const receive = (event: string, request: unknown, response: unknown): boolean => {
    if (event !== "request" && event !== "checkContinue") return false
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return false
    // What was read together with the request that ended the connection.
    if (request.socket.destroyed) return true
    for (const observe of observers) observe(request, response)
    if (arrived.push({ event, request, response }) === 1) setImmediate(offerAll)
    return true
  }

  Object.defineProperty(server, "emit", {
    value: (event: string, ...values: ReadonlyArray<unknown>): boolean =>
      receive(event, values[0], values[1]) || Reflect.apply(emit, server, [event, ...values])
  })
}
