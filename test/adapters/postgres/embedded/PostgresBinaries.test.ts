import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { reachableBinaries } from "../../../../src/adapters/postgres/embedded/PostgresBinaries.ts"
import { serverAccount } from "../../../../src/adapters/postgres/embedded/ServerAccount.ts"
import { temporaryDirectory } from "./fixtures/owners.ts"

const incomplete = "#!/bin/sh\necho 'postgres: a library is missing' >&2; exit 127\n"
const complete = "#!/bin/sh\necho 18\n"

const makePrograms = Effect.fnUntraced(function* (native: string, text: string) {
  yield* Effect.promise(async () => {
    await mkdir(join(native, "bin"), { recursive: true })
    await writeFile(join(native, "bin", "postgres"), text, { mode: 0o755 })
  })
})

/** Where the programs of a checkout are that only its owner may enter, and where copies of them go. */
const closedCheckout = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const [native, cache] = [join(directory, "closed", "native"), join(directory, "cache")]
  yield* Effect.promise(async () => {
    await mkdir(native, { recursive: true })
    await chmod(dirname(native), 0o700)
    await chmod(directory, 0o755)
  })
  return { native, cache, account: yield* serverAccount(directory) }
})

describe("programs that were installed without their install scripts", () => {
  it.live("are refused with their own words and what to do, and not copied for other checkouts", () =>
    Effect.gen(function* () {
      const { account, cache, native } = yield* closedCheckout
      yield* makePrograms(native, incomplete)
      const { message } = yield* Effect.flip(reachableBinaries(native, "18.0", account, cache))
      assert.strictEqual(
        message,
        "The embedded Postgres cannot run its programs, which npm ci --ignore-scripts=false installs anew: postgres: a library is missing"
      )
      assert.isFalse(existsSync(cache))
    })
  )

  it.live.skipIf(process.getuid?.() !== 0)("are replaced if they had been copied", () =>
    Effect.gen(function* () {
      const { account, cache, native } = yield* closedCheckout
      const copy = join(cache, `postgres-18.0-${process.arch}`)
      yield* makePrograms(native, complete)
      yield* makePrograms(copy, incomplete)
      const { postgres } = yield* reachableBinaries(native, "18.0", account, cache)
      assert.strictEqual(postgres, join(copy, "bin", "postgres"))
      assert.strictEqual(yield* Effect.promise(() => readFile(postgres, "utf8")), complete)
    })
  )
})
