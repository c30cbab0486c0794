import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import { asking, check, decide, jsonHeaders, setUp } from "./fixture.ts"
import { giveVerdict, listReviews, sendToReview } from "./reviews.ts"
import { uuidOf } from "./Storage.ts"

const fixture = setUp()

const day = 86_400_000

/** Makes a decision older, by giving its id another time. Returns the id that it then has. */
const age = async (id: string, days: number) => {
  const time = (Number.parseInt(id.slice(4, 16), 16) - days * day).toString(16).padStart(12, "0")
  const aged = `dec_${time}${id.slice(16)}`
  for (const [table, column] of [
    ["decisions", "id"],
    ["decision_inputs", "id"],
    ["idempotency_keys", "decision_id"]
  ]) {
    await fixture.storage.rows(`UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1`, [
      uuidOf(id),
      uuidOf(aged)
    ])
  }
  return aged
}

const read = async (path: string, key: string) => {
  const reply = await send(fixture.service.url, `/v1/decisions${path}`, { headers: jsonHeaders(key) })
  assert.strictEqual(reply.status, 200, reply.text)
  return reply.json()
}

const purge = async (...words: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await fixture.service.cli(["purge", ...words])
  assert.strictEqual(code, 0, stderr)
  return stdout
}

describe("prescreen purge", () => {
  it("deletes what the plan no longer keeps, and leaves the decision with its answers", async () => {
    const { engine, service, storage } = fixture
    const { test: key } = await storage.createWorkspace({ subscription: { plan: "starter" } })
    const prompt = engine.prompt({ minors_sexual: 0.9 })
    const body = { ...asking(prompt), user: "anna", metadata: { order: 7 } }
    const idempotent = { headers: { "idempotency-key": "order 7" } }
    const answer = await decide(service, key, body, idempotent)
    const id = await age(answer.id, 8)
    const kept = await decide(service, key, asking("a fox"))

    assert.deepStrictEqual(JSON.parse(await purge("--json")), { purged: 1 })

    const stored = await read(`/${id}`, key)
    assert.deepStrictEqual(stored.input, { prompt: "[purged]" })
    assert.isNull(stored.metadata)
    assert.isTrue(stored.prompt_purged)
    assert.isTrue(stored.prompt_redacted)
    assert.strictEqual(stored.user, "anna")
    for (const field of ["outcome", "tags", "checks", "policy"]) {
      assert.deepStrictEqual(stored[field], answer[field], field)
    }
    assert.strictEqual((await read(`/${id}/explain`, key)).outcome, "block")
    assert.strictEqual((await read(`/${kept.id}`, key)).input.prompt, "a fox")
    assert.lengthOf((await read("?user=anna&outcome=block", key)).data, 1)

    const replay = await check(service, key, body, idempotent)
    assert.strictEqual(replay.headers["idempotent-replayed"], "true")
    assert.deepStrictEqual(replay.json(), { ...answer, id })
    assert.deepStrictEqual(JSON.parse(await purge("--json")), { purged: 0 })
  })

  it("takes what was sent a moment ago from a tenant that keeps nothing", async () => {
    const { service, storage } = fixture
    const { tenantId, test: key } = await storage.createWorkspace()
    const { id } = await decide(service, key, asking("a fox"))
    const { code, stderr } = await service.cli(["tenants", "limits", tenantId, "--retention-days", "0"])
    assert.strictEqual(code, 0, stderr)
    assert.deepStrictEqual(JSON.parse(await purge("--json")), { purged: 1 })
    assert.deepStrictEqual((await read(`/${id}`, key)).input, { prompt: "[purged]" })
  })

  it("takes the prompt of a review that is still open, which can be decided all the same", async () => {
    const { service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const { live } = workspace
    const { id } = await sendToReview(fixture, live)
    await storage.setLimits(workspace, { retentionDays: 0 })
    assert.deepStrictEqual(JSON.parse(await purge("--json")), { purged: 1 })

    const [open] = (await listReviews(service, live)).json().data
    assert.deepInclude(open, { id, status: "open" })
    assert.deepStrictEqual(open.decision.input, { prompt: "[purged]" })
    assert.isTrue(open.decision.prompt_purged)
    const reply = await giveVerdict(service, live, id, { verdict: "block" })
    assert.strictEqual(reply.status, 200, reply.text)
    assert.strictEqual(reply.json().status, "blocked")
    assert.deepStrictEqual((await listReviews(service, live, "?status=blocked")).json().data, [reply.json()])
  })

  it("says to people what it did", async () => {
    assert.strictEqual(await purge(), "purged: 0\n")
  })

  it("may run in two processes at once, which share the work", async () => {
    const { service, storage } = fixture
    const { test: key } = await storage.createWorkspace({ limits: { retentionDays: 1 } })
    const made = await Promise.all(Array.from({ length: 40 }, () => decide(service, key, asking("a fox"))))
    await Promise.all(made.map(({ id }) => age(id, 2)))
    const printed = await Promise.all([purge("--json"), purge("--json")])
    const purged = printed.map((text) => Number(JSON.parse(text).purged))
    assert.strictEqual(
      purged.reduce((total, count) => total + count, 0),
      40
    )
  })

  it("runs by itself when the service starts after a missed hour, and once for all processes", async () => {
    const { storage } = fixture
    const slots = await storage.rows(
      "SELECT job FROM scheduled_jobs WHERE finished_at IS NOT NULL ORDER BY job"
    )
    assert.deepStrictEqual(slots, [{ job: "partitions" }, { job: "purge" }, { job: "usage" }])
  })
})
