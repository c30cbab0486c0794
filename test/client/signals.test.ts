import { assert, describe, it } from "@effect/vitest"
import { createPrescreen } from "../../src/client/client.ts"

describe("a check of the client", () => {
  it("is not tried again when the caller's signal came with the answer", async () => {
    const reason = new Error("the user left")
    const controller = new AbortController()
    let calls = 0
    const busy = () => {
      calls += 1
      controller.abort(reason)
      return Promise.resolve(new Response("{}", { status: 503, headers: { "retry-after": "0" } }))
    }
    const prescreen = createPrescreen({ baseUrl: "http://127.0.0.1:9", apiKey: "svc_test_x", fetch: busy })
    const call = prescreen.check({ input: { prompt: "two foxes" } }, { signal: controller.signal })
    assert.strictEqual(await call.catch((error: unknown) => error), reason)
    assert.strictEqual(calls, 1)
  })
})
