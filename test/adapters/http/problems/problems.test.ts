import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { catalogue } from "../../../../src/adapters/http/problems/problems.ts"

describe("the catalogue of problems", () => {
  it("is what docs/errors.md lists, code by code and status by status", () => {
    const page = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8")
    const documented = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [
      code,
      Number(status)
    ])
    const known = Object.entries(catalogue).map(([code, { status }]) => [code, status])

    assert.deepStrictEqual(Object.fromEntries(documented), Object.fromEntries(known))
    assert.strictEqual(documented.length, known.length)
  })
})
