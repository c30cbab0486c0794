import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { connect } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { startService } from "../support/serviceProcess.ts"

/** More than Node lets wait unless it is told otherwise (511). */
const clients = 1_000

/** What the system allows at most; more connections than these it drops, and their clients try again seconds later. */
const mostWaiting = Number(await readFile("/proc/sys/net/core/somaxconn", "utf8").catch(() => "0"))

describe("connections", () => {
  it.skipIf(mostWaiting < clients)(
    "of many clients at once all wait for a process that is busy",
    async () => {
      await using service = await startService({})
      process.kill(service.pid, "SIGSTOP")
      const sockets = Array.from({ length: clients }, () =>
        connect({ port: service.port, host: "127.0.0.1" })
      )
      try {
        const connected = Promise.all(sockets.map((socket) => once(socket, "connect"))).then(() => true)
        assert.isTrue(await Promise.race([connected, delay(20_000, false)]))
      } finally {
        process.kill(service.pid, "SIGCONT")
        for (const socket of sockets) socket.on("error", () => undefined).destroy()
      }
    },
    60_000
  )
})
