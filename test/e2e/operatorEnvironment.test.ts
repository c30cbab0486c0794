import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { program, runCommand } from "../support/operatorCommand.ts"
import { freePort } from "../support/serviceProcess.ts"

const bad = {
  DATABASE_URL: "postgres://x",
  WEBHOOK_TIMEOUT: "5",
  LOG_LEVEL: "loud",
  METRICS: "zz",
  PORT: "zero"
}

describe("what a bad environment does not stop", { timeout: 60_000 }, () => {
  it("is the help and the version, on standard output alone", async () => {
    for (const [words, said] of [
      [["--help"], "SUBCOMMANDS"],
      [["tenants", "create", "--help"], "--name"],
      [["--version"], "prescreen v"]
    ] as const) {
      const { code, stderr, stdout } = await runCommand(words, bad)
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(stderr, "")
      assert.include(stdout, said)
    }
  })

  it("is the engine alone, by what it does not use", async () => {
    const PORT = String(await freePort())
    const environment = { ...process.env, ...bad, PORT, ENGINE: "http", LOG_LEVEL: "info" }
    const engine = spawn(process.execPath, [program, "engine"], { env: environment })
    const [first] = await once(engine.stdout, "data")
    assert.strictEqual(String(first), `prescreen engine ready on http://127.0.0.1:${PORT}\n`)
    engine.kill("SIGTERM")
    assert.deepStrictEqual(await once(engine, "close"), [0, null])
  })
})

describe("a bad environment", { timeout: 60_000 }, () => {
  it("stops every command that uses it, with one line", async () => {
    for (const [words, environment, name] of [
      [["tenants", "list"], { LOG_LEVEL: "loud" }, "LOG_LEVEL"],
      [["keys", "list", `ten_${"0".repeat(32)}`], { WEBHOOK_TIMEOUT: "5" }, "WEBHOOK_TIMEOUT"],
      [["migrate"], { DATABASE_URL: "postgres://x" }, "MASTER_KEY"],
      [["engine"], { PORT: "zero" }, "PORT"],
      [["engine"], { LOG_LEVEL: "loud" }, "LOG_LEVEL"],
      [["serve"], { METRICS: "zz" }, "METRICS"]
    ] as const) {
      const { code, stderr, stdout } = await runCommand(words, environment)
      assert.strictEqual(code, 1)
      assert.strictEqual(stdout, "")
      assert.match(stderr, new RegExp(`^prescreen: ${name} must be [^\n]+\n$`))
    }
  })
})
