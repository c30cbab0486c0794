import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import type { Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { asking, check, jsonHeaders, setUp } from "../e2e/fixture.ts"
import { exchange, repliesIn, send } from "../support/httpClient.ts"
import { samplesOf } from "../support/prometheusText.ts"
import { until } from "../support/until.ts"
import { scaled } from "./scale.ts"

const mostInFlight = 20
const fixture = setUp({
  REQUEST_TIMEOUT: "2s",
  KEEP_ALIVE_TIMEOUT: "4s",
  MAX_REQUESTS_IN_FLIGHT: String(mostInFlight)
})

/** A connection that is written to by hand, and all that came back over it. */
const open = async () => {
  const socket = connect({ port: fixture.service.port, host: "127.0.0.1" })
  const heard = { text: "", closed: false }
  socket.setEncoding("latin1").on("data", (text: string) => (heard.text += text))
  socket.on("error", () => undefined).on("close", () => (heard.closed = true))
  await once(socket, "connect")
  return { socket, heard }
}

/** Writes a byte every now and then until nobody listens any more. */
const drip = async (socket: Socket, text: string) => {
  for (const byte of text) {
    if (socket.destroyed || !socket.writable) return
    socket.write(byte)
    await delay(100)
  }
}

const headOf = (length: number) =>
  [
    "POST /v1/check HTTP/1.1",
    "Host: x",
    ...Object.entries(jsonHeaders(fixture.service.keys.live)).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${length}`,
    "\r\n"
  ].join("\r\n")

const assertResponsive = async () => {
  const { service } = fixture
  const reply = await check(service, service.keys.test, asking("two foxes"))
  assert.strictEqual(reply.status, 200, reply.text)
}

describe("a service that others are slow with answers, and", () => {
  const slow = {
    "a header that comes byte by byte": `GET /health HTTP/1.1\r\nX-Slow: ${"x".repeat(500)}`,
    "a body that comes byte by byte": "{".repeat(500)
  }
  for (const [name, text] of Object.entries(slow)) {
    it(`lets go of ${name}`, async () => {
      const clients = await Promise.all(Array.from({ length: 40 }, open))
      const sent = clients.map(async ({ socket }) => {
        if (text.startsWith("{")) socket.write(headOf(10_000))
        await drip(socket, text)
      })
      await delay(300)
      await assertResponsive()
      await Promise.all(sent)
      for (const { heard } of clients) {
        const [reply] = repliesIn(heard.text)
        assert.strictEqual(reply?.status, 408, heard.text)
        assert.strictEqual(reply?.headers["content-type"], "application/problem+json")
        assert.isTrue(heard.closed)
      }
      await assertResponsive()
    })
  }

  it("ends a connection between two requests once the time has passed that it announced", async () => {
    const { socket, heard } = await open()
    socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    await until("it has answered", () => repliesIn(heard.text).length === 1)
    assert.strictEqual(repliesIn(heard.text)[0]?.headers["keep-alive"], "timeout=4")
    await delay(1_000)
    assert.isFalse(heard.closed)
    await until("it is closed", () => heard.closed)
  })

  it("lets go of connections by the hundred that say nothing", async () => {
    const clients: Array<Awaited<ReturnType<typeof open>>> = []
    // Not all at once: what the system's queue has no place for never reaches the service, and never hears of it.
    while (clients.length < scaled(500, 5_000)) {
      clients.push(...(await Promise.all(Array.from({ length: 250 }, open))))
    }
    await assertResponsive()
    await until("they are closed", () => clients.every(({ heard }) => heard.closed))
    // A client that keeps one ready would take what it hears for the answer to the request that it is about to send.
    for (const { heard } of clients) assert.strictEqual(heard.text, "")
    await assertResponsive()
  })

  it("answers beside requests whose answers nobody reads, more of them than may be under way", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace({ limits: { rateLimitPerMinute: 1_000_000 } })
    // The answers have 40 kB each, of which the system takes some megabytes.
    const { id } = (await check(service, live, asking("🦊".repeat(10_000)))).json()
    const request = `GET /v1/decisions/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${live}\r\n\r\n`
    const answered = async () => {
      const metrics = samplesOf((await send(service.url, "/metrics")).text)
      const labels = { route: "GET /v1/decisions/:id", status: "200" }
      const name = "prescreen_http_requests_total"
      return metrics.has(name, labels) ? metrics.value(name, labels) : 0
    }
    // A connection with more than 100 unanswered requests would end.
    const atOnce = 50
    const sockets: Array<Socket> = []
    let unread = 0
    while (unread <= mostInFlight * 3) {
      const socket = connect({ port: service.port, host: "127.0.0.1" }).pause()
      sockets.push(socket)
      await once(socket, "connect")
      const before = await answered()
      let sent = 0
      let read = 0
      while (sent === read) {
        socket.write(request.repeat(atOnce))
        sent += atOnce
        const end = performance.now() + 2_000
        while (read < sent && performance.now() < end) read = (await answered()) - before
      }
      unread += sent - read
    }
    assert.strictEqual((await check(service, live, asking("two foxes"))).status, 200)
    for (const { bytesRead, destroyed } of sockets) assert.deepStrictEqual([bytesRead, destroyed], [0, false])
    await assertResponsive()
    for (const socket of sockets) socket.destroy()
  })
})

describe("what is no HTTP", () => {
  it("ends the connection after the answers to what came before it", async () => {
    const garbage = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256)).toString(
      "latin1"
    )
    for (const [bytes, expected] of [
      [garbage, [400]],
      [`GET /health HTTP/1.1\r\nHost: x\r\n\r\n${garbage}`, [200, 400]],
      ["\u0016\u0003\u0001".repeat(90), [400]]
    ] as const) {
      const { closed, text } = await exchange(fixture.service.port, Buffer.from(bytes, "latin1"))
      assert.isTrue(closed)
      const statuses = repliesIn(text).map(({ status }) => status)
      assert.deepStrictEqual<ReadonlyArray<number>>(statuses, expected)
    }
    await assertResponsive()
  })
})
