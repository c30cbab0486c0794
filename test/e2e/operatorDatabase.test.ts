import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { runCommand, startService } from "../support/serviceProcess.ts"

const otherKey = () => randomBytes(32).toString("base64")

/** The one line that a command says on standard error before it fails. */
const refusalOf = async (environment: Readonly<Record<string, string>>) => {
  const { code, stderr, stdout } = await runCommand(["tenants", "list"], environment)
  assert.strictEqual(code, 1)
  assert.strictEqual(stdout, "")
  assert.lengthOf(stderr.trimEnd().split("\n"), 1, stderr)
  return stderr
}

describe("a database that cannot be used", { timeout: 60_000 }, () => {
  it("is named by its variable, without the driver's own words", async () => {
    for (const [url, reason] of [
      ["postgres://x", "its address names no user"],
      ["postgres://user@127.0.0.1:1/x", "connect ECONNREFUSED 127.0.0.1:1"]
    ]) {
      const refusal = await refusalOf({ DATABASE_URL: String(url), MASTER_KEY: otherKey() })
      assert.include(refusal, `prescreen: the database of DATABASE_URL cannot be used: ${reason}`)
      assert.notInclude(refusal, "PgConnection")
    }
  })
})

describe("a master key that is not the one of the database", { timeout: 120_000 }, () => {
  it("is named by the variable that it came from", async () => {
    await using service = await startService()
    const refusal = await refusalOf({ ...service.data.environment, MASTER_KEY: otherKey() })
    assert.include(refusal, "MASTER_KEY is not the one")
  })

  it("is named by its file where there is no variable", async () => {
    await using service = await startService({ database: "embedded" })
    const { DATA_DIR = "" } = service.data.environment
    const path = join(DATA_DIR, "master.key")
    await writeFile(path, otherKey())
    const refusal = await refusalOf(service.data.environment)
    assert.include(refusal, `the key in ${path} is not the one`)
    assert.notInclude(refusal, "MASTER_KEY")
  })
})
