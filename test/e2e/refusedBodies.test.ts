import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import type { Socket } from "node:net"
import { repliesIn } from "../support/httpClient.ts"
import { shareService } from "./fixture.ts"

const fixture = shareService()

/** More than a connection holds while its other end does not read. */
const large = Buffer.alloc(12 * 1024 * 1024, "x")

const open = async () => {
  const socket = connect({ port: fixture.service.port, host: "127.0.0.1" })
  await once(socket, "connect")
  return socket
}

const head = (target: string, headers: ReadonlyArray<string>) =>
  [`POST ${target} HTTP/1.1`, "Host: x", `Content-Length: ${large.length}`, ...headers, "", ""].join("\r\n")

const written = (socket: Socket, bytes: string | Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    socket.once("error", reject)
    socket.write(bytes, (error) => {
      if (error) reject(error)
      else resolve()
    })
  })

const nextReply = async (socket: Socket) => {
  let text = ""
  for (;;) {
    const [chunk] = await once(socket, "data", { signal: AbortSignal.timeout(20_000) })
    text += Buffer.from(chunk).toString("latin1")
    const [reply] = repliesIn(text)
    if (reply !== undefined && reply.body.length === Number(reply.headers["content-length"])) return reply
  }
}

const assertServes = async (socket: Socket) => {
  await written(socket, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
  assert.strictEqual((await nextReply(socket)).status, 200)
  socket.destroy()
}

/** Sends a request as many clients do: they read nothing before they have written all of it. */
const replyAfterwards = async (socket: Socket, target: string, headers: ReadonlyArray<string>) => {
  socket.pause()
  await written(socket, head(target, headers))
  await written(socket, large)
  return nextReply(socket.resume())
}

const json = "Content-Type: application/json"

describe("a body of megabytes that is refused", () => {
  it("does not keep a client that reads nothing before it has sent it all from the reason", async () => {
    const { live } = await fixture.storage.createWorkspace()
    const key = `Authorization: Bearer ${live}`
    const refusals: ReadonlyArray<readonly [number, string, ReadonlyArray<string>]> = [
      [413, "/v1/check", [json, key]],
      [413, "/v1/policies", [json, key]],
      [401, "/v1/check", [json]],
      [415, "/v1/check", ["Content-Type: multipart/form-data; boundary=x", key]],
      [404, "/v1/checks", [json, key]],
      [405, "/v1/decisions", [json, key]]
    ]
    for (const [status, target, headers] of refusals) {
      const socket = await open()
      const reply = await replyAfterwards(socket, target, headers)
      assert.strictEqual(reply.status, status, reply.body)
      await assertServes(socket)
    }
  })

  it("is not asked for when the client waits for 100 Continue", async () => {
    const { live } = await fixture.storage.createWorkspace()
    const socket = await open()
    await written(socket, head("/v1/check", [json, `Authorization: Bearer ${live}`, "Expect: 100-continue"]))
    assert.strictEqual((await nextReply(socket)).status, 413)
    socket.destroy()
  })

  it("harms nobody when the client goes away in the middle of it", async () => {
    const socket = await open()
    await written(socket, head("/v1/check", [json]))
    await written(socket, large.subarray(0, 1_000_000))
    socket.destroy()
    await assertServes(await open())
  })
})
