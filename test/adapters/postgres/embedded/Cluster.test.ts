import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chown, readdir, realpath, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { initialiseCluster, openCluster } from "../../../../src/adapters/postgres/embedded/Cluster.ts"
import { inherited, program, root } from "../../../support/operatorCommand.ts"
import { temporaryDirectory } from "./fixtures/owners.ts"

/** Whether any account can read the sources. */
const isOpenToAll = async (path: string): Promise<boolean> => {
  const { mode } = await stat(path)
  return (mode & 0o5) === 0o5 && (path === dirname(path) || isOpenToAll(dirname(path)))
}

const mayBecomeAnybody = process.getuid?.() === 0 && (await isOpenToAll(root.replace(/\/$/, "")))

describe("a new cluster", () => {
  it.effect("is where the path of DATA_DIR leads, also past a folder that is not there", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const cluster = yield* openCluster(`${directory}/none/..//data/`)
      assert.strictEqual(
        cluster.dataDirectory,
        join(yield* Effect.promise(() => realpath(directory)), "data")
      )
    })
  )

  it.effect("is refused by name if initdb could not find its programs, which it calls through a shell", () =>
    Effect.gen(function* () {
      const cluster = yield* openCluster(yield* temporaryDirectory)
      const binaries = { initdb: "/ca$h/bin/initdb", postgres: "/ca$h/bin/postgres" }
      const { message } = yield* Effect.flip(initialiseCluster(cluster, binaries, undefined))
      assert.strictEqual(
        message,
        "The embedded Postgres cannot initialise its data directory: a shell must be able to read the path /ca$h/bin/initdb: move the checkout, or set DATABASE_URL"
      )
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(cluster.dataDirectory)), [])
    })
  )

  it.live.skipIf(!mayBecomeAnybody)(
    "is refused to an account without a name, which containers are started as, with what to do",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const nobody = { uid: 54_321, gid: 54_321 }
        yield* Effect.promise(() => chown(directory, nobody.uid, nobody.gid))
        const ended = yield* Effect.promise(() =>
          promisify(execFile)(process.execPath, [program, "migrate"], {
            ...nobody,
            cwd: "/",
            env: { ...inherited, DATA_DIR: directory }
          }).catch((error: unknown) => error)
        )
        assert.propertyVal(ended, "code", 1)
        assert.propertyVal(
          ended,
          "stderr",
          "prescreen: The embedded Postgres cannot initialise its data directory: no account has the uid 54321: start as an account with a name, or set DATABASE_URL\n"
        )
      })
  )
})
