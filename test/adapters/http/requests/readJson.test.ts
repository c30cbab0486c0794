import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { isJson, readJson } from "../../../../src/adapters/http/requests/readJson.ts"

const encode = (text: string) => new TextEncoder().encode(text)

const readBytes = (bytes: Uint8Array<ArrayBuffer>) => readJson(bytes.buffer)

const read = (text: string) => readBytes(encode(text))

const accepts = (text: string) => Result.getOrThrow(read(text))

const issuesOf = (text: string) => {
  const result = read(text)
  assert.isTrue(Result.isFailure(result))
  return Result.isFailure(result) ? result.failure : []
}

const arrays = (depth: number, inside = "") => "[".repeat(depth) + inside + "]".repeat(depth)
const objects = (depth: number, inside = "0") => '{"a":'.repeat(depth) + inside + "}".repeat(depth)

// Once V8 has read a name that is a lone backslash, it can read other names of one escaped character as that:
// https://github.com/nodejs/node/issues/63785
const nameOfOneEscapedCharacter = /"\\(?:u[0-9a-f]{4}|[^u])":/

describe("readJson", () => {
  it("refuses more values than any request needs, however short they are", () => {
    const list = (length: number) => JSON.stringify({ a: Array.from({ length }, () => 1) })
    accepts(list(4_998))
    for (const text of [
      list(4_999),
      list(120_000),
      JSON.stringify(Array.from({ length: 5_000 }, () => ({ b: 1 })))
    ]) {
      assert.deepStrictEqual(issuesOf(text), ["body: holds more than 5,000 values"])
    }
  })

  it.prop("reads what JSON.stringify writes", [Schema.Json], ([value]) => {
    const text = JSON.stringify(value)
    if (/"__proto__":/.test(text) || nameOfOneEscapedCharacter.test(text)) return
    assert.strictEqual(JSON.stringify(accepts(text)), text)
  })

  it("takes the last of duplicate fields", () => {
    assert.deepStrictEqual(accepts('{"a":1,"b":2,"a":{"c":3,"c":4}}'), { a: { c: 4 }, b: 2 })
  })

  it("keeps NUL, lone surrogates and any other character of a string", () => {
    assert.deepStrictEqual(accepts('["\\u0000","\\ud800","\\udc00x","\u{1f9d1}"]'), [
      "\0",
      "\ud800",
      "\udc00x",
      "\u{1f9d1}"
    ])
  })

  it.each(["0", "-1.5e-7", '"text"', "null", "true", "[]", "{}", " [ ] "])("reads %s", (text) => {
    assert.deepStrictEqual(accepts(text), JSON.parse(text))
  })

  it.each([
    "",
    " ",
    "{",
    "[1,]",
    "{'a':1}",
    "NaN",
    "Infinity",
    "01",
    '"\t"',
    "{}{}",
    "// a\n{}",
    '{"a"}',
    "\0"
  ])("refuses %j, which is not JSON", (text) => {
    assert.deepStrictEqual(issuesOf(text), ["body: is not valid JSON"])
  })

  const invalid: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
    ["a byte that never occurs", [0x22, 0xff, 0x22]],
    ["a character that is cut off", [0x22, 0xe2, 0x82, 0x22]],
    ["a body that is cut off", [0x22, 0xe2, 0x82]],
    ["an overlong form", [0x22, 0xc0, 0xaf, 0x22]],
    ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["a character past the last one", [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]]
  ]
  it.each(invalid)("refuses %s", (_, bytes) => {
    assert.deepStrictEqual(readBytes(Uint8Array.from(bytes)), Result.fail(["body: is not valid UTF-8"]))
  })

  it("skips a byte order mark at the start, and there only", () => {
    assert.deepStrictEqual(accepts('\ufeff{"a":1}'), { a: 1 })
    assert.deepStrictEqual(issuesOf("\ufeff\ufeff{}"), ["body: is not valid JSON"])
    assert.deepStrictEqual(accepts('"\ufeff"'), "\ufeff")
  })
})

describe("nesting", () => {
  it("is read to 64 levels, of which the body is the first", () => {
    for (const text of [arrays(64), arrays(64, "0"), objects(64), objects(63, "[]")]) {
      assert.strictEqual(JSON.stringify(accepts(text)), text)
    }
  })

  it("is refused from 65 levels on, with the path", () => {
    const path = (name: string) => Array.from({ length: 64 }, () => name).join(".")
    const issue = (name: string) => [`${path(name)}: is nested deeper than 64 levels`]
    assert.deepStrictEqual(issuesOf(arrays(65)), issue("0"))
    assert.deepStrictEqual(issuesOf(objects(64, "{}")), issue("a"))
    assert.deepStrictEqual(issuesOf(arrays(100_000)), issue("0"))
  })
})

describe("a field that is called __proto__", () => {
  it.each([
    ['{"__proto__":1}', "__proto__"],
    ['{"__proto__":{"a":1}}', "__proto__"],
    ['{"a":{"b":[0,{"__proto__":null}]}}', "a.b.1.__proto__"],
    ['{"\\u005f_proto__":1}', "__proto__"],
    [`[${objects(62, '{"__proto__":{}}')}]`, `0.${"a.".repeat(62)}__proto__`]
  ])("in %s is refused with its path", (text, path) => {
    assert.deepStrictEqual(issuesOf(text), [`${path}: is not a name that a field may have`])
  })

  it.each([
    '{"a":{"__proto__":1},"a":2}',
    '[{"__proto__":{}}, {"a":{"__proto__":1},"a":2}]',
    '{"a":{"\\u005F\\u005fprot\\u006f__" : 1},"a":2}'
  ])("is refused even where another value replaces it: %s", (text) => {
    assert.lengthOf(issuesOf(text), 1)
  })

  it("is not confused with others, nor with values", () => {
    for (const text of [
      '{"constructor":1,"prototype":{"toString":2},"__proto":"__proto__"}',
      JSON.stringify({ a: 'b"__proto__":1', 'c"__proto__': 2, "d\\": '"__proto__":' })
    ]) {
      assert.strictEqual(JSON.stringify(accepts(text)), text)
    }
  })
})

describe("a number that is not finite", () => {
  it.each([
    ["1e999", "body"],
    ["-1e999", "body"],
    ['{"a":[0,1e309]}', "a.1"],
    [`{"a":{"b":${"9".repeat(400)}}}`, "a.b"]
  ])("such as %s is refused with its path", (text, path) => {
    assert.deepStrictEqual(issuesOf(text), [`${path}: is not a finite number`])
  })

  it.each(["1.7976931348623157e308", "5e-324", "1e-999"])("is not %s", (text) => {
    assert.strictEqual(accepts(text), Number(text))
  })
})

it("lists every problem of a body", () => {
  const text = `{"a":1e999,"b":{"__proto__":1},"c":${arrays(64)}}`
  assert.sameMembers(
    issuesOf(text).map((issue) => issue.split(":")[0] ?? ""),
    ["a", "b.__proto__", ["c", ...Array.from({ length: 63 }, () => "0")].join(".")]
  )
})

it("shortens a name that is longer than a hundred characters", () => {
  const name = "a".repeat(100)
  assert.deepStrictEqual(issuesOf(`{"${name}":1e999,"${name}b":1e999}`), [
    `${name}: is not a finite number`,
    `${name}…: is not a finite number`
  ])
})

describe("a hostile body of 256 KiB", () => {
  const size = 256 * 1024
  const filled = (start: string, part: string, end: string) =>
    start + part.repeat(Math.floor((size - start.length - end.length) / part.length)) + end

  const bodies: Readonly<Record<string, string>> = {
    "a list of numbers": filled("[", "0,", "0]"),
    "a list of lists": filled("[", "[],", "0]"),
    "a list of numbers at the bottom": filled("[".repeat(64), "0,", `0${"]".repeat(64)}`),
    "a list of lists at the bottom": filled("[".repeat(63), "[],", `0${"]".repeat(63)}`),
    "a hundred thousand fields": `{${Array.from({ length: 100_000 }, (_, index) => `"${index.toString(36)}":0`).join(",")}}`,
    "one field, a hundred thousand times": filled("{", '"a":0,', '"a":0}'),
    "lists that never end": filled("[", "[", "["),
    "lists that are too deep": arrays(size / 2),
    "infinite numbers": filled("[", "1e999,", "0]"),
    "one long number": "1".repeat(size),
    "one long string of escapes": filled('"', "\\u0000", '"'),
    "a forbidden name in each item": filled("[", '{"__proto__":0},', "0]")
  }

  it.each(Object.entries(bodies))("such as %s is read or refused, in little time", (_, text) => {
    const bytes = encode(text.slice(0, 2 * size))
    const before = process.cpuUsage().user
    const result = readBytes(bytes)
    // It takes some tens of milliseconds; anything that grows with the square of the size takes minutes.
    assert.isBelow((process.cpuUsage().user - before) / 1000, 2_000)
    if (Result.isFailure(result)) assert.isNotEmpty(result.failure)
  })

  it("is not answered with more than was sent", () => {
    const longName = `{"${"a".repeat(200_000)}":[${"1e999,".repeat(200)}0]}`
    for (const text of [...Object.values(bodies), longName]) {
      const result = read(text)
      if (Result.isFailure(result)) assert.isAtMost(JSON.stringify(result.failure).length, size)
    }
  })
})

describe("isJson", () => {
  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    " application/json ; charset=utf-8 ",
    "application/json; version=1"
  ])("takes %j", (contentType) => {
    assert.isTrue(isJson(contentType))
  })

  it.each([
    undefined,
    "",
    "text/plain",
    "application/json+x",
    "application/problem+json",
    "application/jsonp",
    "application/json; charset=latin1",
    "application/json; charset=utf-16",
    "application/json; charset=utf-80",
    "application/json; charset=utf-16 charset=utf-8",
    "application/json; charset=utf-8; charset=utf-16",
    "text/plain; application/json"
  ])("refuses %j", (contentType) => {
    assert.isFalse(isJson(contentType))
  })
})
