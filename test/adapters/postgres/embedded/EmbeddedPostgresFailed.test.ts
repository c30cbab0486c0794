import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { attempt } from "../../../../src/adapters/postgres/embedded/EmbeddedPostgresFailed.ts"

/** A program that writes this and fails. */
const failWith = (words: string) =>
  Effect.flip(
    attempt("initialise its data directory", () =>
      promisify(execFile)("sh", ["-c", 'printf "%s" "$1" >&2; exit 1', "sh", words])
    )
  )

describe("the failure of one of Postgres's programs", () => {
  const said: ReadonlyArray<readonly [when: string, words: string, reason: string]> = [
    [
      "no room is left on the disk",
      `2026-11-23 08:52:17.704 UTC [32231] FATAL:  could not extend file "base/1/3394": No space left on device
2026-11-23 08:52:17.704 UTC [32231] HINT:  Check free disk space.
child process exited with exit code 1
initdb: removing contents of data directory "/proc/self/cwd"
`,
      `could not extend file "base/1/3394": No space left on device`
    ],
    [
      "it refuses itself",
      `initdb: error: directory "/proc/self/cwd" exists but is not empty
initdb: hint: If you want to create a new database system, remove it.
`,
      `directory "/proc/self/cwd" exists but is not empty`
    ],
    ["it says something else", "could not load library\n", "could not load library"]
  ]
  it.live.each(said)("is reported in its own words when %s", ([, words, reason]) =>
    Effect.gen(function* () {
      const { message } = yield* failWith(words)
      assert.strictEqual(message, `The embedded Postgres cannot initialise its data directory: ${reason}`)
    })
  )

  it.live("is reported in Node's words where it said nothing", () =>
    Effect.gen(function* () {
      const { message } = yield* failWith("")
      assert.match(message, /: Command failed: sh .+$/)
    })
  )
})
