import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { Client } from "pg"
import { sendJson } from "../fakes/ScriptedEngineServer.ts"
import type { Answer } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { asking, assertProblem, check, decide, jsonHeaders, setUp } from "./fixture.ts"

const fixture = setUp()

const failing: Answer = (response) => sendJson(response, {}, 500)

interface Line {
  readonly level: string
  readonly message: string
  readonly annotations: Readonly<Record<string, unknown>>
}

/** The lines of the log, but for the one that each request has. */
const linesOf = ({ stderr }: Service): ReadonlyArray<Line> =>
  stderr()
    .split("\n")
    .filter((line) => line.startsWith("{") && !line.includes('"Request answered"'))
    .map((line) => JSON.parse(line))

const named = (id: string) => ({ headers: { "x-request-id": id } })

/** What the log says of a request, once it says something. */
const saidOf = async (service: Service, id: string) => {
  const find = () => linesOf(service).filter(({ annotations }) => annotations["requestId"] === id)
  await until(`${id} is logged`, () => find().length > 0)
  return find().map(({ level, message }) => `${level} ${message}`)
}

/** Holds a table back from everybody else while `work` runs. */
const whileLocked = async (service: Service, table: string, work: () => Promise<void>) => {
  const client = new Client({ connectionString: service.data.environment["DATABASE_URL"] ?? "" })
  await client.connect()
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    await work()
  } finally {
    await client.end()
  }
}

describe("the log at level info, beside the line of each request", () => {
  it("has nothing of a request that went well", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    await decide(service, live, asking(engine.prompt()), named("well"))
    assert.deepStrictEqual(
      linesOf(service).filter(({ annotations }) => annotations["requestId"] === "well"),
      []
    )
  })

  it("names the request that the engine gave no answer to, however it came in", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    for (const [id, path] of [
      ["plain", "/v1/check"],
      ["routed", "/v1/check?"]
    ] as const) {
      const reply = await check(service, live, asking(engine.prompt(failing)), { ...named(id), path })
      assertProblem(service, reply, 503, "screening_unavailable")
      assert.deepStrictEqual(await saidOf(service, id), ["WARN The screening engine gave no answer"])
    }
    await decide(service, live, asking(engine.prompt()))
  })

  it("names the request that the database could not be used for", { timeout: 60_000 }, async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const { id } = await decide(service, live, asking(engine.prompt()))
    await whileLocked(service, "decisions", async () => {
      const headers = { ...jsonHeaders(live), ...named("read").headers }
      const read = await send(service.url, `/v1/decisions/${id}`, { headers })
      assertProblem(service, read, 503, "screening_unavailable")
      assert.deepStrictEqual(await saidOf(service, "read"), ["WARN The database cannot be used"])
      const written = await check(service, live, asking(engine.prompt()), named("written"))
      assertProblem(service, written, 503, "screening_unavailable")
    })
    // What writes may be for many requests at once, and a line for each of them would fill a disk.
    assert.deepStrictEqual(
      linesOf(service).filter(({ annotations }) => annotations["requestId"] === "written"),
      []
    )
  })
})

describe("the log of an engine that is away", { timeout: 60_000 }, () => {
  it("says when it is given a rest and when it is back, and nothing of each request between", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const from = linesOf(service).length
    const said = () =>
      linesOf(service)
        .slice(from)
        .filter(({ message }) => message.includes("engine"))
        .map(({ level, message }) => `${level} ${message}`)
    const ask = async (answer?: Answer) =>
      (await check(service, live, asking(engine.prompt(answer)))).status === 200
    for (let asked = 0; asked < 40; asked += 1) assert.isFalse(await ask(failing))
    // Long enough for a probe to fail, too.
    for (let asked = 0; asked < 60; asked += 1) {
      await delay(100)
      await ask(failing)
    }
    await until("the engine is asked again", () => ask())
    await until("the log says so", () => said().includes("INFO The screening engine answers again"))
    // The tenth fault opens the circuit before its own request is answered.
    assert.sameMembers(said(), [
      ...Array.from({ length: 10 }, () => "WARN The screening engine gave no answer"),
      "WARN The screening engine failed too often in a row and is only probed now",
      "INFO The screening engine answers again"
    ])
  })

  it("says at the start which one it is, once", async () => {
    const environment = { ENGINE: "http", ENGINE_URL: "http://user-facing.invalid:8081/engine" }
    await using lonely = await startService({ dataOf: fixture.service, environment })
    await until("it is logged", () => linesOf(lonely).length > 0)
    assert.deepStrictEqual(
      linesOf(lonely).map(({ annotations, level, message }) => [level, message, annotations["engine"]]),
      [
        [
          "WARN",
          "The screening engine cannot be reached: until it can, checks get a 503",
          "user-facing.invalid:8081"
        ]
      ]
    )
  })
})
