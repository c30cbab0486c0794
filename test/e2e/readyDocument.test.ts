import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, open, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase } from "../support/database.ts"
import { inherited, program } from "../support/operatorCommand.ts"
import { freePort, startService } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"

/** Starts the engine alone, stops it when it is ready, and returns the one document that it printed. */
const engineDocument = async (folder: string, port: string): Promise<unknown> => {
  const child = spawn(process.execPath, [program, "engine", "--json"], {
    env: { ...inherited, DATA_DIR: folder, PORT: port }
  })
  const ended = once(child, "close")
  let printed = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text))
  await until("the engine is ready", () => printed.includes("\n") || child.exitCode !== null)
  child.kill("SIGTERM")
  await ended
  return JSON.parse(printed)
}

/** What a first start had printed when `GET /ready` was first answered with 200, and what it printed until its end. */
const printedWhenReady = async (
  folder: string,
  options: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
) => {
  const port = String(await freePort())
  // A file is written before the program goes on, so that what it holds is all that has been printed.
  const file = join(folder, "stdout")
  await using stdout = await open(file, "w")
  const child = spawn(process.execPath, [program, "serve", ...options], {
    env: { ...inherited, ...environment, DATA_DIR: folder, PORT: port },
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
  assert.strictEqual(atFirst, atLast)
  return { printed: atLast, port }
}

/** Gives a new folder for data, for as long as it is used. */
const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), "prescreen-ready-"))
  await use(folder).finally(() => rm(folder, { recursive: true }))
}

describe("a first start", { timeout: 120_000 }, () => {
  it("has printed the keys and that it is ready before /ready is 200", () =>
    inFolder(async (folder) => {
      const { printed } = await printedWhenReady(folder, [])
      assert.match(printed, /svc_test_\w+[^]*^prescreen ready on /m)
    }))

  it("has printed one document with the keys of a workspace that it made, with --json and PROCESSES", () =>
    inFolder(async (folder) => {
      const { port, printed } = await printedWhenReady(folder, ["--json"], { PROCESSES: "2" })
      const { demo, ...first } = JSON.parse(printed)
      assert.deepStrictEqual(first, { ready: `http://127.0.0.1:${port}` })
      assert.match(demo.keys.test, /^svc_test_/)
      assert.match(demo.keys.live, /^svc_live_/)
      const second = await printedWhenReady(folder, ["--json"])
      const ready = `http://127.0.0.1:${second.port}`
      assert.deepStrictEqual(JSON.parse(second.printed), { ready, demo: null })
    }))

  it("of the engine alone has printed one document, with --json", () =>
    inFolder(async (folder) => {
      const port = String(await freePort())
      assert.deepStrictEqual(await engineDocument(folder, port), { ready: `http://127.0.0.1:${port}` })
    }))

  it("makes no demo workspace in a database that it was given", async () => {
    const DATABASE_URL = await Effect.runPromise(createDatabase())
    await using service = await startService({ environment: { DATABASE_URL } })
    assert.notInclude(service.stdout(), "svc_")
    const { stdout } = await service.cli(["tenants", "list", "--json"])
    assert.deepStrictEqual(JSON.parse(stdout), { data: [] })
  })
})
