import { once } from "node:events"
import type { AddressInfo, Server } from "node:net"

/** Lets a server listen, on a free port of this machine unless told otherwise, and returns the port. */
export const listen = async (server: Server, host = "127.0.0.1", port = 0): Promise<number> => {
  server.listen(port, host)
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}
