import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import { mostChunks } from "../../src/adapters/http/requests/readBody.ts"
import { mostUnanswered } from "../../src/adapters/http/server/connectionLimits.ts"
import { repliesIn } from "../support/httpClient.ts"
import { until } from "../support/until.ts"
import { asking, shareService } from "./fixture.ts"

const fixture = shareService()

/** Writes all at once, as a client does that waits for no answer, and collects what comes back. */
const write = async (bytes: string) => {
  const socket = connect({ port: fixture.service.port, host: "127.0.0.1" }).setEncoding("latin1")
  const seen = { text: "", ended: false }
  socket.on("data", (chunk: string) => (seen.text += chunk))
  socket.on("error", () => undefined)
  for (const end of ["end", "close"]) socket.once(end, () => (seen.ended = true))
  await once(socket, "connect")
  socket.write(bytes)
  return {
    socket,
    statuses: () => repliesIn(seen.text).map(({ status }) => status),
    hasEnded: () => seen.ended
  }
}

const pipelined = (count: number) => "GET /health HTTP/1.1\r\nHost: x\r\n\r\n".repeat(count)

const chunked = (key: string, chunks: ReadonlyArray<string>) =>
  [
    "POST /v1/check HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    "Transfer-Encoding: chunked",
    "",
    ...chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}`),
    ""
  ].join("\r\n")

const lastChunk = "0\r\n\r\n"

/** A body in chunks of one character, with as many spaces before it as make up the number of chunks. */
const singly = (count: number) => {
  const json = JSON.stringify(asking("two foxes"))
  return [...json.padStart(count, " ")]
}

describe("a connection", () => {
  it("gets all its answers if it asks often without waiting, and ends if it asks too often", async () => {
    const often = await write(pipelined(mostUnanswered))
    await until("all are answered", () => often.statuses().length === mostUnanswered)
    assert.isFalse(often.hasEnded())
    often.socket.destroy()
    const tooOften = await write(pipelined(20 * mostUnanswered))
    await until("the connection has ended", tooOften.hasEnded)
    assert.isAtMost(tooOften.statuses().length, mostUnanswered)
  })

  it("may send a body in thousands of chunks, and not in more", async () => {
    const { live } = await fixture.storage.createWorkspace()
    const many = await write(`${chunked(live, singly(mostChunks))}${lastChunk}`)
    await until("it is answered", () => many.statuses().length === 1)
    assert.deepStrictEqual(many.statuses(), [200])
    many.socket.destroy()
    const tooMany = await write(chunked(live, singly(mostChunks + 1)))
    await until("the connection has ended", tooMany.hasEnded)
    assert.deepStrictEqual(tooMany.statuses(), [413])
  })

  it("gets its answer and ends, if the answer does not wait for the rest of a chunked body", async () => {
    const started = performance.now()
    const refused = await write(chunked("svc_test_x", singly(100)))
    await until("the connection has ended", refused.hasEnded)
    // It would end by itself too, half a minute after the request began.
    assert.isBelow(performance.now() - started, 20_000)
    assert.deepStrictEqual(refused.statuses(), [401])
  })
})
