import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import { shareService } from "./fixture.ts"

const fixture = shareService()

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(fixture.service.url, path, { headers })

describe.each(["/docs", "/openapi.json"])("%s", (path) => {
  it("is not sent again to who has it", async () => {
    const first = await get(path)
    const tag = String(first.headers["etag"])
    assert.match(tag, /^"[\w-]{22}"$/)
    assert.strictEqual(first.headers["cache-control"], "no-cache")
    assert.strictEqual((await get(path)).headers["etag"], tag)
    for (const held of [tag, `W/${tag}`, `"another", ${tag}`, "*"]) {
      const reply = await get(path, { "if-none-match": held })
      assert.deepStrictEqual([reply.status, reply.text, reply.headers["etag"]], [304, "", tag], held)
      assert.strictEqual(reply.headers["cache-control"], "no-cache")
      assert.isString(reply.headers["x-request-id"])
    }
    const changed = await get(path, { "if-none-match": '"another"' })
    assert.deepStrictEqual([changed.status, changed.text], [200, first.text])
  })

  it("is what its type says, and nothing that a browser guesses", async () => {
    const first = await get(path)
    const again = await get(path, { "if-none-match": String(first.headers["etag"]) })
    for (const { headers } of [first, again]) assert.strictEqual(headers["x-content-type-options"], "nosniff")
  })

  it("is compressed for who can read that, under a tag of its own", async () => {
    const { url } = fixture.service
    const plain = await get(path)
    const compressed = await fetch(`${url}${path}`, { headers: { "accept-encoding": "br, gzip;q=0.5" } })
    assert.strictEqual(compressed.headers.get("content-encoding"), "gzip")
    assert.strictEqual(await compressed.text(), plain.text)
    assert.isBelow(Number(compressed.headers.get("content-length")), plain.text.length / 3)
    const tag = compressed.headers.get("etag") ?? ""
    assert.notStrictEqual(tag, plain.headers["etag"])
    assert.strictEqual(compressed.headers.get("content-type"), plain.headers["content-type"])
    for (const reply of [compressed.headers.get("vary"), plain.headers["vary"]]) {
      assert.strictEqual(reply, "accept-encoding")
    }
    const again = await get(path, { "accept-encoding": "gzip", "if-none-match": tag })
    assert.strictEqual(again.status, 304)
    for (const none of ["gzip;q=0", "br", "gzip;q=0.0"]) {
      const reply = await get(path, { "accept-encoding": none })
      assert.deepStrictEqual([reply.headers["content-encoding"], reply.text], [undefined, plain.text])
    }
  })
})

describe("the page at /docs", () => {
  it("is shown within no other page, and tells nobody where it was read", async () => {
    const { headers } = await get("/docs")
    const policy = String(headers["content-security-policy"]).split("; ")
    assert.includeMembers(policy, ["frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"])
    assert.strictEqual(headers["x-frame-options"], "DENY")
    assert.strictEqual(headers["referrer-policy"], "no-referrer")
  })

  it("leaves optional parameters out of the requests that it tries", async () => {
    assert.match((await get("/docs")).text, /\\?"x-disabled\\?":true/)
    assert.notInclude((await get("/openapi.json")).text, "x-disabled")
  })

  it("tries requests where it was read from, and shows those of the public address", async () => {
    const { service } = fixture
    for (const [address, path] of [
      ["https://screen.example.com", "/"],
      ["https://example.com/screen", "/screen"]
    ] as const) {
      await using second = await startService({ dataOf: service, environment: { PUBLIC_URL: address } })
      const { servers } = (await send(second.url, "/openapi.json")).json()
      assert.deepStrictEqual(servers, [{ url: address }])
      const page = (await send(second.url, "/docs")).text.replaceAll("\\", "")
      assert.deepStrictEqual(page.match(/"servers":\[\{"url":"[^"]*"\}\]/g), [
        `"servers":[{"url":"${path}"}]`
      ])
      assert.include(page, `curl ${address}/v1/decisions`)
    }
  })
})
