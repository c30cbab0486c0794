import { assert, describe, it } from "@effect/vitest"
import { asking, assertProblem, check, checkUntil, decide, shareService } from "./fixture.ts"
import type { WorkspaceOptions } from "./Storage.ts"

const fixture = shareService()

describe("the order of the gates", () => {
  const tooLarge = JSON.stringify(asking("x")) + " ".repeat(256 * 1024)
  const text = { "content-type": "text/plain" }

  const run = async (options: WorkspaceOptions, body: unknown, headers: Record<string, string> = {}) => {
    const { service, storage } = fixture
    const workspace = await storage.createWorkspace(options)
    return check(service, workspace.live, body, { headers })
  }

  const spent = async (body: unknown, headers: Record<string, string> = {}) => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace({ limits: { rateLimitPerMinute: 1 } })
    await check(service, live, "{}")
    return check(service, live, body, { headers })
  }

  it("puts the key before everything that is wrong with the request", async () => {
    const { service } = fixture
    for (const [body, headers] of [
      ["{", {}],
      ["{}", text],
      [tooLarge, {}],
      ["{}", { "idempotency-key": "" }]
    ] as const) {
      const reply = await check(service, "svc_live_nobody", body, { headers })
      assertProblem(service, reply, 401, "unauthorized")
    }
  })

  it("puts the rate limit before type, size and JSON", async () => {
    const { service } = fixture
    for (const [body, headers] of [
      ["{}", text],
      [tooLarge, {}],
      ["{", {}]
    ] as const) {
      assertProblem(service, await spent(body, headers), 429, "rate_limited")
    }
  })

  it("puts type and size before JSON and headers", async () => {
    const { service } = fixture
    assertProblem(service, await run({}, "{", text), 415, "unsupported_media_type")
    assertProblem(service, await run({}, tooLarge, text), 415, "unsupported_media_type")
    assertProblem(
      service,
      await run({}, "{}", { ...text, "x-service-dry-run": "x" }),
      415,
      "unsupported_media_type"
    )
    assertProblem(service, await run({}, `{${tooLarge}`), 413, "payload_too_large")
    assertProblem(service, await run({}, tooLarge, { "idempotency-key": "" }), 413, "payload_too_large")
  })

  it("puts JSON and schema before plan, policy and engine", async () => {
    const { service } = fixture
    const paused = { subscription: { state: "paused" }, policy: undefined } as const
    assertProblem(service, await run(paused, {}), 400, "invalid_request", "some")
    const version = asking("a fox", { policy_version: 3 })
    assertProblem(service, await run(paused, version), 400, "policy_version_requires_dry_run")
  })

  it("puts a replay before plan and policy, and JSON before a replay", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const call = { headers: { "idempotency-key": "k" } }
    const body = asking(engine.prompt())
    const first = await decide(service, workspace.live, body, call)
    await storage.setSubscription(workspace, { state: "paused" })
    const refused = await checkUntil(402, service, workspace.live, body)
    assertProblem(service, refused, 402, "subscription_paused")
    const replay = await check(service, workspace.live, body, call)
    assert.strictEqual(replay.headers["idempotent-replayed"], "true")
    assert.deepStrictEqual(replay.json(), first)
    const invalid = await check(service, workspace.live, { ...body, extra: 1 }, call)
    assertProblem(service, invalid, 400, "invalid_request", "some")
  })

  it("puts the plan before the policy", async () => {
    const { service } = fixture
    const inactive = { subscription: { state: "inactive" }, policy: undefined } as const
    assertProblem(
      service,
      await run(inactive, asking("a fox", { policy: "none" })),
      402,
      "subscription_inactive"
    )
    assertProblem(service, await run(inactive, asking("a fox")), 402, "subscription_inactive")
  })

  it("puts the policy before the engine", async () => {
    const { engine, service } = fixture
    const ill = engine.prompt((response) => response.writeHead(500).end())
    assertProblem(service, await run({}, asking(ill, { policy: "none" })), 404, "policy_not_found")
    assertProblem(service, await run({ policy: undefined }, asking(ill)), 422, "no_default_policy")
    assertProblem(
      service,
      await run({ policy: undefined }, asking(ill, { policy: "x" })),
      404,
      "policy_not_found"
    )
    assert.deepStrictEqual(engine.asked(ill), [])
    assertProblem(service, await run({}, asking(ill)), 503, "screening_unavailable")
  })
})
