import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { claimOfPart, comparableRequest, keyOfRequest } from "../../../src/domain/screening/idempotency.ts"

const compared = (json: string, dryRun = false) => comparableRequest(JSON.parse(json), dryRun)

const same: ReadonlyArray<readonly [string, string]> = [
  ['{"a":1,"b":2}', '{"b":2,"a":1}'],
  ['{"a":{"x":[1,{"p":1,"q":2}],"y":null}}', '{ "a" : { "y":null, "x":[1.0,{"q":2,"p":1}] } }'],
  ['{"10":1,"9":2,"a":3}', '{"a":3,"9":2,"10":1}'],
  ['{"a":"\\u00e9"}', '{"a":"é"}'],
  ['{"a":1,"a":2}', '{"a":2}'],
  ['{"a":1e2}', '{"a":100}'],
  ['{"a":-0}', '{"a":0}']
]

const other: ReadonlyArray<readonly [string, string]> = [
  ['{"a":[1,2]}', '{"a":[2,1]}'],
  ['{"a":1}', '{"a":"1"}'],
  ['{"a":null}', "{}"],
  ['{"a":[]}', '{"a":{}}'],
  ['{"a":""}', '{"a":null}'],
  ['{"a":"e\\u0301"}', '{"a":"\\u00e9"}'],
  ['{"a":"\\ud800"}', '{"a":"\\udfff"}'],
  ['{"a":"\\ud800"}', '{"a":"\\ufffd"}'],
  ['{"a":"\\u0000"}', '{"a":""}'],
  ['{"a":{"b":1}}', '{"a":{"b":1,"c":1}}'],
  ['{"a":1,"b":{}}', '{"b":{"a":1}}'],
  ['{"__proto__":1}', "{}"]
]

describe("the claims of a request's parts", () => {
  const body = { texts: ["two foxes", "two foxes"] }
  const claims = [0, 1, 2, 11].map((part) => claimOfPart("job:1", body, false, part))

  it("differ in their keys and in what they are compared by, for the same text too", () => {
    assert.strictEqual(new Set(claims.map(({ key }) => key)).size, 4)
    assert.strictEqual(new Set(claims.map(({ request }) => request)).size, 4)
  })

  it("are the same again for the same request, and others in a dry run", () => {
    assert.deepStrictEqual(claims[1], claimOfPart("job:1", body, false, 1))
    assert.notStrictEqual(claims[1]?.request, claimOfPart("job:1", body, true, 1).request)
  })

  it("begin with the request's own key, and none of the others is one that could be sent", () => {
    const [first, ...others] = claims
    assert.strictEqual(first?.key, "job:1")
    for (const { key } of others) assert.notMatch(key, /^[\x20-\x7e]*$/)
    for (const { key } of claims) assert.strictEqual(keyOfRequest(key), "job:1")
  })
})

describe("comparableRequest", () => {
  it.each(same)("takes %s and %s for the same", (one, two) => {
    assert.strictEqual(compared(one), compared(two))
  })

  it.each(other)("tells %s from %s", (one, two) => {
    assert.notStrictEqual(compared(one), compared(two))
  })

  it("counts the dry-run header as part of the request", () => {
    assert.notStrictEqual(compared("{}", true), compared("{}", false))
  })

  it.prop(
    "is the same exactly when the JSON is the same but for the order of keys",
    [Schema.Json, Schema.Json],
    ([one, two]) => {
      const plain = (value: Schema.Json) => JSON.parse(JSON.stringify(value))
      const isSame = isEqual(plain(one), plain(two))
      assert.strictEqual(comparableRequest(one, false) === comparableRequest(two, false), isSame)
      assert.strictEqual(comparableRequest(reversed(one), false), comparableRequest(one, false))
    }
  )

  it("compares what is nested 64 levels deep", () => {
    const deep = (last: string) => `${'{"a":'.repeat(63)}[${last}]${"}".repeat(63)}`
    assert.strictEqual(compared(deep("1")), compared(deep("1")))
    assert.notStrictEqual(compared(deep("1")), compared(deep("2")))
  })
})

/** With the keys of every object the other way round, where JavaScript lets them be. */
function reversed(value: Schema.Json): Schema.Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, child]) => [key, reversed(child)])
  )
}

function isEqual(one: unknown, two: unknown): boolean {
  try {
    assert.deepEqual(one, two)
    return true
  } catch {
    return false
  }
}
