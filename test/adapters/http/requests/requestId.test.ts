import { assert, describe, it } from "@effect/vitest"
import { givenRequestId } from "../../../../src/adapters/http/requests/requestId.ts"

describe("the id that a client gives its request", () => {
  it.each(["a", "req-1", "order:7/retry=2", "x".repeat(128)])("is taken: %s", (id) => {
    assert.strictEqual(givenRequestId(id), id)
  })

  it.each([
    undefined,
    "",
    "x".repeat(129),
    "two words",
    "line\nbreak",
    'quote"',
    `svc_live_${"a".repeat(43)}`,
    `SVC_LIVE_${"a".repeat(43)}`,
    `key=svc_test_${"a".repeat(43)}`
  ])("is not taken where it would break a line or show a key: %j", (id) => {
    assert.isUndefined(givenRequestId(id))
  })
})
