import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { runCommand } from "../support/operatorCommand.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"

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

describe("a data directory without a database", { timeout: 60_000 }, () => {
  it("is not filled by a command that only looks, which may have another directory in mind", async () => {
    const parent = await mkdtemp(join(tmpdir(), "prescreen-nothing-"))
    try {
      const DATA_DIR = join(parent, "data")
      for (const words of [
        ["tenants", "list"],
        ["keys", "list", `ten_${"0".repeat(32)}`],
        ["purge"],
        ["audit", "verify", `ten_${"0".repeat(32)}`]
      ]) {
        const { code, stderr, stdout } = await runCommand(words, { DATA_DIR })
        assert.deepStrictEqual([code, stdout], [1, ""], words.join(" "))
        assert.include(stderr, `prescreen: there is no database in ${DATA_DIR}`)
        assert.lengthOf(stderr.trimEnd().split("\n"), 1, stderr)
      }
      assert.strictEqual((await runCommand(["tenants"], { DATA_DIR })).code, 1)
      assert.deepStrictEqual(await readdir(parent), [])
    } finally {
      await rm(parent, { recursive: true, force: true })
    }
  })

  it("is told from one that cannot be used", async () => {
    const DATA_DIR = join(import.meta.filename, "data")
    const { code, stderr } = await runCommand(["tenants", "list"], { DATA_DIR })
    assert.strictEqual(code, 1)
    assert.match(stderr, /^prescreen: The embedded Postgres cannot use its DATA_DIR [^\n]+ENOTDIR[^\n]+\n$/)
  })

  it("is where the first tenant may be made", async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "prescreen-first-"))
    try {
      const { code, stderr } = await runCommand(["tenants", "create", "--name", "First"], { DATA_DIR })
      assert.strictEqual(code, 0, stderr)
      const { stdout } = await runCommand(["tenants", "list"], { DATA_DIR })
      assert.include(stdout, "name: First")
    } finally {
      await rm(DATA_DIR, { recursive: true, force: true })
    }
  })
})

describe("a master key that is not the one of the database", { timeout: 120_000 }, () => {
  it("is named by the variable that it came from", async () => {
    await using service = await startService()
    const refusal = await refusalOf({ ...service.data.environment, MASTER_KEY: otherKey() })
    assert.include(refusal, "MASTER_KEY is not the one")
  })
})

describe("a master key in a file", { timeout: 120_000 }, () => {
  let service: Service
  let path: string
  let kept: string

  beforeAll(async () => {
    service = await startService({ database: "embedded" })
    const { DATA_DIR = "" } = service.data.environment
    path = join(DATA_DIR, "master.key")
    kept = join(DATA_DIR, "kept.key")
    await rename(path, kept)
  })

  afterAll(() => service[Symbol.asyncDispose]())

  it("is not made anew for a database that was restored without it", async () => {
    const refusal = await refusalOf(service.data.environment)
    assert.include(refusal, `prescreen: there is no master key in ${path}: put back the one that sealed`)
  })

  it("is named by its file when it is not the one of the database", async () => {
    await writeFile(path, otherKey())
    const refusal = await refusalOf(service.data.environment)
    assert.include(refusal, `the key in ${path} is not the one`)
    assert.notInclude(refusal, "MASTER_KEY")
  })

  it("is taken when it is back", async () => {
    await rename(kept, path)
    assert.strictEqual((await runCommand(["tenants", "list"], service.data.environment)).code, 0)
  })
})
