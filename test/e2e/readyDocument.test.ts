import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, open, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase } from "../support/database.ts"
import { program } from "../support/operatorCommand.ts"
import { freePort, startService } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"

/** Starts a command that goes on until it is stopped, stops it when it is ready, and returns all that it printed. */
const printedBy = async (command: string, environment: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [program, command, "--json"], { env: environment })
  const ended = once(child, "close")
  let printed = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text))
  await until(`${command} is ready`, () => printed.includes("\n") || child.exitCode !== null)
  child.kill("SIGTERM")
  await ended
  return printed
}

describe("a command that goes on, with --json", () => {
  it(
    "prints one document when it is ready, with the keys of a workspace that it made",
    { timeout: 120_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "prescreen-ready-"))
      const port = String(await freePort())
      const environment = { DATA_DIR: folder, PORT: port }
      const ready = `http://127.0.0.1:${port}`
      const { demo, ...first } = JSON.parse(await printedBy("serve", environment))
      assert.deepStrictEqual(first, { ready })
      assert.match(demo.keys.test, /^svc_test_/)
      assert.match(demo.keys.live, /^svc_live_/)
      assert.deepStrictEqual(JSON.parse(await printedBy("serve", environment)), { ready, demo: null })
      assert.deepStrictEqual(JSON.parse(await printedBy("engine", environment)), { ready })
      await rm(folder, { recursive: true })
    }
  )
})

/** What a first start had printed when `GET /ready` was first answered with 200, and what it printed until its end. */
const printedWhenReady = async (
  options: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
) => {
  const folder = await mkdtemp(join(tmpdir(), "prescreen-ready-"))
  const port = String(await freePort())
  // A file is written before the program goes on, so that what it holds is all that has been printed.
  const file = join(folder, "stdout")
  await using stdout = await open(file, "w")
  const child = spawn(process.execPath, [program, "serve", ...options], {
    env: { ...environment, DATA_DIR: join(folder, "data"), PORT: port },
    stdio: ["ignore", stdout.fd, "ignore"]
  })
  const ended = once(child, "close")
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ status }) => status === 200,
      () => false
    )
  try {
    await until("the service is ready", async () => child.exitCode !== null || (await isReady()))
  } catch (error) {
    child.kill("SIGKILL")
    throw error
  }
  const atFirst = await readFile(file, "utf8")
  child.kill("SIGTERM")
  await ended
  const atLast = await readFile(file, "utf8")
  await rm(folder, { recursive: true })
  return { atFirst, atLast }
}

describe("a first start", { timeout: 120_000 }, () => {
  it.each<readonly [ReadonlyArray<string>, Readonly<Record<string, string>>, RegExp]>([
    [[], {}, /svc_test_\w+[^]*^prescreen ready on /m],
    [["--json"], {}, /^{"ready":.*svc_test_\w+.*}$/m],
    [["--json"], { PROCESSES: "2" }, /^{"ready":.*svc_test_\w+.*}$/m]
  ])("has printed the keys and that it is ready before /ready is 200: %j %j", async (...row) => {
    const [options, environment, expected] = row
    const { atFirst, atLast } = await printedWhenReady(options, environment)
    assert.match(atFirst, expected)
    assert.strictEqual(atFirst, atLast)
  })

  it("makes no demo workspace in a database that it was given", async () => {
    const DATABASE_URL = await Effect.runPromise(createDatabase())
    await using service = await startService({ environment: { DATABASE_URL } })
    assert.notInclude(service.stdout(), "svc_")
    const { stdout } = await service.cli(["tenants", "list", "--json"])
    assert.deepStrictEqual(JSON.parse(stdout), { data: [] })
  })
})
