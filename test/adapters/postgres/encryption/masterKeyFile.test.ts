import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { masterKeyFile } from "../../../../src/adapters/postgres/encryption/masterKeyFile.ts"
import { temporaryDirectory } from "../embedded/fixtures/owners.ts"

const readKey = (directory: string, mayBeNew = true) =>
  Effect.map(masterKeyFile(directory, { mayBeNew }), (key) =>
    Buffer.from(Redacted.value(key)).toString("base64")
  )

const withFile = Effect.fnUntraced(function* (content: string) {
  const directory = yield* temporaryDirectory
  yield* Effect.promise(() => writeFile(join(directory, "master.key"), content))
  return directory
})

describe("masterKeyFile", () => {
  it.live("makes a random key of 32 bytes that only its owner may read, and keeps it", () =>
    Effect.gen(function* () {
      const [directory, other] = [yield* temporaryDirectory, yield* temporaryDirectory]
      const key = yield* readKey(directory)
      assert.strictEqual(Buffer.from(key, "base64").length, 32)
      assert.strictEqual(yield* readKey(directory), key)
      assert.notStrictEqual(yield* readKey(other), key)
      const path = join(directory, "master.key")
      assert.strictEqual((yield* Effect.promise(() => stat(path))).mode & 0o777, 0o600)
      assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), `${key}\n`)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(directory)), ["master.key"])
    })
  )

  it.live("makes none where something was encrypted with another", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const error = yield* Effect.flip(readKey(directory, false))
      assert.include(error.message, `there is no master key in ${join(directory, "master.key")}`)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(directory)), [])
      const key = yield* readKey(directory)
      assert.strictEqual(yield* readKey(directory, false), key)
    })
  )

  it.live("reads the key of a file with or without a line's end", () =>
    Effect.gen(function* () {
      const key = Buffer.alloc(32, "k").toString("base64")
      for (const content of [key, `${key}\n`, `${key}\r\n`]) {
        assert.strictEqual(yield* readKey(yield* withFile(content)), key)
      }
    })
  )

  it.live("refuses anything else in one line that names the file, and leaves it as it is", () =>
    Effect.gen(function* () {
      const bad = [
        "",
        "\n",
        "secret",
        Buffer.alloc(31).toString("base64"),
        Buffer.alloc(32).toString("hex"),
        "%".repeat(3) + Buffer.alloc(32).toString("base64")
      ]
      for (const content of bad) {
        const directory = yield* withFile(content)
        const error = yield* Effect.flip(readKey(directory))
        assert.include(error.message, join(directory, "master.key"))
        assert.notInclude(error.message, "\n")
        assert.strictEqual(
          yield* Effect.promise(() => readFile(join(directory, "master.key"), "utf8")),
          content
        )
      }
      const directory = yield* temporaryDirectory
      yield* Effect.promise(() => mkdir(join(directory, "master.key")))
      assert.strictEqual((yield* Effect.flip(readKey(directory)))._tag, "MasterKeyUnreadable")
      assert.strictEqual(
        (yield* Effect.flip(readKey(join(directory, "nowhere"))))._tag,
        "MasterKeyUnreadable"
      )
    })
  )
})
