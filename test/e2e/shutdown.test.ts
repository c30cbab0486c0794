import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { answerTo, sendJson, startScriptedEngine } from "../fakes/ScriptedEngineServer.ts"
import { repliesIn } from "../support/httpClient.ts"
import type { RawReply } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { eventually, until } from "../support/until.ts"
import { call } from "./call.ts"
import { asking, assertProblem, check, decide, jsonHeaders } from "./fixture.ts"
import { serving } from "./servingProcesses.ts"

const requestOf = ({ keys }: Service, prompt = "two foxes", key = keys.test) => {
  const body = JSON.stringify(asking(prompt))
  const headers = Object.entries({ ...jsonHeaders(key), "content-length": body.length })
  const lines = ["POST /v1/check HTTP/1.1", "host: x", ...headers.map(([name, value]) => `${name}: ${value}`)]
  return `${lines.join("\r\n")}\r\n\r\n${body}`
}

/** A connection over which one request is sent after another, as a proxy does. */
const open = async ({ port }: Service) => {
  const socket = connect({ port, host: "127.0.0.1" })
  const heard = { text: "", closed: false }
  let wake = () => {}
  socket.setEncoding("latin1").on("data", (text: string) => {
    heard.text += text
    wake()
  })
  socket.on("error", () => undefined)
  socket.on("close", () => {
    heard.closed = true
    wake()
  })
  await once(socket, "connect")
  /** Whole replies only: what is cut off counts as none. */
  const replies = () =>
    repliesIn(heard.text).filter(({ body, headers }) => body.length === Number(headers["content-length"]))
  /** The answer to this request, or nothing if the connection ended without one. */
  const ask = async (request: string): Promise<RawReply | undefined> => {
    const before = replies().length
    socket.write(request)
    while (replies().length === before && !heard.closed) {
      await new Promise<void>((resolve) => (wake = resolve))
    }
    return replies()[before]
  }
  return { ask, replies, heard, socket }
}

const isLast = ({ headers }: RawReply) => headers["connection"] === "close"

/** Asks until it is told that the connection ends, and returns whether every request had its answer. */
const askUntilTold = async (service: Service, onReply: () => void, request = requestOf(service)) => {
  const { ask } = await open(service)
  for (;;) {
    const reply = await ask(request)
    onReply()
    if (reply === undefined) return "a request without an answer"
    if (isLast(reply)) return `told with a ${reply.status}`
  }
}

/** Asks over one connection after another, until none can be made. */
const askUntilRefused = async (service: Service, onReply: () => void): Promise<string> => {
  const request = requestOf(service, "two foxes", service.keys.live)
  for (;;) {
    const ending = await askUntilTold(service, onReply, request).catch(
      ({ code }: NodeJS.ErrnoException) => code ?? "?"
    )
    if (!ending.startsWith("told")) return ending
  }
}

describe("a service that is told to stop", () => {
  it("answers every request of connections that are in use, and tells each which answer is its last", async () => {
    await using service = await startService()
    let replies = 0
    const clients = Array.from({ length: 8 }, () => askUntilTold(service, () => (replies += 1)))
    await until("all are in use", () => replies > 100)
    const stopped = service.stop()
    for (const ending of await Promise.all(clients)) assert.match(ending, /^told with a (200|429)$/)
    assert.strictEqual(await stopped, 0)
  })

  it.runIf(process.platform === "linux")(
    "loses no request of a client that connects anew while another process has yet to stop",
    { timeout: 60_000 },
    async () => {
      await using service = await startService({ environment: { PROCESSES: "2" } })
      let replies = 0
      const clients = Array.from({ length: 48 }, () => askUntilRefused(service, () => (replies += 1)))
      await until("all are in use", () => replies > 1000)
      // This one is late to hear that it must stop. Whoever connects to it meanwhile is never accepted.
      const [late = 0] = await serving(service)
      process.kill(late, "SIGSTOP")
      const stopped = service.stop()
      await delay(100)
      process.kill(late, "SIGCONT")
      assert.deepStrictEqual(new Set(await Promise.all(clients)), new Set(["ECONNREFUSED"]))
      assert.strictEqual(await stopped, 0)
    }
  )

  it("answers the next request of an idle connection, and is ready for nobody", async () => {
    await using service = await startService()
    const [idle, probing, silent] = [await open(service), await open(service), await open(service)]
    const probe = "GET /ready HTTP/1.1\r\nhost: x\r\n\r\n"
    const [first, ready] = [await idle.ask(requestOf(service)), await probing.ask(probe)]
    assert.deepStrictEqual([first?.status, ready?.status], [200, 200])
    const stopped = service.stop()
    const unready = await eventually("it is ready no more", async () => {
      const reply = await probing.ask(probe)
      return reply?.status === 200 ? undefined : reply
    })
    const last = await idle.ask(requestOf(service))
    assert.deepStrictEqual([last?.status, unready.status], [200, 503])
    assert.isTrue(last !== undefined && isLast(last))
    assert.isTrue(isLast(unready))
    assert.strictEqual(await stopped, 0)
    assert.isTrue(silent.heard.closed)
  })

  it("answers all of several requests that came together, and tells with the last", async () => {
    await using stack = new AsyncDisposableStack()
    const engine = await startScriptedEngine()
    stack.defer(engine.close)
    await using service = await startService({ environment: { ENGINE: "http", ENGINE_URL: engine.url } })
    const prompt = engine.prompt()
    await decide(service, service.keys.test, asking(prompt))
    const client = await open(service)
    const slow = engine.prompt(async (response, request) => {
      await delay(500)
      sendJson(response, answerTo(request))
    })
    client.socket.write([slow, prompt, prompt].map((text) => requestOf(service, text)).join(""))
    await until("the engine is asked", () => engine.asked(slow).length > 0)
    assert.strictEqual(await service.stop(), 0)
    const replies = client.replies()
    assert.deepStrictEqual(
      replies.map(({ status }) => status),
      [200, 200, 200]
    )
  })

  it("stops its database with it, also when its terminal is closed", { timeout: 120_000 }, async () => {
    await using service = await startService({ database: "embedded" })
    const { dataDirectory = "" } = service.data
    const pidFile = join(dataDirectory, "postgres", "postmaster.pid")
    assert.isTrue(existsSync(pidFile))
    assert.strictEqual(await service.kill("SIGHUP"), 0)
    assert.isFalse(existsSync(pidFile))
  })

  it(
    "gives what hangs its grace, and no more: then it is told to come again",
    { timeout: 60_000 },
    async () => {
      await using stack = new AsyncDisposableStack()
      const engine = await startScriptedEngine()
      stack.defer(engine.close)
      await using service = await startService({
        environment: { ENGINE: "http", ENGINE_URL: engine.url, ENGINE_TIMEOUT_MS: "120000" }
      })
      await decide(service, service.keys.live, asking(engine.prompt()))
      const prompt = engine.prompt(() => undefined)
      const hanging = [
        check(service, service.keys.live, asking(prompt)),
        call(service, service.keys.live, "POST", "/v1/moderations", { input: prompt })
      ]
      await until("the engine is asked", () => engine.asked(prompt).length === hanging.length)
      const stopped = await Promise.race([service.stop(), delay(25_000, "still running", { ref: false })])
      assert.strictEqual(stopped, 0)
      for (const reply of await Promise.all(hanging)) {
        assertProblem(service, reply, 503, "screening_unavailable")
        assert.strictEqual(reply.headers["retry-after"], "1")
      }
    }
  )
})
