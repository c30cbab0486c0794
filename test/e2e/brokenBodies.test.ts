import { assert, describe, it } from "@effect/vitest"
import { exchange, repliesIn } from "../support/httpClient.ts"
import { shareService } from "./fixture.ts"
import { rawRequests } from "./rawRequests.ts"

const fixture = shareService()
const { post, reply } = rawRequests(fixture)

describe("a request whose body breaks off", () => {
  it("keeps its id and its limit", async () => {
    const request = await post("zz\r\n{}\r\n0\r\n\r\n", [
      "Transfer-Encoding: chunked",
      "X-Request-Id: broken-off-1"
    ])
    const { body, headers, status } = await reply(request)
    assert.strictEqual(status, 400)
    assert.strictEqual(JSON.parse(body).code, "invalid_request")
    assert.strictEqual(headers["x-request-id"], "broken-off-1")
    assert.strictEqual(JSON.parse(body).instance, "urn:prescreen:request:broken-off-1")
    assert.match(String(headers["x-ratelimit-limit"]), /^\d+$/)
  })

  it("gets no second answer after an early one", async () => {
    const request = "POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    const { closed, text } = await exchange(fixture.service.port, request, { afterReply: "zz\r\n" })
    assert.isTrue(closed)
    assert.deepStrictEqual(
      repliesIn(text).map(({ status }) => status),
      [404]
    )
  })
})
