import { assert, describe, it } from "@effect/vitest"
import OpenAI, { BadRequestError } from "openai"
import { readApiDocument } from "../support/ApiDocument.ts"
import { exchange, repliesIn, send } from "../support/httpClient.ts"
import type { Reply } from "../support/httpClient.ts"
import { asking, assertProblem, check, shareService } from "./fixture.ts"

const fixture = shareService()

const moderations = { path: "/v1/moderations" }

/** The problem, and beside it what OpenAI's clients read. */
const assertError = (reply: Reply, status: number, code: string, message: RegExp) => {
  const { error } = assertProblem(
    fixture.service,
    reply,
    status,
    code,
    status === 400 ? "some" : reply.json().issues
  )
  assert.match(error.message, message)
  assert.deepStrictEqual(error, { message: error.message, type: code, param: null, code })
}

describe("a problem of POST /v1/moderations", () => {
  it("has OpenAI's error beside its own members, whatever refused the request", async () => {
    const { engine, service } = fixture
    const { live } = service.keys
    const none = { input: [] }
    assertError(
      await check(service, "sk-nobody", none, moderations),
      401,
      "unauthorized",
      /^Send the API key in/
    )
    assertError(await check(service, live, none, moderations), 400, "invalid_request", /input: must hold 1/)
    assertError(await check(service, live, "{", moderations), 400, "invalid_request", /body: /)
    const large = " ".repeat(300_000)
    assertError(
      await check(service, live, large, moderations),
      413,
      "payload_too_large",
      /^The body is larger/
    )
    const text = { ...moderations, headers: { "content-type": "text/plain" } }
    assertError(await check(service, live, "{}", text), 415, "unsupported_media_type", /application\/json/)
    const lost = await check(
      service,
      live,
      { input: engine.prompt((response) => response.writeHead(500).end()) },
      moderations
    )
    assertError(lost, 503, "screening_unavailable", /./)
    assert.isDefined(lost.headers["retry-after"])
  })

  it("is an error of the openai package with its words", async () => {
    const options = { apiKey: fixture.service.keys.live, baseURL: `${fixture.service.url}/v1` }
    const thrown: unknown = await new OpenAI(options).moderations
      .create({ input: [] })
      .catch((error: unknown) => error)
    assert.instanceOf(thrown, BadRequestError)
    assert.include(thrown, {
      message: "400 The request is not valid; input: must hold 1 to 32 texts",
      code: "invalid_request"
    })
  })

  it("has it also if the request's Host is refused, before anything else is looked at", async () => {
    const { port } = fixture.service
    const { text } = await exchange(port, "POST /v1/moderations HTTP/1.1\r\nContent-Length: 0\r\n\r\n", {
      enough: (received) => repliesIn(received).length === 1
    })
    const { code, error } = JSON.parse(repliesIn(text)[0]?.body ?? "null")
    assert.deepStrictEqual([code, error.code], ["invalid_request", "invalid_request"])
    assert.include(error.message, "header Host: is required")
  })

  it("is described with it, whatever its status", async () => {
    const { service } = fixture
    const description = (await send(service.url, "/openapi.json")).json()
    const document = readApiDocument(description)
    const { status, headers, ...reply } = await check(service, "sk-nobody", { input: [] }, moderations)
    const operation = { method: "POST", path: moderations.path }
    const complaint = (answer: unknown) =>
      document.complaintAbout(operation, { status, headers, text: JSON.stringify(answer) })
    const { error, ...problem } = reply.json()
    assert.isUndefined(complaint({ ...problem, error }))
    assert.match(complaint(problem) ?? "", /error/)
    assert.match(complaint({ ...problem, error: { ...error, param: "input" } }) ?? "", /param/)
    assert.match(complaint({ error }) ?? "", /required/)

    const { responses } = description.paths[operation.path].post
    const problems = Object.keys(responses).filter((described) => described !== "200")
    assert.includeMembers(problems, ["400", "401", "402", "413", "415", "422", "429", "500", "503"])
    for (const described of problems) {
      const [, further] = responses[described].content["application/problem+json"].schema.allOf
      assert.deepStrictEqual(further.required, ["error"], described)
    }
  })

  it("is the only one that has it", async () => {
    const { engine, service } = fixture
    const reply = await check(service, "svc_live_nobody", asking(engine.prompt()))
    assert.notProperty(reply.json(), "error")
  })
})
