import { assert, describe, it } from "@effect/vitest"
import { decodeModel, encodeModel, trieNames } from "../../../../src/adapters/engine/builtin/Model.ts"
import type { ModelNodes } from "../../../../src/adapters/engine/builtin/Model.ts"
import { goldenPrompts } from "../fixtures/goldenPrompts.ts"
import { readGolden, scoreGoldenPrompts } from "../fixtures/goldenScores.ts"
import { modelBytes } from "../modelBytes.ts"

const noNodes = Object.fromEntries(trieNames.map((name) => [name, []])) as unknown as ModelNodes

describe("the built-in engine", () => {
  it("gives five hundred prompts the very scores of the golden file, on every run", () => {
    assert.lengthOf(new Set(goldenPrompts), 500)
    const golden = readGolden()
    const [first, second] = [scoreGoldenPrompts(), scoreGoldenPrompts()]
    for (const [at, prompt] of goldenPrompts.entries()) {
      assert.deepStrictEqual(first.scores[at], golden.scores[at], JSON.stringify(prompt))
    }
    assert.deepStrictEqual(second, first)
    assert.strictEqual(first.engineVersion, golden.engineVersion)
  })

  it("reads the same weights back that were written, wherever the bytes stand", () => {
    const { adult, nameSlips } = decodeModel(modelBytes, "test")
    const written = encodeModel(noNodes, [], nameSlips, adult)
    const inside = Buffer.concat([Buffer.alloc(13), written]).subarray(13)
    assert.deepStrictEqual(decodeModel(inside, "test").adult, adult)
    assert.isTrue(adult.buckets.words.some((weight) => weight !== 0))
  })

  it("refuses an artefact that is cut off or of another format", () => {
    const bytes = modelBytes
    assert.throws(() => decodeModel(bytes.subarray(0, bytes.length - 1), "test"), RangeError)
    assert.throws(() => decodeModel(Buffer.from("PSEN\u0001\0\0\0 and something else"), "test"), RangeError)
  })
})
