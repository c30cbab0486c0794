import { assert, describe, it } from "@effect/vitest"
import { exchange, repliesIn } from "../support/httpClient.ts"
import { shareService } from "./fixture.ts"

const fixture = shareService()

const reply = async (method: string, path: string) => {
  const { live } = await fixture.storage.createWorkspace()
  const bytes = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${live}\r\n\r\n`
  const enough = (text: string) => repliesIn(text).length === 1
  const { text } = await exchange(fixture.service.port, bytes, { enough })
  const [first] = repliesIn(text)
  if (first === undefined) throw new Error(`There was no reply but: ${text}`)
  return first
}

describe("a method that nobody knows", () => {
  it("holds nobody up, however many blanks its headers have", async () => {
    const blanks = " ".repeat(12_000)
    const bytes = `FOO /v1/check HTTP/1.1\r\nAuthorization:${blanks}\rx${blanks}\r\n\r\n`
    const enough = (text: string) => repliesIn(text).length === 1
    const { text } = await exchange(fixture.service.port, bytes, { enough })
    assert.strictEqual(repliesIn(text)[0]?.status, 405)
  })
})

describe.each(["FOO", "get", "POSTX"])("the method %s, which nobody knows", (method) => {
  it("is none that a known path takes", async () => {
    const { body, headers, status } = await reply(method, "/v1/check?a=1")
    assert.strictEqual(status, 405)
    assert.strictEqual(body, "Method Not Allowed\n")
    assert.strictEqual(headers["allow"], "POST")
    assert.strictEqual(headers["content-type"], "text/plain")
    assert.match(headers["x-ratelimit-limit"] ?? "", /^\d+$/)
    assert.isDefined(headers["x-request-id"])
  })

  it("makes no path known", async () => {
    const { body, headers, status } = await reply(method, "/v1/nothing")
    assert.strictEqual(status, 404)
    assert.strictEqual(body, "Not Found\n")
    assert.isUndefined(headers["x-ratelimit-limit"])
  })
})
