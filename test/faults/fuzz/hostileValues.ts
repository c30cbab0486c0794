import type { Random } from "./random.ts"

/** JSON as text, so that it may be what `JSON.stringify` would never write. */
export type JsonText = string

const nested = (depth: number, open: string, close: string, core = "1"): JsonText =>
  open.repeat(depth) + core + close.repeat(depth)

const quoted = (text: string): JsonText => JSON.stringify(text)

/** Texts that have broken parsers, databases, logs and templates before. */
const texts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00\ud800",
  "x\ud83d",
  "\ufeff",
  "\u202e\u2066\u200b",
  "e\u0301".repeat(40),
  "Z\u0351\u0363\u0364".repeat(60),
  "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}",
  "\u212a\u017f\ufb03\u0130",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-0",
  "1e999",
  "9007199254740993",
  "' OR '1'='1",
  "'; DROP TABLE decisions; --",
  "\\'; SELECT pg_sleep(5); --",
  "$1",
  "%s%n%x",
  "${7*7}{{7*7}}",
  "<script>alert(1)</script>",
  "../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%zz",
  "%C0%AF",
  "\r\nSet-Cookie: a=b",
  "\u2028\u2029",
  "2026-02-30",
  "0000-00-00",
  "9999-12-31T23:59:60.999Z",
  "+275760-09-13T00:00:00.001Z",
  "-1",
  "0x10",
  "\u0661\u0662",
  "dec_00000000000000000000000000000000",
  "dec_ffffffffffffffffffffffffffffffff",
  "DEC_0190F3A0000070008000000000000000",
  "http://127.0.0.1:1/",
  "javascript:alert(1)",
  "https://user:password@[::1]:0/\\@example.com",
  "a".repeat(65),
  "a".repeat(300),
  "\u{10000}".repeat(129)
] as const

const jsonTexts: readonly [JsonText, ...ReadonlyArray<JsonText>] = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "-1",
  "1.5",
  "1e999",
  "-1e999",
  "1e-999",
  "9007199254740993",
  "2147483648",
  "1" + "0".repeat(400),
  "0." + "1".repeat(400),
  "[]",
  "{}",
  "[[]]",
  "[null]",
  '""',
  String.raw`"\ud800"`,
  String.raw`"\u0000"`,
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":2}',
  '{"":""}',
  '{"a":1,"a":2}',
  '{"\\u005f_proto__":1}',
  '{"then":"x"}',
  nested(62, "[", "]"),
  nested(64, "[", "]"),
  nested(65, '{"a":', "}"),
  nested(3_000, "[", "]"),
  nested(5_000, '{"a":', "}"),
  `[${"0,".repeat(5_000)}0]`,
  `{${Array.from({ length: 500 }, (_, index) => `"k${index}":${index}`).join()}}`,
  quoted("x".repeat(10_001)),
  quoted("\u{1f600}".repeat(5_001)),
  quoted("( ".repeat(4_000)),
  quoted("a.".repeat(5_000)),
  quoted("1".repeat(9_000)),
  quoted("13 ".repeat(3_000)),
  quoted("\u0301".repeat(9_999)),
  // No JSON at all.
  "",
  "undefined",
  "NaN",
  "Infinity",
  "'x'",
  "0x1",
  "01",
  "+1",
  ".5",
  "1.",
  '"\u0001"',
  String.raw`"\x41"`,
  String.raw`"\ud8"`,
  '"open'
]

export const hostileText = (random: Random): string => random.pick(texts)

export const hostileJson = (random: Random): JsonText =>
  random.chance(0.5) ? quoted(hostileText(random)) : random.pick(jsonTexts)

/** Percent-encodings of a path or a query: right ones, overlong ones, cut-off ones. */
const escapes = [
  "%00",
  "%0d%0aX-Injected:%20yes",
  "%C0%AF",
  "%c3%28",
  "%ED%A0%80",
  "%F4%90%80%80",
  "%zz",
  "%",
  "%2",
  "%2F",
  "%2e%2e",
  "%252e",
  "%u0041",
  "%FE%FF",
  "%e2%80%ae",
  "..",
  ".",
  ";a=b",
  "#a",
  "\\",
  "~",
  "*",
  ":id",
  "|",
  "\u00e9",
  "\u00ff\u00fe",
  "'",
  '"',
  "<>",
  "^`{}"
] as const

export const hostileEscape = (random: Random): string => random.pick(escapes)

/** What a header's value may be on the wire, in latin1. */
const headerValues = [
  "",
  " ",
  "\t",
  "\u00ff\u00fe",
  "caf\u00e9",
  "a, b",
  "true, true",
  "TRUE",
  '"',
  "\\",
  "%0d%0aX-Injected: yes",
  "x".repeat(256),
  "x".repeat(6_000),
  "\u0080\u009f",
  "svc_live_0",
  "null",
  "0",
  "-1",
  "1e999",
  "'; DROP TABLE decisions; --"
] as const

export const hostileHeader = (random: Random): string => random.pick(headerValues)

/** Lines that end a header early or are none: the parser's business, which is to be asked all the same. */
export const brokenHeaderLines = [
  "X-A: b\r\nX-Injected: yes",
  "X-A: b\nX-Injected: yes",
  "X-A: \u0000",
  "X-A : b",
  " folded: b",
  ": nameless",
  "no colon",
  "Content-Length: 5",
  "Content-Length: -1",
  "Content-Length: 1e3",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: gzip",
  "Expect: 200-ok",
  "Connection: Upgrade\r\nUpgrade: h2c",
  "Host: another"
] as const
