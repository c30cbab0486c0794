import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { lockDataDirectory } from "../../src/adapters/postgres/embedded/lockDataDirectory.ts"
import { startService } from "../support/serviceProcess.ts"

describe("processes that want one embedded database", { timeout: 120_000 }, () => {
  it("are served one after the other when they are commands without a service", async () => {
    await using service = await startService({ database: "embedded" })
    assert.strictEqual(await service.stop(), 0)
    const lists = Array.from({ length: 4 }, () => service.cli(["tenants", "list"]))
    for (const { code, stderr, stdout } of await Promise.all(lists)) {
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.include(stdout, "plan: growth")
    }
  })

  it("wait for the end of a command when they are a service, which may start at any moment", async () => {
    await using service = await startService({ database: "embedded" })
    assert.strictEqual(await service.stop(), 0)
    const { DATA_DIR = "" } = service.data.environment
    const command = lockDataDirectory(DATA_DIR, "command").pipe(
      Effect.andThen(Effect.sleep("3 seconds")),
      Effect.scoped,
      Effect.runPromise
    )
    await using next = await startService({ dataOf: service })
    await command
    assert.strictEqual((await fetch(`${next.url}/ready`)).status, 200)
  })
})
