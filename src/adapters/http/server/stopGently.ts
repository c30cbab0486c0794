import { Effect } from "effect"
import type { MutableRef } from "effect"
import type { Server } from "node:http"
import { Server as NetServer } from "node:net"
import type { AwaitedAnswers } from "./awaitedAnswers.ts"
import type { RequestObserver } from "./requestInterceptors.ts"

/** For the next request over a connection that is idle: it may be on its way already. */
const waitForNext = "1 second"

/**
 * Has `close` say goodbye on each connection. By itself it closes those that are idle at once, and a proxy that has
 * just sent a request over one gets no answer to it. Here each answer from then on says that it is the last on its
 * connection, and a connection over which nothing comes is closed a moment later.
 *
 * What it returns has to see a request before `awaited` does.
 */
export const stopGently = (
  server: Server,
  awaited: AwaitedAnswers,
  isStopping: MutableRef.MutableRef<boolean>
): RequestObserver => {
  const observe: RequestObserver = ({ socket }, response) => {
    if (!isStopping.current) return
    // Of several requests that came together, the last answer says it: with the first, the others would be lost.
    const before = awaited.on(socket)
    if (before !== undefined && !before.headersSent) before.shouldKeepAlive = true
    response.shouldKeepAlive = false
  }

  const begin = () => {
    isStopping.current = true
    for (const response of awaited.all()) response.shouldKeepAlive = false
    // Again and again: an answer that had begun before did not say it.
    const closeIdle = Effect.sync(() => server.closeIdleConnections())
    const closing = Effect.runFork(closeIdle.pipe(Effect.delay(waitForNext), Effect.forever))
    server.once("close", () => closing.interruptUnsafe())
  }

  // Only what every server does: it takes no more connections, and tells when it has none left.
  const close = NetServer.prototype.close.bind(server)
  Object.defineProperty(server, "close", {
    value: (...values: Parameters<typeof close>) => {
      if (!isStopping.current) begin()
      return close(...values)
    }
  })

  return observe
}
