import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { afterEach } from "vitest"
import { ProcessFailed, superviseProcesses } from "../../../src/adapters/processes/Supervisor.ts"

const { execPath } = process

afterEach(() => {
  process.execPath = execPath
})

describe("processes that cannot be started", () => {
  // For example because an update has replaced the program's Node, or because there is no memory for another process.
  it.live("fail the start instead of being waited for", () =>
    Effect.gen(function* () {
      process.execPath = "/nowhere/node"
      const exit = yield* Effect.scoped(superviseProcesses(2)).pipe(Effect.timeout("10 seconds"), Effect.exit)
      assert.deepStrictEqual(exit, Exit.fail(new ProcessFailed()))
    })
  )
})
