import { IncomingMessage, ServerResponse } from "node:http"
import type { Server } from "node:http"

/** Sees a request before the framework does, and tells whether it has taken it over. */
export type RequestTaker = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Offers each request to the takers in turn. It goes on to the framework when none has taken it: a listener alone could
 * not keep an event from those that come after it.
 */
export const offerRequests = (server: Server, takers: ReadonlyArray<RequestTaker>): void => {
  const emit = server.emit.bind(server)
  const isTaken = (event: string, request: unknown, response: unknown): boolean =>
    (event === "request" || event === "checkContinue") &&
    request instanceof IncomingMessage &&
    response instanceof ServerResponse &&
    takers.some((take) => take(request, response))
  Object.defineProperty(server, "emit", {
    value: (event: string, ...values: ReadonlyArray<unknown>): boolean =>
      isTaken(event, values[0], values[1]) || Reflect.apply(emit, server, [event, ...values])
  })
}
