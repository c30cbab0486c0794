import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { makeNumberReader, writeNumber } from "../../../../src/adapters/engine/builtin/leb128.ts"

const Numbers = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 })))

const readerOf = (bytes: ReadonlyArray<number>) => makeNumberReader(Uint8Array.from(bytes), 0)

describe("numbers of any size", () => {
  it.prop("are read as they were written, to the last byte", [Numbers], ([numbers]) => {
    const bytes: Array<number> = []
    for (const number of numbers) writeNumber(bytes, number)
    const reader = readerOf(bytes)
    assert.deepStrictEqual(
      numbers.map(() => reader.next()),
      numbers
    )
    assert.strictEqual(reader.offset(), bytes.length)
  })

  it.each<readonly [number, ReadonlyArray<number>]>([
    [0, [0]],
    [127, [0x7f]],
    [128, [0x80, 0x01]],
    [624_485, [0xe5, 0x8e, 0x26]],
    [2 ** 32 - 1, [0xff, 0xff, 0xff, 0xff, 0x0f]]
  ])("take seven bits a byte, the lowest first: %d", (number, expected) => {
    const bytes: Array<number> = []
    writeNumber(bytes, number)
    assert.deepStrictEqual(bytes, expected)
  })

  it("that are cut off are refused", () => {
    assert.throws(() => readerOf([0x80]).next(), RangeError)
  })
})
