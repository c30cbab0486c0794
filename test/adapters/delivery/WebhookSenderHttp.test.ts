import { assert, describe, it, vi } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { createServer as createHttpsServer } from "node:https"
import { createServer } from "node:net"
import type { Server, Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { HostResolver } from "../../../src/adapters/delivery/HostResolver.ts"
import type { AttemptFault } from "../../../src/domain/webhooks/Delivery.ts"
import { certificate } from "../../support/certificate.ts"
import { listen } from "../../support/listen.ts"
import { until } from "../../support/until.ts"
import { answer, startReceiver } from "../../support/webhookReceiver.ts"
import { sendTo } from "./sending.ts"

const receiver = Effect.acquireRelease(Effect.promise(startReceiver), ({ close }) => Effect.promise(close))

const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      return { host: `127.0.0.1:${await listen(server)}`, server }
    }),
    () => Effect.sync(() => server.close())
  )

/** A server that answers the bytes it is told to. */
const rawServer = (talk: (socket: Socket) => void) =>
  listening(createServer((socket) => talk(socket.on("error", () => undefined))))

const exchangeWith = Effect.fnUntraced(function* (
  talk: (socket: Socket) => void,
  timeout = Duration.seconds(10)
) {
  const { host } = yield* rawServer(talk)
  return yield* sendTo(`http://${host}/`, { allowedHosts: [host], timeout })
})

const head = "HTTP/1.1 200 OK\r\nConnection: close\r\n"

describe("a webhook's call", () => {
  it.live.each([200, 201, 204, 299, 301, 302, 307, 308, 400, 410, 429, 500, 503])(
    "is answered with %s, and follows nothing",
    (status) =>
      Effect.gen(function* () {
        const { calls, hook, host } = yield* receiver
        const elsewhere = hook()
        const url = hook((response) => response.writeHead(status, { location: elsewhere }).end())
        assert.deepStrictEqual(yield* sendTo(url, { allowedHosts: [host] }), {
          statusCode: status,
          fault: null
        })
        assert.lengthOf(calls(url), 1)
        assert.lengthOf(calls(elsewhere), 0)
      })
  )

  it.live.each([
    ["localhost.", "localhost"],
    ["127.1", "127.0.0.1"],
    ["127.0.0.1", "127.0.0.1"]
  ])("goes to an allowed host, listed as %s and written as %s", ([listed, written]) =>
    Effect.gen(function* () {
      const { hook, host } = yield* receiver
      const [, port] = host.split(":")
      const url = hook().replace(host, `${written}:${port}`)
      assert.deepStrictEqual(yield* sendTo(url, { allowedHosts: [`${listed}:${port}`] }), {
        statusCode: 204,
        fault: null
      })
    })
  )

  it.live("sends nothing but what a receiver is to have", () =>
    Effect.gen(function* () {
      const { calls, hook, host } = yield* receiver
      const url = hook()
      yield* sendTo(url.replace("http://", "http://user:password@"), { allowedHosts: [host] })
      const [call] = calls(url)
      assert.sameMembers(Object.keys(call?.headers ?? {}), [
        "host",
        "connection",
        "content-type",
        "content-length",
        "user-agent",
        "x-service-event",
        "x-service-delivery",
        "x-service-signature",
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
        "traceparent"
      ])
      assert.strictEqual(call?.headers["connection"], "close")
    })
  )

  it.live("reads no more than a part of an endless answer, and takes its status", () =>
    Effect.gen(function* () {
      let written = 0
      let closed = false
      const answer = yield* exchangeWith((socket) => {
        socket.on("close", () => (closed = true))
        socket.write(`${head}\r\n`)
        const more = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(16_384))) written += 16_384
        }
        socket.on("drain", more)
        more()
      })
      assert.deepStrictEqual(answer, { statusCode: 200, fault: null })
      // What the machine's own buffers hold, and not a transfer that went on.
      assert.isBelow(written, 20_000_000)
      yield* Effect.promise(() => until("the connection is closed", () => closed))
    })
  )

  it.live("lets a receiver finish an answer of usual length", () =>
    Effect.gen(function* () {
      let wasWaitedFor = false
      const answer = yield* exchangeWith((socket) =>
        socket.once("data", async () => {
          socket.write(`${head}Content-Length: 10\r\n\r\nhello`)
          await delay(50)
          wasWaitedFor = !socket.destroyed && !socket.readableEnded
          socket.end("world")
        })
      )
      assert.deepStrictEqual(answer, { statusCode: 200, fault: null })
      assert.isTrue(wasWaitedFor)
    })
  )

  it.live("takes the status of an answer that drips, and waits for the rest only so long", () =>
    Effect.gen(function* () {
      const [took, answer] = yield* Effect.timed(
        exchangeWith((socket) => {
          socket.write(`${head}Content-Length: 1000\r\n\r\n`)
          void (async () => {
            while (!socket.destroyed) {
              socket.write("x")
              await delay(20)
            }
          })()
        }, Duration.millis(400))
      )
      assert.deepStrictEqual(answer, { statusCode: 200, fault: null })
      assert.isBelow(Duration.toMillis(took), 5_000)
    })
  )

  it.live.each<readonly [string, (socket: Socket) => void, AttemptFault]>([
    ["breaks off before its answer", (socket) => socket.end(), "connection_lost"],
    ["resets the connection", (socket) => socket.resetAndDestroy(), "connection_lost"],
    ["talks nonsense", (socket) => socket.end("hello\r\n\r\n"), "invalid_response"],
    [
      "sends headers without end",
      (socket) => socket.end(`${head}X: ${"x".repeat(100_000)}\r\n\r\n`),
      "invalid_response"
    ],
    [
      "wants another protocol",
      (socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
      "invalid_response"
    ]
  ])("fails when a receiver %s", ([, talk, fault]) =>
    Effect.gen(function* () {
      const answer = yield* exchangeWith((socket) => socket.once("data", () => talk(socket)))
      assert.deepStrictEqual(answer, { statusCode: null, fault })
    })
  )

  it.live.each<readonly [string, (socket: Socket) => void]>([
    ["promises more than it sends", (socket) => socket.end(`${head}Content-Length: 9\r\n\r\nx`)],
    [
      "talks nonsense in its body",
      (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`)
    ]
  ])("takes the status of a receiver that %s", ([, talk]) =>
    Effect.gen(function* () {
      const answer = yield* exchangeWith((socket) => socket.once("data", () => talk(socket)))
      assert.deepStrictEqual(answer, { statusCode: 200, fault: null })
    })
  )

  it.live("fails when nobody listens", () =>
    Effect.gen(function* () {
      const { host, server } = yield* rawServer(() => undefined)
      yield* Effect.promise(() => new Promise((resolve) => server.close(resolve)))
      assert.deepStrictEqual(yield* sendTo(`http://${host}/`, { allowedHosts: [host] }), {
        statusCode: null,
        fault: "connection_failed"
      })
    })
  )

  it.live("fails in time when the receiver, or its name, never answers", () =>
    Effect.gen(function* () {
      const { host } = yield* rawServer(() => undefined)
      const never = Layer.succeed(HostResolver, { public: () => Effect.never, local: () => Effect.never })
      const timeout = Duration.millis(200)
      for (const answer of [
        yield* sendTo(`http://${host}/`, { allowedHosts: [host], timeout }),
        yield* sendTo("https://hooks.example.com/", { resolver: never, timeout })
      ]) {
        assert.deepStrictEqual(answer, { statusCode: null, fault: "timeout" })
      }
    })
  )

  it.live("ends its connection when it is given up", () =>
    Effect.gen(function* () {
      let closed = false
      let connected = (): void => undefined
      const connection = new Promise<void>((resolve) => (connected = resolve))
      const fiber = yield* Effect.forkChild(
        exchangeWith((socket) => {
          connected()
          socket.resume().on("close", () => (closed = true))
        })
      )
      yield* Effect.promise(() => connection)
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => until("the connection is closed", () => closed))
    })
  )

  it.live("verifies a receiver's certificate, whatever the environment says, before it says anything", () =>
    Effect.gen(function* () {
      let requests = 0
      const server = createHttpsServer(certificate, (_, response) => {
        requests += 1
        answer(200)(response)
      })
      const { host } = yield* listening(server)
      const [, port] = host.split(":")
      vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0")
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))
      for (const name of [host, `localhost:${port}`]) {
        assert.deepStrictEqual(yield* sendTo(`https://${name}/`, { allowedHosts: [name] }), {
          statusCode: null,
          fault: "tls_failed"
        })
      }
      assert.strictEqual(requests, 0)
    })
  )
})
