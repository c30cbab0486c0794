import { assert, describe, it } from "@effect/vitest"
import { spawn, spawnSync } from "node:child_process"
import type { StdioOptions } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { program } from "../support/operatorCommand.ts"
import { freePort } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { shareService } from "./fixture.ts"

const fixture = shareService()

/** Runs a command whose standard output is a device that is always full. */
const runFull = async (words: ReadonlyArray<string>) => {
  await using full = await open("/dev/full", "w")
  const { environment } = fixture.service.data
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...environment, PORT: String(await freePort()) },
    stdio: ["ignore", full.fd, "pipe"]
  })
  let stderr = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  const [code] = await once(child, "close")
  return { code, stderr }
}

describe.skipIf(!existsSync("/dev/full"))("a command that cannot print", { timeout: 60_000 }, () => {
  it("says so, and does not end as if it had", async () => {
    const id = String(fixture.service.tenantId)
    const commands = [
      ["tenants", "create", "--name", "lost"],
      ["keys", "create", id, "--mode", "test", "--json"],
      ["tenants", "list"],
      ["migrate", "--json"],
      ["serve"],
      ["--help"],
      ["--completions", "bash"]
    ]
    for (const words of commands) {
      const { code, stderr } = await runFull(words)
      assert.strictEqual(code, 1, words.join(" "))
      assert.match(stderr, /^prescreen: standard output could not be written[^\n]*ENOSPC[^\n]*\n$/)
    }
  })
})

describe("a server whose output cannot be written any more", { timeout: 60_000 }, () => {
  const start = async (stdio: StdioOptions) => {
    const port = String(await freePort())
    const child = spawn(process.execPath, [program, "serve"], {
      env: { ...process.env, ...fixture.service.data.environment, PORT: port },
      stdio
    })
    const isReady = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
      return reply?.status === 200
    }
    return { child, isReady, url: `http://127.0.0.1:${port}` }
  }

  const assertServing = async ({ child, isReady }: Awaited<ReturnType<typeof start>>) => {
    // Each request is a line of the log.
    for (let requests = 0; requests < 5; requests += 1) {
      assert.isTrue(await isReady())
      await delay(100)
    }
    child.kill("SIGTERM")
    assert.deepStrictEqual(await once(child, "close"), [0, null])
  }

  it("goes on serving where nobody reads what it prints", async () => {
    const server = await start(["ignore", "pipe", "ignore"])
    server.child.stdout?.destroy()
    await until("the server is ready", server.isReady)
    await assertServing(server)
  })

  it("goes on serving where the log's reader has died", async () => {
    const server = await start(["ignore", "ignore", "pipe"])
    await until("the server is ready", server.isReady)
    server.child.stderr?.destroy()
    await assertServing(server)
  })

  /** More lines than wait in any pipe. */
  const assertServingUnread = async (server: Awaited<ReturnType<typeof start>>) => {
    await until("the server is ready", server.isReady)
    for (let requests = 0; requests < 2000; requests += 1) {
      const reply = await fetch(`${server.url}/health`)
      assert.strictEqual(reply.status, 200)
      await reply.text()
    }
    server.child.kill("SIGTERM")
    assert.deepStrictEqual(await once(server.child, "exit"), [0, null])
  }

  it("goes on serving, and ends, where nobody reads the log from a socket", async () => {
    // Node's pipes between processes are sockets.
    const server = await start(["ignore", "ignore", "pipe"])
    await assertServingUnread(server)
    server.child.stderr?.destroy()
  })

  it("goes on serving, and ends, where nobody reads the log from a pipe", async () => {
    const directory = await mkdtemp(join(tmpdir(), "prescreen-pipe-"))
    const path = join(directory, "pipe")
    assert.strictEqual(spawnSync("mkfifo", [path]).status, 0)
    const pipe = await open(path, "r+")
    await assertServingUnread(await start(["ignore", "ignore", pipe.fd]))
    await pipe.close()
    await rm(directory, { recursive: true })
  })

  it.skipIf(!existsSync("/dev/full"))("goes on serving where the log's disk is full", async () => {
    await using full = await open("/dev/full", "w")
    const server = await start(["ignore", "ignore", full.fd])
    await until("the server is ready", server.isReady)
    await assertServing(server)
  })
})
