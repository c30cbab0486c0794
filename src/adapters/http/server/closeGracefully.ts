import { Effect } from "effect"
import type { MutableRef } from "effect"
import type { Server } from "node:http"
import { Server as NetServer } from "node:net"
import type { AwaitedAnswers } from "./awaitedAnswers.ts"
import type { RequestObserver } from "./requestInterceptors.ts"

/** How long an idle connection is kept open for a request that may already be on its way. */
const waitForNext = "1 second"

/**
 * How long the end is not announced if other processes share the port. A client connects anew once it is told, and must
 * find no process that has yet to close its listener: such a connection would be lost with it. Refused, it is safe.
 */
const waitForOthers = "500 millis"

/**
 * Makes `close` announce the end on each connection. By itself, it closes idle connections at once, and a proxy that
 * has just sent a request over one gets no answer. With this, every answer from then on says that it is the last on its
 * connection, and a connection over which nothing comes is closed a moment later.
 *
 * The observer that it returns must see each request before `awaited` does.
 */
export const closeGracefully = (
  server: Server,
  awaited: AwaitedAnswers,
  isStopping: MutableRef.MutableRef<boolean>,
  sharesPort: boolean
): RequestObserver => {
  let isAnnounced = false
  const observe: RequestObserver = ({ socket }, response) => {
    if (!isAnnounced) return
    // Of several pipelined requests, only the last answer may announce the end: after the first, the others would be
    // lost.
    const before = awaited.on(socket)
    if (before !== undefined && !before.headersSent) before.shouldKeepAlive = true
    response.shouldKeepAlive = false
  }

  const announce = Effect.sync(() => {
    isAnnounced = true
    for (const response of awaited.all()) response.shouldKeepAlive = false
  })

  const begin = () => {
    isStopping.current = true
    // Repeated, because an answer that had already begun did not announce the end and leaves its connection open.
    const closeIdle = Effect.sync(() => server.closeIdleConnections())
    const closing = Effect.runFork(
      (sharesPort ? Effect.delay(announce, waitForOthers) : announce).pipe(
        Effect.andThen(closeIdle.pipe(Effect.delay(waitForNext), Effect.forever))
      )
    )
    server.once("close", () => closing.interruptUnsafe())
  }

  // The `close` of any network server: it accepts no more connections, and reports when none is left. The one of an
  // HTTP server would also close idle connections at once.
  const close = NetServer.prototype.close.bind(server)
  Object.defineProperty(server, "close", {
    value: (...values: Parameters<typeof close>) => {
      if (!isStopping.current) begin()
      return close(...values)
    }
  })

  return observe
}
