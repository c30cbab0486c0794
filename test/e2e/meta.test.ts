import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bodyExamples } from "../../src/adapters/http/reference/apiDocument.ts"
import type { Operation } from "../../src/adapters/http/reference/apiDocument.ts"
import { startScriptedEngine } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import { compileCache, root } from "../support/operatorCommand.ts"
import { freePort, startService } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { asking, assertProblem, check, jsonHeaders, setUp } from "./fixture.ts"
import { hook, policyCalls, wireDocument } from "./policyCalls.ts"

const fixture = setUp()

const get = async (path: string) => {
  const reply = await send(fixture.service.url, path)
  assert.strictEqual(reply.status, 200, path)
  return reply
}

describe("the meta endpoints", () => {
  it("say what the service is and where its documents are", async () => {
    const { service } = fixture
    const reply = await get("/")
    assert.strictEqual(reply.headers["content-type"], "application/json")
    const { name, ...rest } = reply.json()
    assert.isString(name)
    assert.deepStrictEqual(rest, {
      version: "0.2.0",
      docs: `${service.url}/docs`,
      openapi: `${service.url}/openapi.json`,
      health: `${service.url}/health`
    })
    for (const url of [rest.docs, rest.openapi, rest.health]) {
      assert.strictEqual((await send(service.url, new URL(url).pathname)).status, 200)
    }
  })

  it("say that the service is well and which engine it asks", async () => {
    const reply = await get("/health")
    assert.strictEqual(reply.headers["content-type"], "application/json")
    assert.deepStrictEqual(reply.json(), { ok: true, version: "0.2.0", engine: "scripted-1" })
    assert.strictEqual((await get("/ready")).status, 200)
  })

  it("ask the engine at most once a second whether it is well, however often they are asked", async () => {
    const { engine, service } = fixture
    const before = engine.healthAsked()
    const start = performance.now()
    for (let rounds = 0; rounds < 5; rounds += 1) {
      const paths = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "/health" : "/ready"))
      const replies = await Promise.all(paths.map((path) => send(service.url, path)))
      assert.isTrue(replies.every(({ status }) => status === 200))
    }
    const seconds = (performance.now() - start) / 1_000
    assert.isAtMost(engine.healthAsked() - before, Math.floor(seconds) + 1)
  })

  it("answer HEAD as GET without the body, and need no key", async () => {
    for (const path of ["/", "/health", "/ready", "/openapi.json", "/docs"]) {
      const head = await send(fixture.service.url, path, { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      const headers = { authorization: "Bearer nobody" }
      assert.strictEqual((await send(fixture.service.url, path, { headers })).status, 200)
    }
  })

  it("use the public address where one is set, which is then no webhook's", async () => {
    const { engine, service } = fixture
    const environment = {
      ENGINE: "http",
      ENGINE_URL: engine.url,
      PUBLIC_URL: "https://screen.example.com/",
      DASHBOARD_URL: "https://dash.example.com"
    }
    await using second = await startService({ dataOf: service, environment })
    assert.strictEqual((await send(second.url, "/")).json().docs, "https://screen.example.com/docs")
    const workspace = await fixture.storage.createWorkspace({ subscription: { plan: "none", state: "none" } })
    const problem = (await check(second, workspace.live, asking("a fox"))).json()
    assert.strictEqual(problem.type, "https://screen.example.com/problems/plan_required")
    assert.match(problem.upgrade_url, /^https:\/\/dash\.example\.com\//)
    for (const url of [environment.PUBLIC_URL, environment.DASHBOARD_URL]) {
      const policy = wireDocument({ webhooks: [hook(url)] })
      const refused = await policyCalls(second, second.keys.test).create({ policy })
      assert.deepInclude(refused.json(), {
        code: "invalid_policy",
        issues: ["webhooks.0.url: must not be an address of this service"]
      })
    }
  })
})

describe("a service whose engine is away", () => {
  it(
    "says so, starts all the same, and is well again when the engine is back",
    { timeout: 60_000 },
    async () => {
      const { service, storage } = fixture
      const port = await freePort()
      const environment = { ENGINE: "http", ENGINE_URL: `http://127.0.0.1:${port}`, ENGINE_TIMEOUT_MS: "500" }
      await using lonely = await startService({ dataOf: service, environment })
      const health = await send(lonely.url, "/health")
      assert.strictEqual(health.status, 200)
      const { engine, ...rest } = health.json()
      assert.deepStrictEqual(rest, { ok: false, version: "0.2.0" })
      assert.isString(engine)
      assert.strictEqual((await send(lonely.url, "/ready")).status, 503)
      const { live } = await storage.createWorkspace()
      assertProblem(lonely, await check(lonely, live, asking("a fox")), 503, "screening_unavailable")

      const engineBack = await startScriptedEngine(port)
      try {
        const isOk = async () => (await send(lonely.url, "/health")).json().ok
        await until("the engine is found again", isOk)
        assert.strictEqual((await send(lonely.url, "/ready")).status, 200)
        assert.strictEqual((await check(lonely, live, asking("a fox"))).status, 200)
      } finally {
        await engineBack.close()
      }
    }
  )
})

/** Runs the linter on the document as it is served, and returns what it found. */
const lint = async (document: string) => {
  const directory = await mkdtemp(join(tmpdir(), "prescreen-openapi-"))
  try {
    const file = join(directory, "openapi.json")
    await writeFile(file, document)
    const options = ["lint", file, "--format=json"]
    const environment = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
    return await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [join(root, "node_modules/@redocly/cli/bin/cli.js"), ...options],
        {
          cwd: directory,
          env: { HOME: directory, ...compileCache, ...environment },
          maxBuffer: 2 ** 26
        },
        (_, stdout) => resolve(stdout)
      )
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

describe("the description of the interface", () => {
  it("passes a linter without an error", async () => {
    const { totals } = JSON.parse(await lint((await get("/openapi.json")).text))
    assert.strictEqual(totals.errors, 0)
  })

  it("has one schema for each problem, and a word on each field of what has a name", async () => {
    const { components } = (await get("/openapi.json")).json()
    for (const [name, { properties = {} }] of Object.entries<{ properties?: Record<string, object> }>(
      components.schemas
    )) {
      assert.notMatch(name, /_\d+$/)
      for (const [field, schema] of Object.entries(properties)) {
        assert.isTrue("$ref" in schema || "description" in schema, `${name}.${field}`)
      }
    }
  })

  it("has the version, the base address, and every field and status of a check", async () => {
    const { service } = fixture
    const { components, info, openapi, paths, servers } = (await get("/openapi.json")).json()
    assert.match(openapi, /^3\.1/)
    assert.strictEqual(info.version, "0.2.0")
    assert.deepStrictEqual(
      servers?.map(({ url }: { readonly url: string }) => url),
      [service.url]
    )
    const { post } = paths["/v1/check"]
    assert.deepStrictEqual(Object.keys(post.responses).sort(), [
      "200",
      "400",
      "401",
      "402",
      "404",
      "413",
      "415",
      "422",
      "429",
      "500",
      "503"
    ])
    const headers = post.parameters.map(({ name }: { readonly name: string }) => name).sort()
    assert.deepStrictEqual(headers, ["Idempotency-Key", "X-Service-Dry-Run"])
    assert.strictEqual(components.securitySchemes.bearer.scheme, "bearer")
  })

  it("has examples of every request body, and the service takes them", async () => {
    const { service, storage } = fixture
    const { components, paths } = (await get("/openapi.json")).json()
    const { live } = await storage.createWorkspace()
    const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
    )
    const withBody = operations.filter(({ operation }) => operation.requestBody !== undefined)
    assert.isAbove(withBody.length, 10)
    assert.deepStrictEqual(
      withBody.filter(({ operation }) => operation.requestBody?.required !== true).map(({ path }) => path),
      ["/v1/users/{user}/pause", "/v1/users/{user}/resume"]
    )
    for (const { method, operation, path } of withBody) {
      const examples = bodyExamples(operation, components.schemas)
      assert.isNotEmpty(examples, `${method} ${path}`)
      // An object that is not there is looked for when the body has been found right.
      const status = path.includes("/{id}") ? 404 : 200
      for (const example of examples) {
        const call = {
          method: method.toUpperCase(),
          headers: jsonHeaders(live),
          body: JSON.stringify(example)
        }
        const reply = await send(service.url, path.replace(/\{\w+\}/, "unknown"), call)
        assert.strictEqual(
          reply.status === 201 ? 200 : reply.status,
          status,
          `${method} ${path}: ${reply.text}`
        )
      }
    }
  })

  it("has a call of each endpoint to copy, without what may be left out", async () => {
    const { service } = fixture
    const { paths } = (await get("/openapi.json")).json()
    const sampleOf = (path: string, method: string): string => paths[path][method]["x-codeSamples"][0].source
    assert.strictEqual(sampleOf("/health", "get"), `curl ${service.url}/health`)
    assert.strictEqual(
      sampleOf("/v1/decisions", "get"),
      `curl ${service.url}/v1/decisions \\\n  -H "Authorization: Bearer $KEY"`
    )
    assert.strictEqual(
      sampleOf("/v1/policies/{id}/publish", "post"),
      `curl -X POST ${service.url}/v1/policies/{id}/publish \\\n  -H "Authorization: Bearer $KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  "version": 1\n}'`
    )
  })

  it("can be read at /docs without loading anything from elsewhere", async () => {
    const reply = await get("/docs")
    assert.match(String(reply.headers["content-type"]), /^text\/html/)
    // What the page may load is what its policy says, whatever is written in it.
    const policy = String(reply.headers["content-security-policy"])
    const directives = policy.split(";").map((directive) => directive.trim().split(/\s+/))
    assert.deepInclude(directives, ["default-src", "'none'"])
    const sources = new Set(directives.flatMap(([, ...sources]) => sources))
    assert.deepStrictEqual([...sources].sort(), ["'none'", "'self'", "'unsafe-inline'", "data:"])
    const [head = ""] = reply.text.split("<script>")
    assert.notMatch(head, /(?:src|href)\s*=/)
    // The tools of the page's makers, which need the internet.
    assert.match(reply.text, /\\?"showDeveloperTools\\?":\\?"never\\?"/)
  })
})
