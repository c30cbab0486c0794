import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import type { Reply } from "../support/httpClient.ts"
import { asking, decide, jsonHeaders, shareService } from "./fixture.ts"

const fixture = shareService()

const differing = /"(?:id|latency_ms)":(?:"[^"]*"|\d+)/g

/** All of an answer that does not differ from one request to the next. */
const shapeOf = ({ headers, status, text }: Reply) => ({
  status,
  text: text.replaceAll(differing, ""),
  names: Object.keys(headers)
    .filter((name) => name !== "transfer-encoding")
    .toSorted(),
  contentType: headers["content-type"],
  replayed: headers["idempotent-replayed"],
  parts: String(headers["server-timing"]).replaceAll(/dur=[\d.]+/g, "")
})

// A body whose length is announced is read before the framework sees the request; one in chunks is left to it.
describe("a check", () => {
  const cases: ReadonlyArray<readonly [string, (prompt: string) => object | string, Record<string, string>]> =
    [
      ["that is allowed", (prompt) => asking(prompt), {}],
      ["with a user and metadata", (prompt) => asking(prompt, { user: "u", metadata: { a: [1] } }), {}],
      ["whose key has an answer", (prompt) => asking(prompt), { "idempotency-key": "first" }],
      ["of a dry run", (prompt) => asking(prompt), { "x-service-dry-run": "true" }],
      ["with a request id", (prompt) => asking(prompt), { "x-request-id": "mine" }],
      ["that is no JSON", () => "{", {}],
      ["that is no JSON, with a request id", () => "{", { "x-request-id": "mine" }],
      ["with __proto__", () => `{"input":{"prompt":"a fox"},"__proto__":{}}`, {}],
      ["with unknown fields", (prompt) => asking(prompt, { nope: 1, policy: 2 }), {}],
      [
        "with bad headers",
        (prompt) => asking(prompt),
        { "idempotency-key": " ", "x-service-dry-run": "yes" }
      ],
      ["under an unknown policy", (prompt) => asking(prompt, { policy: "pol_none" }), {}],
      ["of a version without a dry run", (prompt) => asking(prompt, { policy_version: 1 }), {}]
    ]

  it("is answered alike before the framework and by it", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const prompt = engine.prompt()
    await decide(service, live, asking(prompt), { headers: { "idempotency-key": "first" } })
    for (const [what, bodyOf, headers] of cases) {
      const body = bodyOf(prompt)
      const text = typeof body === "string" ? body : JSON.stringify(body)
      const call = { method: "POST", headers: { ...jsonHeaders(live), ...headers } }
      const announced = await send(service.url, "/v1/check", { ...call, body: text })
      const inChunks = await send(service.url, "/v1/check", { ...call, body: [text] })
      assert.deepStrictEqual(shapeOf(announced), shapeOf(inChunks), what)
    }
  })
})
