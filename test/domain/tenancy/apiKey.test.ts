import { NodeCrypto } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { inspect } from "node:util"
import { crc32 as zlibCrc32 } from "node:zlib"
import { Mode } from "../../../src/domain/shared/Workspace.ts"
import { generateApiKey, keyPrefix, parseApiKey } from "../../../src/domain/tenancy/apiKey.ts"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const generated = (mode: Mode) =>
  generateApiKey(mode).pipe(Effect.map(Redacted.value), Effect.provide(NodeCrypto.layer))

/** A source whose every byte is the same, so that the key is known beforehand. */
const constantRandom = (byte: number) => SecureRandom.make((size) => new Uint8Array(size).fill(byte))

/** The checksum by other means: big integers, and the CRC of the runtime's zlib. */
const checksumByZlib = (text: string): string => {
  let rest = BigInt(zlibCrc32(text))
  const digits: Array<string> = []
  for (let place = 0; place < 6; place++) {
    digits.unshift(alphabet.charAt(Number(rest % 62n)))
    rest /= 62n
  }
  return digits.join("")
}

describe("generateApiKey", () => {
  it.effect.prop("makes keys of 52 characters that parse to their mode", [Mode], ([mode]) =>
    Effect.gen(function* () {
      const key = yield* generated(mode)
      assert.match(key, new RegExp(`^svc_${mode}_[0-9A-Za-z]{43}$`))
      assert.strictEqual(key.length, 52)
      assert.deepStrictEqual(parseApiKey(key), Option.some({ mode }))
    })
  )

  it.effect.prop("ends a key in the base62 CRC-32 of all that stands before", [Mode], ([mode]) =>
    Effect.gen(function* () {
      const key = yield* generated(mode)
      assert.strictEqual(key.slice(-6), checksumByZlib(key.slice(0, -6)))
    })
  )

  it.effect("pads a small checksum with zeros", () =>
    Effect.gen(function* () {
      const key = yield* generateApiKey("test").pipe(
        Effect.provideService(SecureRandom.SecureRandom, constantRandom(0))
      )
      assert.strictEqual(
        Redacted.value(key),
        `svc_test_${"0".repeat(37)}${checksumByZlib(`svc_test_${"0".repeat(37)}`)}`
      )
    })
  )

  it.effect("uses every character of the alphabet, and makes no key twice", () =>
    Effect.gen(function* () {
      const keys = yield* Effect.replicateEffect(generated("live"), 500)
      assert.strictEqual(new Set(keys).size, 500)
      const seen = new Set(keys.flatMap((key) => Array.from(key.slice(9, -6))))
      assert.strictEqual(seen.size, 62)
    })
  )

  it.effect("never shows a key in a log or an error", () =>
    Effect.gen(function* () {
      const key = yield* generateApiKey("live").pipe(Effect.provide(NodeCrypto.layer))
      assert.notInclude(`${inspect({ key })} ${JSON.stringify({ key })}`, "svc_")
    })
  )
})

describe("parseApiKey", () => {
  const Change = Schema.Struct({
    mode: Mode,
    position: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 51 })),
    character: Schema.Literals(Array.from(`${alphabet}_ -ä`))
  })

  it.effect.prop("refuses a key of which any one character was changed", [Change], ([change]) =>
    Effect.gen(function* () {
      const key = yield* generated(change.mode)
      const changed = key.slice(0, change.position) + change.character + key.slice(change.position + 1)
      assert.strictEqual(Option.isSome(parseApiKey(changed)), changed === key)
    })
  )

  it.effect("refuses a key of which any two neighbours were swapped", () =>
    Effect.gen(function* () {
      const key = yield* generated("live")
      for (let position = 0; position < 51; position++) {
        const swapped =
          key.slice(0, position) + key.charAt(position + 1) + key.charAt(position) + key.slice(position + 2)
        assert.strictEqual(Option.isSome(parseApiKey(swapped)), swapped === key)
      }
    })
  )

  it.effect("refuses a live key that is passed off as a test key", () =>
    Effect.gen(function* () {
      const key = yield* generated("live")
      assert.isTrue(Option.isNone(parseApiKey(key.replace("svc_live_", "svc_test_"))))
    })
  )

  it.effect("refuses a key with anything before or after it", () =>
    Effect.gen(function* () {
      const key = yield* generated("test")
      for (const text of [
        ` ${key}`,
        `${key} `,
        `${key}\n`,
        `${key}0`,
        key.slice(0, -1),
        key.toUpperCase(),
        ""
      ]) {
        assert.isTrue(Option.isNone(parseApiKey(text)), JSON.stringify(text.length))
      }
    })
  )

  it("refuses a checksum that has the right value but more than 32 bits", () => {
    const body = `svc_live_${"0".repeat(37)}`
    const wrapped = BigInt(zlibCrc32(body)) + (1n << 32n)
    let rest = wrapped
    let digits = ""
    while (digits.length < 6) {
      digits = alphabet.charAt(Number(rest % 62n)) + digits
      rest /= 62n
    }
    assert.isTrue(Option.isSome(parseApiKey(body + checksumByZlib(body))))
    assert.isTrue(Option.isNone(parseApiKey(body + digits)))
  })
})

describe("keyPrefix", () => {
  it.effect("is the first sixteen characters", () =>
    Effect.gen(function* () {
      const key = yield* generated("live")
      assert.strictEqual(keyPrefix(Redacted.make(key)), key.slice(0, 16))
    })
  )
})
