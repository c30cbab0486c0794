import { once } from "node:events"
import { connect, createServer } from "node:net"
import type { NetConnectOpts, Socket } from "node:net"
import { freePort } from "./serviceProcess.ts"

/**
 * Passes connections on to a server, to another one once it is told to, or lets nothing more through those it has, or
 * loses an answer.
 */
export const startRelay = async (first: NetConnectOpts) => {
  let target = first
  let lost: string | undefined
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((client) => {
    const upstream = connect(target)
    const pair = [client, upstream] as const
    pairs.add(pair)
    client.pipe(upstream)
    upstream.pipe(client)
    upstream.prependListener("data", (answer: Buffer) => {
      if (lost === undefined || !answer.includes(lost)) return
      lost = undefined
      client.destroy()
    })
    for (const socket of pair) {
      socket.on("error", () => undefined)
      socket.on("close", () => {
        pairs.delete(pair)
        for (const end of pair) end.destroy()
      })
    }
  })
  const port = await freePort()
  await once(server.listen(port, "127.0.0.1"), "listening")
  const close = () => {
    server.close()
    for (const [client] of pairs) client.destroy()
  }
  return {
    port,
    /** Where new connections lead from now on. */
    lead: (to: NetConnectOpts) => (target = to),
    /** From now on what is sent over the connections that there are is lost, and they stay open. */
    mute: () => {
      for (const [client, upstream] of pairs) {
        client.unpipe().resume()
        upstream.unpipe().resume()
      }
    },
    /** The next connection that is answered with this ends without the answer. */
    loseAnswer: (text: string) => (lost = text),
    hasLostAnswer: () => lost === undefined,
    close,
    [Symbol.dispose]: close
  }
}
