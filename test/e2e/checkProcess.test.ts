import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, beforeAll } from "vitest"
import { answerTo, sendJson, startScriptedEngine } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import { inherited, program } from "../support/operatorCommand.ts"
import type { CommandResult } from "../support/operatorCommand.ts"
import { postmasterPid } from "../support/postmasterPid.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { asking, assertProblem, check, checkUntil, decide } from "./fixture.ts"
import { withKey } from "./replays.ts"

const scripted = async () => {
  const engine = await startScriptedEngine()
  const environment = { ENGINE: "http", ENGINE_URL: engine.url }
  return { engine, environment, [Symbol.asyncDispose]: engine.close }
}

const lines = (text: string) => text.split("\n").filter((line) => line !== "")

const serve = (environment: Readonly<Record<string, string>>) =>
  new Promise<CommandResult>((resolve) => {
    const child = execFile(
      process.execPath,
      [program, "serve"],
      { env: { ...inherited, ...environment } },
      (_, stdout, stderr) => resolve({ stdout, stderr, code: child.exitCode ?? 0 })
    )
  })

/** A service must not have started: it said why in one line that names the culprit, and was never ready. */
const assertRefused = ({ code, stderr, stdout }: CommandResult, culprit: string) => {
  assert.isAbove(code, 0, `not refused for ${culprit}`)
  assert.lengthOf(lines(stderr), 1, stderr)
  assert.include(stderr, culprit)
  assert.notInclude(stdout, "ready")
}

const killDatabase = async ({ data }: Service) => {
  process.kill(await postmasterPid(data.dataDirectory), "SIGKILL")
}

describe("a service that is killed", () => {
  it("keeps what it has acknowledged, and starts again on the same data", { timeout: 120_000 }, async () => {
    await using parts = await scripted()
    const { engine, environment } = parts
    await using service = await startService({ database: "embedded", environment })
    const body = asking(engine.prompt({ adult: 0.9 }))
    const first = await decide(service, service.keys.live, body, withKey("kept"))
    const busy = Array.from({ length: 20 }, (_, index) =>
      check(service, service.keys.live, body, withKey(`busy ${index}`)).then(
        ({ status, text }) => (status === 200 ? text : undefined),
        () => undefined
      )
    )
    await Promise.race(busy)
    await service.kill("SIGKILL")
    const acknowledged = await Promise.all(busy)

    await using again = await startService({ dataOf: service, environment })
    const kept = await check(again, service.keys.live, body, withKey("kept"))
    assert.strictEqual(kept.headers["idempotent-replayed"], "true")
    assert.deepStrictEqual(kept.json(), first)
    for (const [index, text] of acknowledged.entries()) {
      const reply = await check(again, service.keys.live, body, withKey(`busy ${index}`))
      assert.strictEqual(reply.status, 200, reply.text)
      if (text !== undefined) assert.deepStrictEqual(reply.json(), JSON.parse(text))
    }
    assert.notInclude(again.stdout(), "svc_live_")
    assert.strictEqual(await again.stop(), 0)
  })
})

describe("a service with a database of its own", { timeout: 120_000 }, () => {
  let service: Service

  beforeAll(async () => {
    service = await startService({ database: "embedded" })
  })

  afterAll(() => service[Symbol.asyncDispose]())

  it("answers 503 while that is gone, and goes on once it is back", async () => {
    const body = asking("a watercolour of two foxes")
    await decide(service, service.keys.live, body)
    await killDatabase(service)
    const refused = await checkUntil(503, service, service.keys.live, body)
    assertProblem(service, refused, 503, "screening_unavailable")
    assert.match(String(refused.headers["retry-after"]), /^[1-9]\d*$/)
    await checkUntil(200, service, service.keys.live, body)
  })

  it("is the only one on its data, and is administered beside its running", async () => {
    const { DATA_DIR = "" } = service.data.environment
    assertRefused(await service.cli(["serve"]), DATA_DIR)
    await decide(service, service.keys.test, asking("a watercolour of two foxes"))

    const { code, stdout } = await service.cli(["tenants", "list", "--json"])
    assert.strictEqual(code, 0)
    const [demo, ...others] = JSON.parse(stdout).data
    assert.deepStrictEqual(others, [])
    assert.strictEqual(demo.plan, "growth")
    const created = await service.cli(["keys", "create", demo.id, "--mode", "test", "--json"])
    await decide(service, JSON.parse(created.stdout).key, asking("a watercolour of two foxes"))
    assert.strictEqual(await service.stop(), 0)
  })
})

const isListening = async (port: number) => {
  const socket = connect({ port, host: "127.0.0.1" })
  const connected = await once(socket, "connect").then(
    () => true,
    () => false
  )
  socket.destroy()
  return connected
}

/** Milliseconds within which nothing but waiting is done; well below the ten seconds that requests are given. */
const prompt = 7_000

describe("a service that is told to stop", () => {
  it("finishes what is in flight, takes nothing new, and ends with 0 without waiting any longer", async () => {
    await using parts = await scripted()
    const { engine, environment } = parts
    await using service = await startService({ environment })
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const body = asking(
      engine.prompt(async (response, request) => {
        arrive()
        await mayAnswer
        sendJson(response, answerTo(request, { adult: 0.9 }))
      })
    )
    const inFlight = decide(service, service.keys.live, body, withKey("last"))
    await arrived
    const ended = service.stop()
    await until("nothing new is taken", async () => !(await isListening(service.port)))
    answer()
    const answered = await inFlight
    const begun = performance.now()
    assert.deepStrictEqual(answered.tags, ["adult"])
    assert.strictEqual(await ended, 0)
    assert.isBelow(performance.now() - begun, prompt)

    await using again = await startService({ dataOf: service, environment })
    const replay = await check(again, service.keys.live, body, withKey("last"))
    assert.deepStrictEqual(replay.json(), answered)
  })

  it("does not wait for connections on which nothing is asked", async () => {
    await using service = await startService()
    const sockets = Array.from({ length: 3 }, () => connect({ port: service.port, host: "127.0.0.1" }))
    sockets[1]?.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    await send(service.url, "/health")
    const begun = performance.now()
    assert.strictEqual(await service.kill("SIGINT"), 0)
    assert.isBelow(performance.now() - begun, prompt)
    for (const socket of sockets) socket.destroy()
  })
})

describe("a service that cannot start", () => {
  it("says in one line which setting is wrong", { timeout: 120_000 }, async () => {
    const key = { MASTER_KEY: Buffer.alloc(32).toString("base64") }
    const database = { DATABASE_URL: "postgres://127.0.0.1:1/none" }
    const cases: ReadonlyArray<readonly [Record<string, string>, string]> = [
      // One that is wrong and one that is missing: test/config.test.ts has each of the others.
      [{ PORT: "65536" }, "PORT"],
      [database, "MASTER_KEY"],
      [{ ...database, ...key }, "database"]
    ]
    const results = await Promise.all(
      cases.map(async ([environment, culprit]) => ({ culprit, result: await serve(environment) }))
    )
    for (const { culprit, result } of results) assertRefused(result, culprit)
  })

  it("says in one line that its port is taken, or that its address is not this machine's", async () => {
    await using service = await startService()
    assertRefused(await service.cli(["serve"]), "PORT must be one that can be listened on: listen EADDRINUSE")
    const { environment } = service.data
    for (const HOST of ["999.1.1.1", "192.0.2.1"]) {
      assertRefused(await serve({ ...environment, HOST, PORT: String(service.port) }), "HOST must be")
    }
    assert.strictEqual((await send(service.url, "/health")).status, 200)
  })
})
