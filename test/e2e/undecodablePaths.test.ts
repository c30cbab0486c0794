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
