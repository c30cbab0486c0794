import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../support/operatorCommand.ts"

const composeFile = join(root, "docker-compose.yml")

/** Checks a file against the schema of the Compose specification; the answer is empty when it is sound. */
const faultsOf = (file: string) =>
  new Promise<string>((resolve) => {
    execFile(join(root, "node_modules/.bin/dclint"), [file, "--quiet", "--no-color"], (error, output) =>
      resolve(error === null ? "" : output + error.message)
    )
  })

describe("docker-compose.yml", () => {
  it("is sound by the Compose specification", async () => {
    assert.strictEqual(await faultsOf(composeFile), "")
  })

  it("would not be called sound with a field that Compose does not know", async () => {
    const directory = await mkdtemp(join(tmpdir(), "prescreen-compose-"))
    try {
      const planted = join(directory, "docker-compose.yml")
      await writeFile(planted, (await readFile(composeFile, "utf8")).replace("healthcheck:", "healthchek:"))
      assert.include(await faultsOf(planted), "invalid-schema")
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  it("starts nothing without a master key, and has none of its own", async () => {
    const keys = (await readFile(composeFile, "utf8")).match(/^ *MASTER_KEY:.*$/gmu) ?? []
    assert.strictEqual(keys.length, 1)
    assert.match(keys.join(""), /MASTER_KEY: \$\{MASTER_KEY:\?[^}]+\}$/u)
  })
})
