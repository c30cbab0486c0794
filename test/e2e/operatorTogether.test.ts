import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll, beforeAll } from "vitest"
import { lockDataDirectory } from "../../src/adapters/postgres/embedded/lockDataDirectory.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"

/** Has the data directory for a while, without a server. */
const hold = (dataDirectory: string, owner: "command" | "service") =>
  lockDataDirectory(dataDirectory, owner).pipe(
    Effect.andThen(Effect.sleep("3 seconds")),
    Effect.scoped,
    Effect.runPromise
  )

describe("processes that want one embedded database", { timeout: 120_000 }, () => {
  let service: Service

  beforeAll(async () => {
    service = await startService({ database: "embedded" })
    assert.strictEqual(await service.stop(), 0)
  })

  afterAll(() => service[Symbol.asyncDispose]())

  it("are served one after the other when they are commands without a service", async () => {
    const lists = Array.from({ length: 4 }, () => service.cli(["tenants", "list"]))
    for (const { code, stderr, stdout } of await Promise.all(lists)) {
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.include(stdout, "plan: growth")
    }
  })

  it("wait for the end of a command when they are a service, which may start at any moment", async () => {
    const { DATA_DIR = "" } = service.data.environment
    const command = hold(DATA_DIR, "command")
    await using next = await startService({ dataOf: service })
    await command
    assert.strictEqual((await fetch(`${next.url}/ready`)).status, 200)
  })

  it("wait for a service that is starting or stopping when they are a command", async () => {
    const { DATA_DIR = "" } = service.data.environment
    const starting = hold(DATA_DIR, "service")
    const { code, stderr, stdout } = await service.cli(["tenants", "list"])
    await starting
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.include(stdout, "plan: growth")
  })
})
