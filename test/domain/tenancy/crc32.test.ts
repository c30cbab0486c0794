import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { crc32 as zlibCrc32 } from "node:zlib"
import { crc32 } from "../../../src/domain/tenancy/crc32.ts"

const Ascii = Schema.String.check(Schema.isPattern(/^[ -~]*$/))

describe("crc32", () => {
  it("gives the check value of the standard", () => {
    assert.strictEqual(crc32("123456789"), 0xcbf43926)
  })

  it("is zero for nothing", () => {
    assert.strictEqual(crc32(""), 0)
  })

  it.prop("agrees with zlib on every ASCII text", [Ascii], ([text]) => crc32(text) === zlibCrc32(text))
})
