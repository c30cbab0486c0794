import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { request } from "node:http"
import { call } from "./call.ts"
import { endpoints } from "./endpoints.ts"
import { asking, assertProblem, shareService } from "./fixture.ts"

const fixture = shareService()

const written = endpoints().filter(({ method }) => method !== "GET")
const bodiless = written.filter(({ body }) => body === undefined)

const key = async () => {
  const { live } = await fixture.storage.createWorkspace()
  return live
}

describe("a body", () => {
  it.each(written)("with a field that $name does not know is refused", async ({ body, method, path }) => {
    const { service } = fixture
    const sent = { ...Object(body), colour: "red" }
    const reply = await call(service, await key(), method, path("x"), sent)
    const { issues } = assertProblem(service, reply, 400, "invalid_request", "some")
    assert.deepStrictEqual(issues, ["colour: is not a known field"])
  })

  it("is refused on one line, whatever the field's name holds", async () => {
    const { service } = fixture
    const reply = await call(service, await key(), "POST", "/v1/check", {
      ...asking("two foxes"),
      "é\n\u2028x": 1
    })
    const { issues } = assertProblem(service, reply, 400, "invalid_request", "some")
    assert.deepStrictEqual(issues, ["é\\u000a\\u2028x: is not a known field"])
  })

  it.each(bodiless)("that $name does not take has to be JSON of a sound size all the same", async (one) => {
    const { service } = fixture
    const live = await key()
    const attempt = (body: string) => call(service, live, one.method, one.path("x"), body)
    assertProblem(service, await attempt("{bad"), 400, "invalid_request", "some")
    assertProblem(service, await attempt("[]"), 400, "invalid_request", "some")
    assertProblem(service, await attempt(`{"colour":"${"r".repeat(300_000)}"}`), 413, "payload_too_large")
    const status = async (body?: object) =>
      (await call(service, live, one.method, one.path("x"), body)).status
    assert.strictEqual(await status({}), await status())
  })

  it.each(bodiless)("may be announced to $name, and be none", async ({ method, path }) => {
    const { service } = fixture
    const live = await key()
    const headers = { authorization: `Bearer ${live}`, "transfer-encoding": "chunked" }
    const sent = request(new URL(path("x"), service.url), { method, headers }).end()
    const [{ statusCode }] = await once(sent, "response")
    assert.strictEqual(statusCode, (await call(service, live, method, path("x"))).status)
  })
})
