import { assert, describe, it } from "@effect/vitest"
import { afterEach } from "vitest"
import { exchange, repliesIn } from "../support/httpClient.ts"
import { asking, decide, shareService } from "./fixture.ts"
import { oneReply, rawRequests } from "./rawRequests.ts"

const fixture = shareService()

// Whatever was thrown at it, the process lives and serves.
afterEach(async () => {
  const { engine, service, storage } = fixture
  const { live } = await storage.createWorkspace()
  await decide(service, live, asking(engine.prompt()))
})

const { assertRawProblem, fox, post, reply, sized } = rawRequests(fixture)

describe("a request that is not HTTP", () => {
  it("is a 400 problem", async () => {
    const requests = [
      "nonsense\r\n\r\n",
      "GET\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "get / http/1.1\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nBad Name: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nBad: a\u0000b\r\n\r\n",
      "POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      "POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
      "POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    ]
    for (const request of requests)
      assertRawProblem(await reply(Buffer.from(request, "latin1")), 400, "invalid_request")
  })

  it.each([
    ["Idempotency-Key", "a\u0001b", 400, "header Idempotency-Key: holds a control character"],
    ["X-Service-Dry-Run", "\u007f", 400, "header X-Service-Dry-Run: holds a control character"],
    ["Idempotency-Key", "a".repeat(20_000), 431, "header: all headers together are too large"]
  ] as const)(
    "names what is wrong with a header, and the caller's limit: %s",
    async (name, value, status, issue) => {
      const raw = await sized(fox(), `${name}: ${value}`)
      const answer = await reply(Buffer.from(raw, "latin1"))
      assertRawProblem(answer, status, "invalid_request")
      assert.deepStrictEqual(JSON.parse(answer.body).issues, [issue])
      assert.match(answer.headers["x-ratelimit-limit"] ?? "", /^[1-9]\d*$/)
      assert.strictEqual(answer.headers["x-ratelimit-remaining"], answer.headers["x-ratelimit-limit"])
    }
  )

  it("is served where it is only old: in HTTP/1.0, without a Host", async () => {
    for (const line of ["GET /health HTTP/1.0", "GET /health HTTP/1.1\r\nHost:"]) {
      const { body, status } = await reply(`${line}\r\n\r\n`)
      assert.strictEqual(status, 200, line)
      assert.isTrue(JSON.parse(body).ok)
    }
    const { closed } = await exchange(fixture.service.port, "GET /health HTTP/1.0\r\n\r\n")
    assert.isTrue(closed)
  })

  it("gets no answer after the one that ends the connection", async () => {
    for (let round = 0; round < 30; round += 1) {
      const { closed, text } = await exchange(
        fixture.service.port,
        `GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${fox()}`
      )
      assert.isTrue(closed)
      assert.deepStrictEqual(
        repliesIn(text).map(({ status }) => status),
        [404]
      )
    }
  })

  it("is answered after the request that it follows on one connection", async () => {
    for (const body of [fox(), fox(), fox()]) {
      const { text } = await exchange(fixture.service.port, `${await sized(body)}nonsense\r\n\r\n`)
      assert.deepStrictEqual(
        repliesIn(text).map(({ status }) => status),
        [200, 400]
      )
    }
  })

  it("decides nothing when its body is coded in a way that nobody reads", async () => {
    const body = fox()
    const answer = await reply(await post(body, ["Transfer-Encoding: gzip"]))
    assertRawProblem(answer, 400, "invalid_request")
    assert.deepStrictEqual(fixture.engine.asked(JSON.parse(body).input.prompt), [])
  })
})

describe("headers", () => {
  it("are a problem when they are huge", async () => {
    const big = `GET /health HTTP/1.1\r\nHost: x\r\nX-Big: ${"x".repeat(100_000)}\r\n\r\n`
    assertRawProblem(await reply(big), 431, "invalid_request")
  })

  it("are a problem when the path is too long for them", async () => {
    const answer = await reply(`GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    assertRawProblem(answer, 431, "invalid_request")
  })

  it("are a problem when they are very many", async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => `a${index}: b`).join("\r\n")
    const answer = await reply(`GET /health HTTP/1.1\r\nHost: x\r\n${many}\r\n\r\n`)
    assertRawProblem(answer, 431, "invalid_request")
  })

  it("are refused with a 400 where an idempotency key is not printable", async () => {
    const body = fox()
    for (const key of ["caf\u00e9", "\u007f", "a\u0080"]) {
      const request = await sized(body, `Idempotency-Key: ${key}`)
      const answer = await reply(Buffer.from(request, "latin1"))
      assertRawProblem(answer, 400, "invalid_request")
    }
  })

  it("are refused where an idempotency key is sent twice, which Node would take for a third key", async () => {
    const body = fox()
    const answer = await reply(await sized(body, "Idempotency-Key: a", "Idempotency-Key: b"))
    assertRawProblem(answer, 400, "invalid_request")
    assert.match(JSON.parse(answer.body).issues[0], /^header Idempotency-Key: must be sent once/)
    assert.deepStrictEqual(fixture.engine.asked(JSON.parse(body).input.prompt), [])
    const withComma = await reply(await sized(fox(), "Idempotency-Key: a, b"))
    assert.strictEqual(withComma.status, 200, withComma.body)
  })

  it("are read whatever their case", async () => {
    const request = (await sized(fox()))
      .replace("Authorization", "aUTHORIZATION")
      .replace("Content-Type", "CONTENT-TYPE")
    assert.strictEqual((await reply(request)).status, 200)
  })
})

describe("a body", () => {
  it("may come in chunks, in pieces, and with trailers", async () => {
    const body = fox()
    const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join("")
    const request = await post(`${chunks}0\r\nX-Trailer: x\r\n\r\n`, ["Transfer-Encoding: chunked"])
    assert.strictEqual((await reply(request)).status, 200)
  })

  it("is a 400 problem when it breaks off, and nothing is decided", async () => {
    const body = fox()
    const request = await post(body, [`Content-Length: ${body.length + 10}`])
    assertRawProblem(await reply(request, { halfClose: true }), 400, "invalid_request")
    assert.deepStrictEqual(fixture.engine.asked(JSON.parse(body).input.prompt), [])
  })

  it("is refused at once when it says that it will be too large", async () => {
    const request = await post("", ["Content-Length: 100000000000"])
    assertRawProblem(await reply(request), 413, "payload_too_large")
  })

  it("is refused when it turns out too large, while it is still coming", async () => {
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`
    const request = await post(chunk.repeat(20), ["Transfer-Encoding: chunked"])
    assertRawProblem(await reply(request), 413, "payload_too_large")
  })

  it("is asked for with 100 Continue when the caller waits for that, or refused at once", async () => {
    const { service } = fixture
    const body = fox()
    const request = await sized(body, "Expect: 100-continue")
    const { text } = await exchange(service.port, request, { enough: (text) => text.includes("\r\n\r\n{") })
    const [first = "", second = ""] = text.split("\r\n\r\n")
    assert.strictEqual(first, "HTTP/1.1 100 Continue")
    assert.match(second, /^HTTP\/1.1 200 /)
  })

  it("is read as any other when the caller expects something else", async () => {
    const { body, status } = await reply(await sized(fox(), "Expect: the-unexpected"))
    assert.strictEqual(status, 200, body)
  })
})

describe("a connection", () => {
  it("serves requests that were sent without waiting, in their order", async () => {
    const { service } = fixture
    const requests = [
      await sized(fox()),
      "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n",
      await sized("{"),
      await sized(fox())
    ]
    const { text } = await exchange(service.port, requests.join(""), {
      enough: (text) =>
        repliesIn(text).filter(({ body, headers }) => body.length === Number(headers["content-length"]))
          .length === 4
    })
    assert.deepStrictEqual(
      repliesIn(text).map(({ status }) => status),
      [200, 404, 400, 200]
    )
  })

  it("is closed when the caller asks for that", async () => {
    const { closed, text } = await exchange(fixture.service.port, await sized(fox(), "Connection: close"))
    assert.isTrue(closed)
    assert.match(text, /^HTTP\/1.1 200 /)
  })

  it("is not a tunnel", async () => {
    const { body, headers, status } = await reply(
      "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"
    )
    assert.strictEqual(status, 405, body)
    assert.match(String(headers["x-request-id"]), /^[\w-]+$/)
  })

  it("takes an address instead of a path, as proxies send it, and no asterisk", async () => {
    const { body, status } = await reply(
      "GET http://prescreen.test/health HTTP/1.1\r\nHost: prescreen.test\r\n\r\n"
    )
    assert.strictEqual(status, 200, body)
    const star = await reply("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
    assert.strictEqual(star.status, 404, star.body)
  })

  it("may break off at any moment, and nothing is decided", async () => {
    const { engine, service } = fixture
    const body = fox()
    const request = await sized(body)
    for (let length = 1; length < request.length; length += 29) {
      const options = { halfClose: true, enough: oneReply }
      const { text } = await exchange(service.port, request.slice(0, length), options)
      assert.deepStrictEqual(
        repliesIn(text).map(({ status }) => status),
        [400],
        `after ${length} bytes`
      )
    }
    assert.deepStrictEqual(engine.asked(JSON.parse(body).input.prompt), [])
  })
})
