import { Effect, Schedule, Schema } from "effect"
import { createServer } from "node:net"

/** The message is Node's own, which names the address. */
export class PortTaken extends Schema.TaggedError<PortTaken>()("PortTaken", { message: Schema.String }) {}

const tryPort = (host: string, port: number) =>
  Effect.callback<void, PortTaken>((resume) => {
    const server = createServer()
    server.once("error", ({ message }) => resume(Effect.fail(new PortTaken({ message }))))
    server.listen({ host, port }, () => server.close(() => resume(Effect.void)))
  })

/**
 * Fails if something else listens there already: processes that share a port would otherwise join it without any error.
 * It tries for two seconds, because the processes of a supervisor that was just killed need a moment to notice.
 */
export const assertPortFree = (host: string, port: number) =>
  Effect.retry(
    tryPort(host, port),
    Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "2 seconds" }))
  )
