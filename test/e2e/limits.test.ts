import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import { astral, fox, input, sending } from "./bodies.ts"
import { asking, assertProblem, assertRateLimitHeaders, check, jsonHeaders, shareService } from "./fixture.ts"

const fixture = shareService()

const { accepted, refused } = sending(fixture)

const largestBody = 256 * 1024

describe("lengths, counted in code points", () => {
  it("lets a prompt have 1 to 10,000", async () => {
    await accepted(asking("x"))
    await accepted(asking(" "))
    await accepted(asking(astral.repeat(10_000)))
    await refused(asking(astral.repeat(10_001)), ["input.prompt"])
    await refused(asking("x".repeat(10_001)), ["input.prompt"])
    await refused(asking(""), ["input.prompt"])
  })

  it("lets a negative prompt have at most 5,000, and be empty", async () => {
    await accepted(input({ negative_prompt: "" }))
    await accepted(input({ negative_prompt: astral.repeat(5_000) }))
    await refused(input({ negative_prompt: astral.repeat(5_001) }), ["input.negative_prompt"])
  })

  it("lets a context have at most 20 items of at most 5,000", async () => {
    await accepted(input({ context: [] }))
    await accepted(input({ context: Array.from({ length: 20 }, () => "x".repeat(5_000)) }))
    await accepted(input({ context: [astral.repeat(5_000), ""] }))
    await refused(input({ context: Array.from({ length: 21 }, () => "x") }), ["input.context"])
    await refused(input({ context: ["x", astral.repeat(5_001)] }), ["input.context.1"])
  })

  it("lets a user have 1 to 128", async () => {
    await accepted(fox({ user: "u" }))
    await accepted(fox({ user: astral.repeat(128) }))
    await refused(fox({ user: astral.repeat(129) }), ["user"])
    await refused(fox({ user: "" }), ["user"])
  })

  it("lets a policy's id have 1 to 64", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const reply = await check(service, live, fox({ policy: "p".repeat(64) }))
    assertProblem(service, reply, 404, "policy_not_found")
    await refused(fox({ policy: "p".repeat(65) }), ["policy"])
    await refused(fox({ policy: "" }), ["policy"])
  })

  it("lets an idempotency key have 1 to 255 printable ASCII characters", async () => {
    const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join("")
    for (const key of ["k", printable, "with a space", "k".repeat(255)]) {
      await accepted(fox(), { headers: { "idempotency-key": key } })
    }
    for (const key of ["", "k".repeat(256), "caf\u00e9", "a\tb"]) {
      await refused(fox(), ["header Idempotency-Key"], { headers: { "idempotency-key": key } })
    }
  })
})

describe("metadata", () => {
  it("has at most 4,096 bytes of compact JSON in UTF-8", async () => {
    const around = Buffer.byteLength(`{"k":""}`)
    const room = 4_096 - around
    for (const [text, bytes] of [
      ["x", 1],
      ["\u00e9", 2],
      ["\u20ac", 3],
      [astral, 4]
    ] as const) {
      const fill = "x".repeat(room % bytes)
      const largest = text.repeat(Math.floor(room / bytes)) + fill
      await accepted(fox({ metadata: { k: largest } }))
      await refused(fox({ metadata: { k: `${largest}x` } }), ["metadata"])
    }
  })

  it("is measured without the spaces and escapes it was sent with", async () => {
    const spaced = `{"input":{"prompt":"a fox"},"metadata":{ ${" ".repeat(5_000)} "k" : "v" }}`
    await accepted(spaced)
    const escaped = `{"input":{"prompt":"a fox"},"metadata":{"k":"${"\\u0041".repeat(4_000)}"}}`
    await accepted(escaped)
  })
})

describe("the size of a body", () => {
  const padded = (size: number) => {
    const text = JSON.stringify(fox())
    return text + " ".repeat(size - text.length)
  }

  it("is at most 256 KiB, with a Content-Length or in chunks", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const { url } = service
    const call = { method: "POST", headers: jsonHeaders(live) }
    const chunked = (size: number) => {
      const text = padded(size)
      return [text.slice(0, 1000), text.slice(1000, 200_000), text.slice(200_000)]
    }
    for (const body of [padded(largestBody), chunked(largestBody)]) {
      const reply = await send(url, "/v1/check", { ...call, body })
      assert.strictEqual(reply.status, 200, reply.text)
    }
    const large = [padded(largestBody + 1), chunked(largestBody + 1), padded(20 * largestBody)]
    for (const body of [...large, chunked(20 * largestBody)]) {
      const reply = await send(url, "/v1/check", { ...call, body })
      assertProblem(service, reply, 413, "payload_too_large")
      assertRateLimitHeaders(reply)
      // On the same connection, unless it was said to be the last answer.
      assert.strictEqual((await send(url, "/health")).status, 200)
    }
  })

  it("has room for the largest of everything", async () => {
    const body = {
      input: {
        prompt: astral.repeat(10_000),
        negative_prompt: astral.repeat(5_000),
        context: Array.from({ length: 20 }, () => "x".repeat(5_000))
      },
      user: astral.repeat(128),
      metadata: { k: "x".repeat(4_088) }
    }
    await accepted(body)
  })
})
