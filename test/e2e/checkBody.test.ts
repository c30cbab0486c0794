import { assert, describe, it } from "@effect/vitest"
import { fox, input, sending } from "./bodies.ts"
import { asking, assertProblem, check, shareService } from "./fixture.ts"

const fixture = shareService()
const { accepted, refused } = sending(fixture)

const withMetadata = (metadata: string) => `{"input":{"prompt":"a fox"},"metadata":${metadata}}`

/** A body whose values nest to a depth; the body itself is the first level. */
const nested = (depth: number) => withMetadata(`{"a":${"[".repeat(depth - 2)}${"]".repeat(depth - 2)}}`)

describe("JSON", () => {
  it("nests to 64 levels, the body being the first", async () => {
    await accepted(nested(64))
    const tooDeep = `metadata.a${".0".repeat(62)}`
    await refused(nested(65), [tooDeep])
    await refused(nested(65).replace(`"a fox"`, `""`).replace("{", `{"policy":5,`), [
      tooDeep,
      "policy",
      "input.prompt"
    ])
    await refused(withMetadata(`{"a":${"[".repeat(100_000)}`), ["body"])
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const deepest = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
    assertProblem(service, await check(service, live, deepest), 400, "invalid_request", "some")
  })

  it("has finite numbers only", async () => {
    await refused(withMetadata(`{"n":1e999}`), ["metadata.n"])
    await refused(withMetadata(`{"n":-1e999}`), ["metadata.n"])
    await refused(withMetadata(`{"n":[1,{"m":1e999},1e999]}`), ["metadata.n.1.m", "metadata.n.2"])
    await accepted(withMetadata(`{"n":[1e308,-0,1e-400,0.1]}`))
  })

  it("has no field called __proto__ anywhere, however it is written", async () => {
    const bodies = [
      `{"input":{"prompt":"a fox"},"__proto__":{}}`,
      `{"input":{"prompt":"a fox","__proto__":{"negative_prompt":"x"}}}`,
      withMetadata(`{"a":[{"__proto__":1}]}`),
      withMetadata(`{"\\u005f_proto__":1}`)
    ]
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    for (const body of bodies) {
      const problem = assertProblem(service, await check(service, live, body), 400, "invalid_request", "some")
      assert.include(problem.issues.join(), "__proto__")
    }
    const others = { constructor: 1, prototype: 2, toString: 3, hasOwnProperty: 4, ["__proto"]: 5 }
    await accepted(fox({ metadata: others }))
  })

  it("is one whole document in UTF-8 without anything before or after it", async () => {
    const good = Buffer.from(JSON.stringify(fox()))
    const bad = (...bytes: ReadonlyArray<number>) =>
      Buffer.concat([Buffer.from(`{"input":{"prompt":"`), Buffer.from(bytes), Buffer.from(`"}}`)])
    const bodies = [
      "",
      " ",
      "{",
      `{"input":{"prompt":"a fox"}`,
      `${JSON.stringify(fox())}x`,
      `{"input":{"prompt":"a fox"},}`,
      `{"input":{"prompt":'a fox'}}`,
      `{"input":{"prompt":"a\nfox"}}`,
      `{"input":{"prompt":"a fox"}} {}`,
      withMetadata(`{"n":NaN}`),
      withMetadata(`{"n":01}`),
      `// comment\n{}`,
      Buffer.from(JSON.stringify(fox()), "utf16le"),
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
    await accepted(`\r\n\t ${JSON.stringify(fox())} \n`)
  })

  it("takes NUL and lone surrogates in the strings of input and metadata, and nowhere else", async () => {
    for (const odd of ["\u0000", "\ud800", "\udfff", "a\u0000b\ud800\ud800"]) {
      await accepted({
        input: { prompt: odd, negative_prompt: odd, context: [odd] },
        metadata: { [odd]: odd }
      })
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
    await refused({ input: { prompt: "a fox", images: [] }, policyVersion: 1 }, [
      "input.images",
      "policyVersion"
    ])
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
      await refused({ input: { prompt: wrong } }, ["input.prompt"])
      await refused(input({ negative_prompt: wrong }), ["input.negative_prompt"])
      await refused(input({ context: [wrong] }), ["input.context.0"])
      await refused(fox({ user: wrong, policy: wrong }), ["user", "policy"])
    }
    for (const wrong of ["x", 1, true, {}]) await refused(input({ context: wrong }), ["input.context"])
    for (const wrong of ["a fox", 1, true, []]) await refused({ input: wrong }, ["input"])
    for (const wrong of [[], "x", 1, true]) await refused(fox({ metadata: wrong }), ["metadata"])
    const dryRun = { headers: { "x-service-dry-run": "true" } }
    for (const wrong of [0, -1, 1.5, "1", true, [1]]) {
      await refused(fox({ policy_version: wrong }), ["policy_version"], dryRun)
    }
  })
})

describe("the issues of a request", () => {
  const wrong = {
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

  it("name all that is wrong with its body", async () => {
    await refused(wrong, paths)
  })

  it("name what is wrong with a list beside what is wrong with its items, each once", async () => {
    const items = Array.from({ length: 20 }, () => "x")
    await refused(input({ context: [...items, 2] }), ["input.context", "input.context.20"])
    await refused(input({ context: [...items, "x"], extra: 1 }), ["input.context", "input.extra"])
  })

  it("name all that is wrong with its headers and its query beside that", async () => {
    await refused(wrong, [...paths, "header X-Service-Dry-Run", "header Idempotency-Key", "query.x"], {
      path: "/v1/check?x=1",
      headers: { "x-service-dry-run": "maybe", "idempotency-key": "" }
    })
  })

  it("name what is wrong with its numbers and nesting beside what is wrong with its fields", async () => {
    const body = `{"input":{"prompt":""},"metadata":{"n":1e999},"unknown":1}`
    await refused(body, ["input.prompt", "metadata.n", "unknown"])
  })

  it("name the fields of its query, of which there are none", async () => {
    await refused(fox(), ["query.policy"], { path: "/v1/check?policy=x" })
    await refused(fox(), ["query.a", "query.b"], { path: "/v1/check?a=1&b" })
    await accepted(fox(), { path: "/v1/check?" })
  })

  it("quote nothing of what was to be screened, and neither does the service's log", async () => {
    const secret = "QUOTED-PROMPT"
    const body = {
      input: { prompt: secret.repeat(1_000), negative_prompt: [secret], context: { a: secret } },
      user: `${secret}\u0000`,
      metadata: secret
    }
    const places = ["input.prompt", "input.negative_prompt", "input.context", "user", "metadata"]
    assert.notInclude(await refused(body, places), secret)
    await accepted(asking(secret))
    await refused(`{"input":{"prompt":"${secret}`, ["body"])
    assert.notInclude(fixture.service.stdout() + fixture.service.stderr(), secret)
  })
})
