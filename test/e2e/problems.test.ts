import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import type { Reply } from "../support/httpClient.ts"
import { madeUpKey } from "../support/madeUpKey.ts"
import {
  asking,
  assertProblem,
  assertRateLimitHeaders,
  check,
  checkUntil,
  decide,
  jsonHeaders,
  shareService
} from "./fixture.ts"

const fixture = shareService()

const rateLimitHeadersOf = ({ headers }: Reply) =>
  Object.keys(headers).filter((name) => name.startsWith("x-ratelimit"))

/** Without a code and in plain text. */
const assertPlain = (reply: Reply, status: number) => {
  assert.strictEqual(reply.status, status, reply.text)
  assert.match(String(reply.headers["content-type"]), /^text\/plain/)
  assert.notInclude(reply.text, "{")
}

const assertUnknown = (reply: Reply) => {
  assertPlain(reply, 404)
  assert.deepStrictEqual(rateLimitHeadersOf(reply), [])
}

describe("a path that is not known", () => {
  it("is a plain 404, with or without a key, for every method", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const paths = [
      "/v1",
      "/v1/",
      "/v1/check/",
      "/v1/checks",
      "/v1/check/x",
      "/v1/nothing",
      "/V1/check",
      "/v2/check",
      "//v1/check",
      "/v1//check",
      "/v1/decisions/",
      "/v1/decisions/?limit=1",
      "/v1/decisions//explain",
      "/v1/policies/",
      "/v1/review//verdict",
      "/nothing",
      "/health/",
      "/favicon.ico",
      "/..",
      "/v1/check%00",
      "/v1/%",
      "/%ff"
    ]
    for (const path of paths) {
      for (const headers of [{}, jsonHeaders(live)]) {
        assertUnknown(await send(service.url, path, { headers }))
        assertUnknown(await send(service.url, path, { method: "POST", headers, body: "{}" }))
      }
    }
  })

  it("is a plain 404 when it is very long", async () => {
    assertUnknown(await send(fixture.service.url, `/v1/${"x".repeat(8_000)}`))
  })

  it("has no body for HEAD", async () => {
    const reply = await send(fixture.service.url, "/nothing", { method: "HEAD" })
    assert.deepStrictEqual([reply.status, reply.text], [404, ""])
  })
})

describe("a method that a path does not have", () => {
  it("is a plain 405 that says which it has", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
      for (const headers of [{}, jsonHeaders(live)]) {
        const reply = await send(service.url, "/v1/check", { method, headers })
        assertPlain(reply, 405)
        assert.strictEqual(reply.headers.allow, "POST", method)
      }
    }
    for (const path of ["/", "/health", "/ready", "/openapi.json", "/docs"]) {
      const reply = await send(service.url, path, { method: "POST", body: "{}" })
      assertPlain(reply, 405)
      assert.deepStrictEqual(rateLimitHeadersOf(reply), [])
      assert.match(String(reply.headers.allow), /^GET(, HEAD)?$/)
    }
    // Of a key that this process has not seen before, too, and nothing is counted.
    const { test } = await storage.createWorkspace()
    for (let sent = 0; sent < 2; sent += 1) {
      const { headers } = await send(service.url, "/v1/check", { headers: jsonHeaders(test) })
      const limits = [headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]]
      assert.deepStrictEqual([...limits, headers["x-ratelimit-reset"]], ["12000", "12000", "0"])
    }
    const head = await send(service.url, "/v1/check", { method: "HEAD" })
    assert.deepStrictEqual([head.status, head.text, head.headers.allow], [405, "", "POST"])
  })
})

const wellFormed = (mode: string) => madeUpKey(mode, "A1z".repeat(13).slice(0, 37))

describe("a request without a valid key", () => {
  it("is a 401 whatever is wrong with the key, in the same words", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const values = [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      live,
      `Basic ${live}`,
      `Basic ${Buffer.from(`${live}:`).toString("base64")}`,
      `Bearer ${live}x`,
      `Bearer ${live.slice(0, -1)}`,
      `Bearer x${live}`,
      `Bearer ${live} ${live}`,
      `Bearer ${live},`,
      `Bearer "${live}"`,
      `Bearer ${live.toLowerCase()}`,
      `Bearer ${live.replace("live", "test")}`,
      `Bearer ${wellFormed("live")}`,
      `Bearer ${wellFormed("test")}`,
      `Bearer ${wellFormed("prod")}`,
      `Bearer ${"x".repeat(4_000)}`,
      "Bearer \u00e9\u00e9"
    ]
    const bodies = new Set<string>()
    for (const authorization of values) {
      const headers = {
        "content-type": "application/json",
        ...(authorization === undefined ? {} : { authorization })
      }
      const reply = await send(service.url, "/v1/check", { method: "POST", headers, body: "{}" })
      assertProblem(service, reply, 401, "unauthorized")
      assert.include(reply.json().detail, "Authorization: Bearer")
      assertRateLimitHeaders(reply)
      assert.strictEqual(reply.headers["www-authenticate"], "Bearer")
      bodies.add(reply.text)
    }
    assert.strictEqual(bodies.size, 1)
  })

  it("is a 401 with the key in the query, in a cookie or in another header", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const body = JSON.stringify(asking(engine.prompt()))
    const headers = { "content-type": "application/json", "x-api-key": live, cookie: `key=${live}` }
    const reply = await send(service.url, `/v1/check?key=${live}`, { method: "POST", headers, body })
    assertProblem(service, reply, 401, "unauthorized")
  })

  it("is a 401 within seconds of the key's being revoked", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const { id, key } = await storage.createKey(workspace, "live")
    const prompt = engine.prompt()
    await decide(service, key, asking(prompt))
    const revoked = await service.cli(["keys", "revoke", workspace.tenantId, id, "--json"])
    assert.strictEqual(revoked.code, 0, revoked.stderr)
    const reply = await checkUntil(401, service, key, asking(prompt))
    assertProblem(service, reply, 401, "unauthorized")
    await decide(service, workspace.live, asking(prompt))
  })
})

describe("the name of the scheme", () => {
  it("may be written in any case, as HTTP has it", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    for (const scheme of ["bearer", "BEARER"]) {
      const headers = { authorization: `${scheme} ${live}` }
      await decide(service, live, asking(engine.prompt()), { headers })
    }
  })
})

describe("the type of a body", () => {
  it("is JSON, in UTF-8 where it says a charset", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const types = [
      "application/json",
      "application/json; charset=utf-8",
      "application/json;charset=UTF-8",
      `application/json ; charset="utf-8"`,
      "APPLICATION/JSON; CHARSET=Utf-8"
    ]
    for (const type of types) {
      const reply = await check(service, live, asking(engine.prompt()), { headers: { "content-type": type } })
      assert.strictEqual(reply.status, 200, type)
    }
  })

  it("is refused when it is anything else", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const types = [
      "",
      "text/plain",
      "text/json",
      "application/jsonp",
      "application/json-patch+json",
      "application/problem+json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/octet-stream",
      "application/json; charset=iso-8859-1",
      "application/json; charset=utf-16",
      "json",
      "*/*",
      "text/plain, application/json"
    ]
    for (const type of types) {
      const reply = await check(service, live, asking(engine.prompt()), { headers: { "content-type": type } })
      const { detail } = assertProblem(service, reply, 415, "unsupported_media_type")
      assert.include(detail, type.includes("charset=") ? "charset" : "application/json")
      assertRateLimitHeaders(reply)
    }
    const headers = { authorization: `Bearer ${live}` }
    const body = JSON.stringify(asking(engine.prompt()))
    const untyped = await send(service.url, "/v1/check", { method: "POST", headers, body })
    assertProblem(service, untyped, 415, "unsupported_media_type")
    const empty = await send(service.url, "/v1/check", { method: "POST", headers })
    assertProblem(service, empty, 415, "unsupported_media_type")
  })

  it("is refused when it is compressed", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    for (const encoding of ["gzip", "br", "deflate", "identity, gzip", "GZIP"]) {
      const headers = { "content-encoding": encoding }
      const reply = await check(service, live, asking(engine.prompt()), { headers })
      const { detail } = assertProblem(service, reply, 415, "unsupported_media_type")
      assert.include(detail, "Content-Encoding")
    }
    for (const encoding of ["identity", "Identity"]) {
      await decide(service, live, asking(engine.prompt()), { headers: { "content-encoding": encoding } })
    }
  })
})
