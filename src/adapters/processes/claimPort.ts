import { Effect, Schedule, Schema } from "effect"
import { createServer } from "node:net"

/** The message is Node's own: it names the address. */
export class PortTaken extends Schema.TaggedError<PortTaken>()("PortTaken", { message: Schema.String }) {}

const tryPort = (host: string, port: number) =>
  Effect.callback<void, PortTaken>((resume) => {
    const server = createServer()
    server.once("error", ({ message }) => resume(Effect.fail(new PortTaken({ message }))))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resume(Effect.void)))
  })

/**
 * Fails when somebody listens there already: those who share a port would take a stranger's place among them without
 * a word. The processes of a supervisor that was just killed are given a moment to notice.
 */
export const claimPort = (host: string, port: number) =>
  Effect.retry(
    tryPort(host, port),
    Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "2 seconds" }))
  )
