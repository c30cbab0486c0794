import { assert, describe, it } from "@effect/vitest"
import { createPrescreen, PrescreenError } from "../../src/client/client.ts"
import type { Prescreen, PrescreenOptions } from "../../src/client/client.ts"
import { shareService } from "./fixture.ts"

const fixture = shareService()

const clientOf = (
  apiKey: string,
  baseUrl = fixture.service.url,
  options: Partial<PrescreenOptions> = {}
): Prescreen => createPrescreen({ baseUrl, apiKey, maxRetries: 1, ...options })

const all = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const item of items) found.push(item)
  return found
}

const failureOf = async (call: Promise<unknown>): Promise<PrescreenError> => {
  const failure: unknown = await call.catch((error: unknown) => error)
  if (!(failure instanceof PrescreenError)) throw new Error(`not a PrescreenError: ${String(failure)}`)
  return failure
}

describe("the client and the real service", () => {
  it("pause and resume a user, with a note or without", async () => {
    const { test } = await fixture.storage.createWorkspace()
    const { users } = clientOf(test)
    const states = []
    for (const note of [undefined, { note: "Asked for help." }]) {
      states.push((await users.pause("u", note)).state, (await users.resume("u", note)).state)
    }
    assert.deepStrictEqual(states, ["paused", "active", "paused", "active"])
  })

  it("walk through every item of a list, whatever a page holds", async () => {
    const asked: Array<string> = []
    const { test } = await fixture.storage.createWorkspace()
    const prescreen = clientOf(test, fixture.service.url, {
      fetch: (url, init) => {
        asked.push(new Request(url).url)
        return fetch(url, init)
      }
    })
    await prescreen.check({ input: { prompt: "two foxes" } })
    const made: Array<string> = []
    for (let count = 0; count < 5; count += 1) {
      const { id } = await prescreen.check({ input: { prompt: fixture.engine.prompt({ real_person: 0.6 }) } })
      made.push(id)
    }
    asked.length = 0
    const decisions = await all(prescreen.decisions.each({ outcome: "review", dry_run: false, limit: 2 }))
    const list = `${fixture.service.url}/v1/decisions?outcome=review&dry_run=false&limit=2`
    assert.lengthOf(asked, 3)
    assert.strictEqual(asked[0], list)
    assert.isTrue(asked.slice(1).every((url) => url.startsWith(`${list}&cursor=`)))
    assert.deepStrictEqual(
      decisions.map(({ id }) => id),
      made.toReversed()
    )
    const items = await all(prescreen.review.each({ limit: 2 }))
    assert.deepStrictEqual(
      items.map(({ decision }) => decision.id),
      made
    )
    assert.deepStrictEqual(await all(prescreen.deliveries.each()), [])
    const [first] = items
    assert.isDefined(first)
    const ruled = await prescreen.review.decide(first.id, { verdict: "allow", note: "Fine." })
    assert.strictEqual(ruled.status, "allowed")
    assert.deepStrictEqual(await prescreen.review.get(first.id), ruled)
    const again = await failureOf(prescreen.review.decide(first.id, { verdict: "block" }))
    assert.deepInclude(again, { code: "already_decided", status: 409 })
  })

  it("decide a check once, however often it is sent under one key", async () => {
    const prescreen = clientOf((await fixture.storage.createWorkspace()).test)
    const request = { input: { prompt: fixture.engine.prompt({}) }, metadata: { a: 1 } }
    const checks = [1, 2, 3].map(() => prescreen.check(request, { idempotencyKey: "one" }))
    const ids = (await Promise.all(checks)).map(({ id }) => id)
    assert.lengthOf(new Set(ids), 1)
    const other = await prescreen.check(request)
    assert.notInclude(ids, other.id)
    assert.lengthOf((await prescreen.decisions.list()).data, 2)
  })

  it("make typed problems of refusals", async () => {
    const workspace = await fixture.storage.createWorkspace()
    const prescreen = clientOf(workspace.test)
    const unauthorized = await failureOf(clientOf("svc_test_x").tenant.read())
    assert.deepInclude(unauthorized, { code: "unauthorized", status: 401, issues: [] })
    assert.match(String(unauthorized.requestId), /./)
    const invalid = await failureOf(prescreen.check({ input: { prompt: "" } }))
    assert.deepInclude(invalid, { code: "invalid_request", status: 400 })
    assert.lengthOf(invalid.issues, 1)
    assert.include(invalid.message, "input.prompt")
    assert.strictEqual((await failureOf(prescreen.decisions.get("../keys"))).code, "not_found")

    // Of one that the service has not met yet: it may learn of a change a moment later.
    const other = await fixture.storage.createWorkspace()
    await fixture.storage.setSubscription(other, { plan: "none", state: "none" })
    const { problem } = await failureOf(clientOf(other.live).check({ input: { prompt: "two foxes" } }))
    assert.strictEqual(problem?.code, "plan_required")
    if (problem?.code === "plan_required") assert.strictEqual(problem.limit, "live_checks")
  })

  it("say so when nobody answers", async () => {
    const failure = await failureOf(clientOf("svc_test_x", "http://127.0.0.1:9").tenant.read())
    assert.deepInclude(failure, { code: "no_response", status: undefined, problem: undefined })
    assert.include(failure.message, "GET http://127.0.0.1:9/v1/tenant could not be reached")
  })

  it("name the call, and what is wrong with a base URL that is not the service's", async () => {
    const { url } = fixture.service
    const twice = clientOf("svc_test_x", `${url}/v1/`)
    const failure = await failureOf(twice.decisions.list({ user: "user-1" }))
    assert.deepInclude(failure, { code: "unexpected_answer", status: 404 })
    assert.include(failure.message, `GET ${url}/v1/v1/decisions (leave /v1 out of baseUrl)`)
    assert.notInclude(failure.message, "user-1")

    const elsewhere = await failureOf(clientOf("svc_test_x", `${url}/docs`).check({ input: { prompt: "x" } }))
    assert.include(elsewhere.message, `POST ${url}/docs/v1/check was answered with status 404`)
    assert.notInclude(elsewhere.message, "leave")
  })

  it("change policies and keys", async () => {
    const workspace = await fixture.storage.createWorkspace()
    const prescreen = clientOf(workspace.test)
    const { data: presets } = await prescreen.presets.list()
    assert.isAbove(presets.length, 3)
    const made = await prescreen.policies.create({ preset: "family-app", name: "Second" })
    const added = await prescreen.policies.addVersion(made.id, {
      ...made.policy,
      youth_coded_adult: "review"
    })
    assert.strictEqual((await prescreen.policies.version(made.id, 2)).policy.youth_coded_adult, "review")
    assert.strictEqual((await prescreen.policies.dryRun(made.id, { version: 2 })).dry_run_version, 2)
    assert.strictEqual(
      (await prescreen.policies.publish(made.id, { version: added.version })).current_version,
      2
    )
    assert.isTrue((await prescreen.policies.makeDefault(made.id)).default)
    const key = await prescreen.keys.create({ mode: "test" })
    assert.isString((await prescreen.keys.revoke(key.id)).revoked_at)
    assert.lengthOf((await prescreen.moderations.create({ input: "two foxes" })).results, 1)
  })
})
