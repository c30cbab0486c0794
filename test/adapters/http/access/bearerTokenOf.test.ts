import { assert, describe, it } from "@effect/vitest"
import { bearerTokenOf } from "../../../../src/adapters/http/access/bearerTokenOf.ts"

describe("the token of an Authorization header", () => {
  it.each<readonly [string | undefined, string | undefined]>([
    ["Bearer svc_test_x", "svc_test_x"],
    ["bearer svc_test_x", "svc_test_x"],
    ["BEARER   svc_test_x", "svc_test_x"],
    [undefined, undefined],
    ["", undefined],
    ["Bearer", undefined],
    ["Bearer ", undefined],
    ["Bearersvc_test_x", undefined],
    ["Bearer svc_test_x svc_test_y", undefined],
    ["Basic svc_test_x", undefined],
    ["svc_test_x", undefined]
  ])("%s: %s", (header, token) => {
    assert.strictEqual(bearerTokenOf(header), token)
  })
})
