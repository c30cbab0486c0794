import { assert } from "@effect/vitest"
import { DateTime } from "effect"
import { afterAll, beforeAll } from "vitest"
import { startScriptedEngine } from "../fakes/ScriptedEngineServer.ts"
import type { ScriptedEngineServer } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import type { Call, Reply } from "../support/httpClient.ts"
import { assertScoped } from "../support/sentStatements.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { eventually } from "../support/until.ts"
import { assertDescribed } from "./described.ts"
import { openStorage } from "./Storage.ts"
import type { Storage } from "./Storage.ts"

export interface Fixture {
  readonly service: Service
  readonly engine: ScriptedEngineServer
  readonly storage: Storage
}

const start = async (environment: Readonly<Record<string, string>>): Promise<Fixture> => {
  const engine = await startScriptedEngine()
  const service = await startService({
    environment: { ENGINE: "http", ENGINE_URL: engine.url, ...environment }
  })
  return { service, engine, storage: openStorage(service) }
}

const stop = async ({ engine, service, storage }: Fixture) => {
  await storage.close()
  await service[Symbol.asyncDispose]()
  await engine.close()
}

/** A fixture that is there from before the first test of the file until after the last. */
const during = (begin: () => Promise<Fixture>, end: (fixture: Fixture) => Promise<void>): Fixture => {
  let fixture: Fixture | undefined
  beforeAll(async () => {
    fixture = await begin()
  })
  afterAll(async () => {
    if (fixture !== undefined) await end(fixture)
  })
  const part = <Name extends keyof Fixture>(name: Name): Fixture[Name] => {
    if (fixture === undefined) throw new Error(`${name} has not started`)
    return fixture[name]
  }
  return {
    get service() {
      return part("service")
    },
    get engine() {
      return part("engine")
    },
    get storage() {
      return part("storage")
    }
  }
}

/** A service for this file alone: the real process, on a database of its own, with an engine that tests script. */
export const setUp = (environment: Readonly<Record<string, string>> = {}): Fixture =>
  during(() => start(environment), stop)

declare global {
  /** Of this worker, for all its files that share it. Not in a module: those are loaded anew for each file. */
  var sharedService: Promise<Fixture> | undefined
}

/** It ends with the worker, which is told to end by a signal and has no time for more. */
const startShared = async (): Promise<Fixture> => {
  const fixture = await start({})
  process.once("exit", () => process.kill(fixture.service.pid, "SIGKILL"))
  process.once("SIGTERM", () => process.exit())
  return fixture
}

/**
 * The same, but the service, its database and the engine are shared by all files that ask for them here, one after the
 * other: a start costs more than most files do. The tenant is this file's own, on plan growth. For tests that neither
 * stop the service nor look at what other tenants leave: its log, its metrics, lists of tenants, the schema.
 */
export const shareService = (): Fixture =>
  during(
    async () => {
      globalThis.sharedService ??= startShared()
      const { engine, service, storage } = await globalThis.sharedService
      const { tenantId, ...keys } = await storage.createWorkspace({ subscription: { plan: "growth" } })
      return { service: { ...service, keys, tenantId }, engine, storage }
    },
    ({ service }) => assertScoped(service.data.environment["DATABASE_URL"] ?? "")
  )

/** As every moment is written. */
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A moment of the last five minutes. */
export const assertRecent = (text: string) => {
  assert.match(text, timestamp)
  const age = DateTime.nowUnsafe().epochMilliseconds - DateTime.makeUnsafe(text).epochMilliseconds
  assert.isTrue(age > -1_000 && age < 300_000, text)
}

export interface CheckCall extends Omit<Call, "method" | "body"> {
  readonly path?: string
}

export const jsonHeaders = (key: string) => ({
  authorization: `Bearer ${key}`,
  "content-type": "application/json"
})

/**
 * `POST /v1/check`. A body that is neither text nor bytes is sent as its JSON. The answer must be one that the
 * description promises.
 */
export const check = async (
  { url }: Service,
  key: string,
  body: unknown,
  { headers = {}, path = "/v1/check", ...call }: CheckCall = {}
): Promise<Reply> => {
  const reply = await send(url, path, {
    ...call,
    method: "POST",
    headers: { ...jsonHeaders(key), ...headers },
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)
  })
  assertDescribed("POST", path, reply)
  return reply
}

export const asking = (prompt: string, rest: object = {}) => ({ input: { prompt }, ...rest })

export const dryRun = { headers: { "x-service-dry-run": "true" } }

/** The answer to a check that must succeed. */
export const decide = async (...call: Parameters<typeof check>) => {
  const reply = await check(...call)
  assert.strictEqual(reply.status, 200, reply.text)
  return reply.json()
}

/** The reply to a check once it has this status: what a command changes reaches a running service in a second or so. */
export const checkUntil = (status: number, ...call: Parameters<typeof check>): Promise<Reply> =>
  eventually(`a check is answered with ${status}`, async () => {
    const reply = await check(...call)
    return reply.status === status ? reply : undefined
  })

const planFields = ["upgrade_url", "plan", "state"]

/** The reply is this problem, with exactly the fields that a problem has. Returns it. */
export const assertProblem = (
  { url }: Service,
  reply: Reply,
  status: number,
  code: string,
  issues: ReadonlyArray<string> | "some" = []
) => {
  assert.strictEqual(reply.status, status, reply.text)
  assert.strictEqual(reply.headers["content-type"], "application/problem+json")
  const problem = reply.json()
  const optional =
    status === 402
      ? ["detail", "instance", "error", "limit", "allowed", "used", "paused_since", "ended_at"]
      : ["detail", "instance", "error"]
  const required = ["type", "title", "status", "code", "issues", ...(status === 402 ? planFields : [])]
  const names = Object.keys(problem)
  assert.deepStrictEqual(
    names.filter((name) => !optional.includes(name)).sort(),
    [...required].sort(),
    reply.text
  )
  assert.strictEqual(problem.code, code, reply.text)
  assert.strictEqual(problem.status, status)
  assert.strictEqual(problem.type, `${url}/problems/${code}`)
  assert.isString(problem.title)
  assert.isNotEmpty(problem.title)
  if (issues === "some") assert.isNotEmpty(problem.issues)
  else assert.deepStrictEqual(problem.issues, issues)
  return problem
}

/** The same of a reply that is yet to come from the service of a file. */
export const problemsOf =
  (fixture: Fixture) =>
  async (reply: Promise<Reply>, status: number, code: string, issues: ReadonlyArray<string> | "some" = []) =>
    assertProblem(fixture.service, await reply, status, code, issues)

/** The three rate-limit headers, as numbers. */
export const assertRateLimitHeaders = ({ headers, text }: Pick<Reply, "headers" | "text">) => {
  const [limit, remaining, reset] = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].map(
    (name) => {
      assert.match(String(headers[name]), /^\d+$/, `${name} of ${text}`)
      return Number(headers[name])
    }
  )
  return { limit, remaining, reset }
}
