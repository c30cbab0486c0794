import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import { asking, assertProblem, assertRateLimitHeaders, check, decide, jsonHeaders, setUp } from "./fixture.ts"
import type { CheckCall } from "./fixture.ts"

const fixture = setUp()

const astral = "\u{1F98A}"
const KiB = 1024
const largestBody = 256 * KiB

const accepted = async (body: unknown, call?: CheckCall) => {
  const { service, storage } = fixture
  const { live } = await storage.createWorkspace()
  return decide(service, live, body, call)
}

/** The body is refused, and each of its problems starts with one of these paths, in any order. */
const refused = async (body: unknown, paths: ReadonlyArray<string>, call?: CheckCall) => {
  const { service, storage } = fixture
  const { live } = await storage.createWorkspace()
  const reply = await check(service, live, body, call)
  const { issues } = assertProblem(service, reply, 400, "invalid_request", "some")
  assertRateLimitHeaders(reply)
  assert.deepStrictEqual(
    issues.map((issue: string) => /^(.*?): ./.exec(issue)?.[1] ?? issue).sort(),
    [...paths].sort(),
    reply.text
  )
  return issues
}

const input = (rest: object) => ({ input: { prompt: "a fox", ...rest } })

const fox = (rest: object) => asking("a fox", rest)

/** A body whose values nest to a depth; the body itself is the first level. */
const nested = (depth: number) =>
  `{"input":{"prompt":"a fox"},"metadata":{"a":${"[".repeat(depth - 2)}${"]".repeat(depth - 2)}}}`

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
      await accepted(fox({}), { headers: { "idempotency-key": key } })
    }
    for (const key of ["", "k".repeat(256), "caf\u00e9", "a\tb"]) {
      await refused(fox({}), ["header Idempotency-Key"], { headers: { "idempotency-key": key } })
    }
  })
})

describe("metadata", () => {
  it("has at most 4,096 bytes of compact JSON in UTF-8", async () => {
    const around = Buffer.byteLength(`{"k":""}`)
    const room = 4_096 - around
    for (const [text, bytes] of [["x", 1], ["\u00e9", 2], ["\u20ac", 3], [astral, 4]] as const) {
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

  it("is an object", async () => {
    for (const metadata of [[], "x", 1, true, null]) await refused(fox({ metadata }), ["metadata"])
    await accepted(fox({ metadata: {} }))
  })
})

describe("the size of a body", () => {
  const padded = (size: number) => {
    const text = JSON.stringify(fox({}))
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
    for (const body of [padded(largestBody + 1), chunked(largestBody + 1), padded(20 * largestBody)]) {
      const reply = await send(url, "/v1/check", { ...call, body })
      assertProblem(service, reply, 413, "payload_too_large")
      assertRateLimitHeaders(reply)
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

describe("JSON", () => {
  it("nests to 64 levels, the body being the first", async () => {
    await accepted(nested(64))
    await refused(nested(65), [`metadata.a${".0".repeat(62)}`])
    await refused(`{"input":{"prompt":"a fox"},"metadata":{"a":${"[".repeat(100_000)}`, ["body"])
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const deepest = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
    assertProblem(service, await check(service, live, deepest), 400, "invalid_request", "some")
  })

  it("has finite numbers only", async () => {
    const withNumber = (number: string) => `{"input":{"prompt":"a fox"},"metadata":{"n":${number}}}`
    await refused(withNumber("1e999"), ["metadata.n"])
    await refused(withNumber("-1e999"), ["metadata.n"])
    await refused(withNumber(`[1, {"m": 1e999}, 1e999]`), ["metadata.n.1.m", "metadata.n.2"])
    await accepted(`{"input":{"prompt":"a fox"},"metadata":{"n":[1e308,-0,1e-400,0.1]}}`)
  })

  it("has no field called __proto__ anywhere, however it is written", async () => {
    const bodies = [
      `{"input":{"prompt":"a fox"},"__proto__":{}}`,
      `{"input":{"prompt":"a fox","__proto__":{"negative_prompt":"x"}}}`,
      `{"input":{"prompt":"a fox"},"metadata":{"a":[{"__proto__":1}]}}`,
      `{"input":{"prompt":"a fox"},"metadata":{"\\u005f_proto__":1}}`
    ]
    for (const body of bodies) {
      const { service, storage } = fixture
      const { live } = await storage.createWorkspace()
      const problem = assertProblem(service, await check(service, live, body), 400, "invalid_request", "some")
      assert.include(problem.issues.join(), "__proto__")
    }
    const others = { constructor: 1, prototype: 2, toString: 3, hasOwnProperty: 4, ["__proto"]: 5 }
    await accepted(fox({ metadata: others }))
  })

  it("is one whole document in UTF-8 without anything before or after it", async () => {
    const good = Buffer.from(JSON.stringify(fox({})))
    const bad = (...bytes: ReadonlyArray<number>) =>
      Buffer.concat([Buffer.from(`{"input":{"prompt":"`), Buffer.from(bytes), Buffer.from(`"}}`)])
    const bodies = [
      "",
      " ",
      "{",
      `{"input":{"prompt":"a fox"}`,
      `${JSON.stringify(fox({}))}x`,
      `{"input":{"prompt":"a fox"},}`,
      `{"input":{"prompt":'a fox'}}`,
      `{"input":{"prompt":"a\nfox"}}`,
      `{"input":{"prompt":"a fox"}} {}`,
      `{"input":{"prompt":"a fox"},"metadata":{"n":NaN}}`,
      `{"input":{"prompt":"a fox"},"metadata":{"n":01}}`,
      `// comment\n{}`,
      Buffer.from(JSON.stringify(fox({})), "utf16le"),
      bad(0xff),
      bad(0xc3, 0x28),
      bad(0xed, 0xa0, 0x80),
      bad(0xc0, 0xaf),
      bad(0xf4, 0x90, 0x80, 0x80),
      Buffer.concat([good, Buffer.from([0])])
    ]
    for (const body of bodies) await refused(body, ["body"])
  })

  it("is an object", async () => {
    for (const body of ["null", "[]", "1", "true", `"text"`, `[{"input":{"prompt":"a fox"}}]`]) {
      await refused(body, ["body"])
    }
  })

  it("may have spaces around it", async () => {
    await accepted(`\r\n\t ${JSON.stringify(fox({}))} \n`)
  })

  it("takes NUL and lone surrogates in the strings of input and metadata, and nowhere else", async () => {
    for (const odd of ["\u0000", "\ud800", "\udfff", "a\u0000b\ud800\ud800"]) {
      await accepted({ input: { prompt: odd, negative_prompt: odd, context: [odd] }, metadata: { [odd]: odd } })
      await refused(fox({ user: odd, policy: odd }), ["user", "policy"])
      await refused(fox({ user: `x${odd}`, policy: `x${odd}` }), ["user", "policy"])
    }
  })
})

describe("the fields of a body", () => {
  it("are refused by name when they are not known, on every level", async () => {
    await refused(fox({ users: "u" }), ["users"])
    await refused(input({ negativ_prompt: "x" }), ["input.negativ_prompt"])
    await refused(input({ contexts: ["x"] }), ["input.contexts"])
    await refused(fox({ constructor: 1, toString: 2 }), ["constructor", "toString"])
    await refused({ input: { prompt: "a fox", images: [] }, policyVersion: 1 }, ["input.images", "policyVersion"])
  })

  it("are required where the interface says so", async () => {
    await refused({}, ["input"])
    await refused({ input: {} }, ["input.prompt"])
    await refused({ prompt: "a fox" }, ["input", "prompt"])
  })

  it("are never null", async () => {
    for (const field of ["policy", "user", "policy_version", "metadata"]) {
      await refused(fox({ [field]: null }), [field])
    }
    await refused({ input: null }, ["input"])
    for (const field of ["prompt", "negative_prompt", "context"]) {
      await refused(input({ [field]: null }), [`input.${field}`])
    }
    await refused(input({ context: [null] }), ["input.context.0"])
  })

  it("have their types", async () => {
    for (const wrong of [1, true, [], {}]) {
      await refused(asking(wrong as unknown as string), ["input.prompt"])
      await refused(input({ negative_prompt: wrong }), ["input.negative_prompt"])
      await refused(input({ context: [wrong] }), ["input.context.0"])
      await refused(fox({ user: wrong, policy: wrong }), ["user", "policy"])
    }
    for (const wrong of ["x", 1, true, {}]) await refused(input({ context: wrong }), ["input.context"])
    for (const wrong of ["a fox", 1, true, []]) await refused({ input: wrong }, ["input"])
    for (const wrong of [0, -1, 1.5, "1", true, [1]]) {
      await refused(fox({ policy_version: wrong }), ["policy_version"], { headers: { "x-service-dry-run": "true" } })
    }
  })

  it("are all listed when several of them are wrong, with the headers", async () => {
    const body = {
      input: { prompt: "", negative_prompt: 1, context: ["x", 2, null], extra: 1 },
      policy: "",
      user: "u".repeat(129),
      policy_version: 0,
      metadata: [],
      unknown: true
    }
    const paths = [
      "input.prompt",
      "input.negative_prompt",
      "input.context.1",
      "input.context.2",
      "input.extra",
      "policy",
      "user",
      "policy_version",
      "metadata",
      "unknown"
    ]
    await refused(body, paths)
    await refused(body, [...paths, "header X-Service-Dry-Run", "header Idempotency-Key"], {
      headers: { "x-service-dry-run": "maybe", "idempotency-key": "" }
    })
  })

  it("are never quoted in an issue", async () => {
    const secret = "QUOTED-PROMPT"
    const body = {
      input: { prompt: secret.repeat(1_000), negative_prompt: [secret], context: { a: secret } },
      user: `${secret}\u0000`,
      metadata: secret
    }
    const issues = await refused(body, ["input.prompt", "input.negative_prompt", "input.context", "user", "metadata"])
    assert.notInclude(issues.join(), secret)
    assert.notInclude(fixture.service.stdout() + fixture.service.stderr(), secret)
  })

  it("are not taken from the query", async () => {
    await refused(fox({}), ["query.policy"], { path: "/v1/check?policy=x" })
    await refused(fox({}), ["query.a", "query.b"], { path: "/v1/check?a=1&b" })
    await accepted(fox({}), { path: "/v1/check?" })
  })
})
