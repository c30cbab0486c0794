import { assert, describe, it } from "@effect/vitest"
import { exchange, repliesIn } from "../support/httpClient.ts"
import type { RawReply } from "../support/httpClient.ts"
import { asking, shareService } from "./fixture.ts"

const fixture = shareService()

/** A request that is well-formed, but for the headers that are added. */
const checkWith = async (...added: ReadonlyArray<string>) => {
  const { live } = await fixture.storage.createWorkspace()
  const body = JSON.stringify(asking(fixture.engine.prompt()))
  const headers = [`Authorization: Bearer ${live}`, "Content-Type: application/json", "Host: x", ...added]
  return `POST /v1/check HTTP/1.1\r\n${headers.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

const get = (...headers: ReadonlyArray<string>) =>
  `GET /health HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n`

const chunked = (version: string, coding: string) =>
  `POST /v1/check HTTP/${version}\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`

const badHost = "header Host: must be a host, with or without a port"

const assertRefused = (reply: RawReply | undefined, issue: string) => {
  const { code, issues, status } = JSON.parse(reply?.body ?? "null")
  assert.deepStrictEqual([reply?.status, status, code, issues], [400, 400, "invalid_request", [issue]])
  assert.strictEqual(reply?.headers["content-type"], "application/problem+json")
}

/** Every answer under /v1 has the headers of the limit, though such a request counts towards none. */
const assertLimit = (request: string, reply: RawReply | undefined) => {
  const { "x-ratelimit-limit": limit, "x-ratelimit-remaining": remaining } = reply?.headers ?? {}
  if (!request.includes("/v1/")) assert.deepStrictEqual([limit, remaining], [undefined, undefined])
  else if (request.includes("Authorization")) assert.deepStrictEqual([limit, remaining], ["12000", "12000"])
  // Other tests send requests without a key from this address too.
  else assert.strictEqual(limit, "60")
}

describe("the head of a request", () => {
  it("may name any host, with or without a port", async () => {
    for (const host of ["", "x", "X.example:8080", "a_b", "127.0.0.1:", "[::1]:80", "[fe80::1%25eth0]"]) {
      const { text } = await exchange(fixture.service.port, get(`Host: ${host}`, "Connection: close"))
      assert.strictEqual(repliesIn(text)[0]?.status, 200, host)
    }
  })

  it("is refused if another server might read it otherwise", async () => {
    const refused = {
      "GET /health HTTP/1.1\r\n\r\n": "header Host: is required",
      "GET /health HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n": "header Host: must be sent once",
      "GET /health HTTP/1.0\r\nHost: x\r\nHOST: x\r\n\r\n": "header Host: must be sent once",
      [await checkWith("Host: y")]: "header Host: must be sent once",
      [await checkWith("Authorization: Bearer x")]: "header Authorization: must be sent once",
      [await checkWith("content-type: text/plain")]: "header Content-Type: must be sent once",
      ...Object.fromEntries(
        ["a b", "a/b", "a?b", "a@b", "<x>", "[::1", "a:b", "a\tb", "a:1:2"].map((host) => [
          get(`Host: ${host}`),
          badHost
        ])
      ),
      [chunked("1.0", "chunked")]: "header Transfer-Encoding: is not part of HTTP/1.0",
      [chunked("1.1", "gzip, chunked")]: "header Transfer-Encoding: must be chunked",
      "GET /health HTTP/2.0\r\nHost: x\r\n\r\n": "request: must be HTTP/1.1 or HTTP/1.0"
    }
    for (const [request, issue] of Object.entries(refused)) {
      // Nothing that comes after it is taken for a request, and the connection ends.
      const { text } = await exchange(fixture.service.port, request + get("Host: x"))
      const [reply, ...further] = repliesIn(text)
      assert.deepStrictEqual(further, [], request)
      assertRefused(reply, issue)
      assertLimit(request, reply)
    }
  })
})
