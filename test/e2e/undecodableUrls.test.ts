import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import { assertProblem, assertRateLimitHeaders, jsonHeaders, shareService } from "./fixture.ts"

const fixture = shareService()

describe("an id that cannot be decoded", () => {
  const paths = [
    "/v1/decisions/%ff",
    "/v1/decisions/%zz/explain",
    "/v1/policies/%",
    "/v1/decisions/%ed%a0%80?reveal=%ff"
  ]

  it.each(paths)("is behind the key, and of nothing: %s", async (path) => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    assertProblem(service, await send(service.url, path), 401, "unauthorized")
    const reply = await send(service.url, path.replace("?reveal=%ff", ""), { headers: jsonHeaders(live) })
    assertProblem(service, reply, 404, "not_found")
    assertRateLimitHeaders(reply)
  })

  it("is none that another method has either", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const options = { method: "PUT", headers: jsonHeaders(live) }
    const put = await send(service.url, "/v1/decisions/%ff", options)
    assert.deepStrictEqual([put.status, put.headers["allow"]], [405, "GET, HEAD"])
    const reply = await send(service.url, "/v1/policies/x/versions/%ff", { headers: jsonHeaders(live) })
    assertProblem(service, reply, 400, "invalid_request", "some")
  })
})

describe("a value in a URL that cannot be decoded", () => {
  const refused = [
    ["/v1/users/%ff", "path.user"],
    ["/v1/users/%ff?x=%ff", "path.user"],
    ["/v1/decisions?user=%ff", "query.user"],
    ["/v1/decisions?user=100%", "query.user"],
    ["/v1/decisions?limit=5&policy=a%ed%a0%80b", "query.policy"],
    ["/v1/decisions?user=a%00b", "query.user"],
    ["/v1/decisions?id_prefix=%zz&limit=5", "query.id_prefix"]
  ] as const

  it.each(refused)("is refused, and not looked for as other text: %s", async (path, place) => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const reply = await send(service.url, path, { headers: jsonHeaders(live) })
    const { issues } = assertProblem(service, reply, 400, "invalid_request", "some")
    assert.include(issues, `${place}: must be percent-encoded UTF-8 without NUL`)
  })

  it("is only what cannot be: other text is looked for as it is", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    for (const user of ["100%25", "%F0%9F%A6%8A", "a+b%2Bc", "%EF%BF%BD", "a;b#c"]) {
      const reply = await send(service.url, `/v1/decisions?user=${user}`, { headers: jsonHeaders(live) })
      assert.strictEqual(reply.status, 200, reply.text)
    }
  })
})
