import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { answerTo, sendJson, startScriptedEngine } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import { samplesOf } from "../support/prometheusText.ts"
import { redisIsMissing, redisPassword, startRedis, whenRedisIsMissing } from "../support/redisServer.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { eventually, until } from "../support/until.ts"
import { asking, check, decide } from "./fixture.ts"
import { childrenOf, isAlive, serving } from "./servingProcesses.ts"

const samples = async ({ url }: Service) => samplesOf((await send(url, "/metrics")).text)

/** Each on a connection of its own, which is what is dealt out among the processes. */
const alone = { headers: { connection: "close" } }

const checkUntilAllServed = async (service: Service, processes: number) => {
  const served = async () =>
    (await samples(service)).byProcess("prescreen_checks_total", { mode: "test", outcome: "allow" })
  for (let tries = 0; tries < 60; tries += 1) {
    await decide(service, service.keys.test, asking("two foxes"), alone)
    const counts = Object.values(await served())
    if (counts.length === processes && counts.every((count) => count > 0)) return
  }
  assert.fail(`not all of ${processes} processes answer: ${JSON.stringify(await served())}`)
}

/** Whichever process is asked. */
const allAreReady = async ({ url }: Service): Promise<boolean> => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(url, "/ready", alone)))
  return replies.every(({ status }) => status === 200)
}

/** What the log says, but for the line of each request. */
const messages = ({ stderr }: Service) =>
  stderr()
    .split("\n")
    .filter((line) => line.startsWith("{") && !line.includes('"Request answered"'))
    .map((line) => String(JSON.parse(line).message))

describe.runIf(process.platform === "linux")("PROCESSES=2", { timeout: 120_000 }, () => {
  it("is two processes on one port and one database, which stop and start as one", async () => {
    await using first = await startService({
      database: "embedded",
      environment: { PROCESSES: "2", ENGINE_URL: "http://127.0.0.1:9" }
    })
    assert.lengthOf(first.stdout().match(/^prescreen ready on /gm) ?? [], 1)
    assert.lengthOf(first.stdout().match(/A demo workspace was created/g) ?? [], 1)
    assert.lengthOf(
      messages(first).filter((message) => message.includes("counts rate limits by itself")),
      1
    )
    const forgotten = "ENGINE_URL is set but ENGINE is not"
    assert.lengthOf(
      messages(first).filter((message) => message.includes(forgotten)),
      1
    )
    await checkUntilAllServed(first, 2)
    await until("each knows that it is ready", () => allAreReady(first))
    const scrapes = await Promise.all(Array.from({ length: 20 }, () => samples(first)))
    for (const scrape of scrapes) {
      assert.deepStrictEqual(scrape.byProcess("prescreen_database_connections"), { 1: 10, 2: 10 })
    }

    // One that crashes is replaced, and the other serves meanwhile.
    const [victim = 0, other = 0] = await serving(first)
    process.kill(victim, "SIGKILL")
    await until("it is missed", () => messages(first).some((message) => message.includes("unexpectedly")))
    await decide(first, first.keys.test, asking("two foxes"), alone)
    await until("another serves in its place", async () => {
      const reporting = (await samples(first)).byProcess("prescreen_database_connections")
      return (await serving(first)).length === 2 && Object.keys(reporting).length === 2
    })
    await checkUntilAllServed(first, 2)
    await until("the other one knows that it is ready", () => allAreReady(first))
    assert.include(await serving(first), other)

    // What the processes share outlives their supervisor's violent end, and they do not.
    const kept = { headers: { ...alone.headers, "idempotency-key": "kept" } }
    const { id } = await decide(first, first.keys.test, asking("two foxes"), kept)
    const orphans = await serving(first)
    await first.kill()
    await until("they have noticed", () => !orphans.some(isAlive))
    await using second = await startService({ dataOf: first, environment: { PROCESSES: "2" } })
    assert.strictEqual((await decide(second, first.keys.test, asking("two foxes"), kept)).id, id)
    const pids = await childrenOf(second.pid)
    assert.strictEqual(await second.stop(), 0)
    assert.deepStrictEqual([...pids.keys()].filter(isAlive), [])
    assert.lengthOf(messages(second), 1, second.stderr())
  })

  it("does not start if one of them does not", async () => {
    const others = await serving({ pid: process.pid })
    const starting = startService({ environment: { PROCESSES: "2" } }).then(async (service) => {
      await service[Symbol.asyncDispose]()
      return "it started"
    }, String)
    const firstOf = (pid: number) =>
      eventually("it has started a process", async () =>
        (await serving({ pid })).find((child) => !others.includes(child))
      )
    process.kill(await firstOf(await firstOf(process.pid)), "SIGKILL")
    assert.match(await starting, /ended with 1 before it was ready.*a serving process could not start/s)
  })

  it("shows the metrics of the others, and stops, although one of them hangs", async () => {
    await using service = await startService({ environment: { PROCESSES: "2" } })
    const both = await serving(service)
    process.kill(both[0] ?? 0, "SIGSTOP")
    await until("the other one is asked, and answers", async () => {
      const answer = samples(service).catch(() => undefined)
      const found = await Promise.race([answer, delay(3_000, undefined)])
      return (
        found !== undefined && Object.keys(found.byProcess("prescreen_database_connections")).length === 1
      )
    })
    assert.strictEqual(await service.stop(), 0)
    await until("both have ended", () => !both.some(isAlive))
  })

  it("shares the port with no other service, and accepts no connection from the signal on, while each finishes", async () => {
    const engine = await startScriptedEngine()
    try {
      await using service = await startService({
        environment: { PROCESSES: "2", ENGINE: "http", ENGINE_URL: engine.url, ENGINE_TIMEOUT_MS: "60000" }
      })
      const { code, stderr } = await service.cli(["serve"])
      assert.strictEqual(code, 1)
      assert.include(stderr, "EADDRINUSE")

      const held: Array<() => void> = []
      const slow = engine.prompt((response, request) => {
        held.push(() => sendJson(response, answerTo(request)))
      })
      const answers = Array.from({ length: 16 }, () => check(service, service.keys.test, asking(slow), alone))
      await until("all are in flight", () => held.length === answers.length)
      const stopped = service.stop()
      const isRefused = () =>
        send(service.url, "/ready", alone).then(
          () => false,
          () => true
        )
      await until("no process accepts any", async () => {
        const refused = await Promise.all(Array.from({ length: 20 }, isRefused))
        return refused.every((each) => each)
      })
      for (const release of held) release()
      assert.deepStrictEqual([...new Set((await Promise.all(answers)).map(({ status }) => status))], [200])
      assert.strictEqual(await stopped, 0)
      assert.lengthOf(messages(service), 1, service.stderr())
    } finally {
      await engine.close()
    }
  })
})

describe.skipIf(redisIsMissing)(`RATE_LIMIT_STORE=redis://…${whenRedisIsMissing}`, () => {
  it("is one limit over two services, with a key and without", { timeout: 60_000 }, async () => {
    await using redis = await startRedis()
    const environment = { RATE_LIMIT_STORE: redis.url, LOG_LEVEL: "trace" }
    await using first = await startService({ environment })
    await using second = await startService({ dataOf: first, environment })
    await first.cli(["tenants", "limits", String(first.tenantId), "--rate-limit-per-minute", "120", "--json"])
    const path = "/v1/decisions/dec_0"
    const both = (ask: (service: Service) => Promise<{ readonly status: number }>) =>
      Promise.all(Array.from({ length: 200 }, (_, index) => ask(index % 2 === 0 ? first : second)))
    const tally = (replies: ReadonlyArray<{ readonly status: number }>) =>
      [...new Set(replies.map(({ status }) => status))]
        .toSorted((a, b) => a - b)
        .map((status) => [status, replies.filter((reply) => reply.status === status).length])

    await until("the new limit is known", async () => {
      const limits = await Promise.all(
        [first, second].map(({ url }) =>
          send(url, path, { headers: { authorization: `Bearer ${first.keys.live}` } })
        )
      )
      return limits.every(({ headers }) => headers["x-ratelimit-limit"] === "120")
    })
    const checks = await both((service) => check(service, first.keys.test, asking("two foxes")))
    assert.deepStrictEqual(tally(checks), [
      [200, 120],
      [429, 80]
    ])
    assert.deepStrictEqual(tally(await both(({ url }) => send(url, path))), [
      [401, 60],
      [429, 140]
    ])

    await redis.stop()
    const alone = await check(first, first.keys.test, asking("two foxes"))
    assert.strictEqual(alone.status, 200)
    for (const service of [first, second]) {
      await until("it is logged", () =>
        messages(service).some((message) => message.startsWith("Redis cannot be used"))
      )
      assert.notInclude(service.stderr() + service.stdout(), redisPassword)
    }
    assert.strictEqual((await samples(first)).value("prescreen_rate_limit_shared"), 0)
  })
})
