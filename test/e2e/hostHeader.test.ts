import { assert, describe, it } from "@effect/vitest"
import { exchange, repliesIn } from "../support/httpClient.ts"
import { asking, shareService } from "./fixture.ts"

const fixture = shareService()

const checkTwice = async () => {
  const { live } = await fixture.storage.createWorkspace()
  const body = JSON.stringify(asking(fixture.engine.prompt()))
  const headers = [`Authorization: Bearer ${live}`, "Content-Type: application/json", "Host: x", "Host: y"]
  return `POST /v1/check HTTP/1.1\r\n${headers.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

describe("a request's Host", () => {
  it("is required in HTTP/1.1, and never sent twice", async () => {
    const refused = {
      "GET /health HTTP/1.1\r\n\r\n": "header Host: is required",
      "GET /health HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n": "header Host: must be sent once",
      "GET /health HTTP/1.0\r\nHost: x\r\nHOST: x\r\n\r\n": "header Host: must be sent once",
      [await checkTwice()]: "header Host: must be sent once"
    }
    for (const [request, issue] of Object.entries(refused)) {
      const { text } = await exchange(fixture.service.port, request, {
        enough: (received) => repliesIn(received).length === 1
      })
      const [reply] = repliesIn(text)
      const { code, issues, status } = JSON.parse(reply?.body ?? "null")
      assert.deepStrictEqual([reply?.status, status, code, issues], [400, 400, "invalid_request", [issue]])
      assert.strictEqual(reply?.headers["content-type"], "application/problem+json")
      // Every answer under /v1 has them, though such a request counts towards no limit.
      const { "x-ratelimit-limit": limit, "x-ratelimit-remaining": remaining } = reply?.headers ?? {}
      assert.deepStrictEqual(
        [limit, remaining],
        request.includes("/v1/") ? ["12000", "12000"] : [undefined, undefined]
      )
    }
  })
})
