import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import { exchange, repliesIn } from "../support/httpClient.ts"
import { until } from "../support/until.ts"
import { asking, shareService } from "./fixture.ts"

const fixture = shareService()

const protocols = ["websocket", "h2c", "TLS/1.0"]

/** What a client sends that would rather speak another protocol; Java's own does so with every request. */
const wishing = (protocol: string) => [
  "Connection: Upgrade, HTTP2-Settings",
  `Upgrade: ${protocol}`,
  "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
  "Sec-WebSocket-Version: 13"
]

const get = (path: string, headers: ReadonlyArray<string>) =>
  [`GET ${path} HTTP/1.1`, "Host: x", ...headers, "", ""].join("\r\n")

const checkOf = (headers: ReadonlyArray<string>) => {
  const { engine, service } = fixture
  const body = JSON.stringify(asking(engine.prompt()))
  return [
    "POST /v1/check HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${service.keys.live}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    "",
    body
  ].join("\r\n")
}

/** Sends each request when the one before has been answered, all of them on one connection. */
const oneAfterTheOther = async (requests: ReadonlyArray<string>) => {
  const socket = connect({ port: fixture.service.port, host: "127.0.0.1" })
  let text = ""
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk))
  await once(socket, "connect")
  for (const [index, request] of requests.entries()) {
    socket.write(request)
    await until("it is answered", () => repliesIn(text).length > index || socket.readableEnded)
  }
  socket.destroy()
  return repliesIn(text)
}

describe("a client that asks for another protocol", () => {
  it.each(protocols)("is answered as if it had not, and keeps its connection (%s)", async (protocol) => {
    const headers = wishing(protocol)
    const requests = [checkOf(headers), get("/nothing", headers), checkOf(headers), get("/health", headers)]
    const replies = await oneAfterTheOther(requests)
    assert.deepStrictEqual(
      replies.map(({ status }) => status),
      [200, 404, 200, 200]
    )
  })

  it.each(protocols)("is asked for a body that it holds back (%s)", async (protocol) => {
    const request = checkOf([...wishing(protocol), "Expect: 100-continue"])
    const { text } = await exchange(fixture.service.port, request, {
      enough: (text) => text.includes("\r\n\r\n{")
    })
    const [first = "", second = ""] = text.split("\r\n\r\n")
    assert.strictEqual(first, "HTTP/1.1 100 Continue")
    assert.match(second, /^HTTP\/1.1 200 /)
  })
})
