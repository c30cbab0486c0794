import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import {
  asking,
  assertProblem,
  assertRateLimitHeaders,
  decide,
  jsonHeaders,
  shareService,
  timestamp
} from "./fixture.ts"

const fixture = shareService()

const read = (path: string, key: string) =>
  send(fixture.service.url, `/v1/decisions/${path}`, { headers: jsonHeaders(key) })

/** A decision made with a test key, with everything that a caller may send. */
const decided = async (scores = {}) => {
  const { engine, service } = fixture
  const prompt = engine.prompt(scores)
  const body = {
    ...asking(prompt),
    user: "user-1",
    metadata: { z: 1, a: ["\u0000", "\ud800", { 2: "two", 1: "one" }] }
  }
  const input = { prompt, negative_prompt: "blur \u0000", context: ["before", "after \udfff"] }
  const answer = await decide(
    service,
    service.keys.test,
    { ...body, input },
    { headers: { "idempotency-key": `key ${crypto.randomUUID()}` } }
  )
  return { answer, body, input }
}

describe("GET /v1/decisions/{id}", () => {
  it("returns what was sent and what was answered, without loss", async () => {
    const { service } = fixture
    const { answer, body, input } = await decided()
    const reply = await read(answer.id, service.keys.test)
    assertRateLimitHeaders(reply)
    const { actions, created_at, idempotency_key, input_tokens, ...stored } = reply.json()

    assert.deepStrictEqual(stored, {
      ...answer,
      input,
      prompt_redacted: false,
      prompt_purged: false,
      user: "user-1",
      metadata: body.metadata
    })
    assert.deepStrictEqual(actions, {
      review_id: null,
      webhook_events: [],
      webhooks_suppressed: null,
      shadow_mode: false
    })
    assert.match(created_at, timestamp)
    assert.match(idempotency_key, /^key /)
    assert.isNumber(input_tokens)
  })

  it("holds a placeholder in place of a prompt that was blocked with minors at the review line", async () => {
    const { service } = fixture
    const { answer } = await decided({ minors_sexual: 0.9 })
    const stored = (await read(answer.id, service.keys.test)).json()

    assert.strictEqual(stored.outcome, "block")
    assert.isTrue(stored.prompt_redacted)
    assert.deepStrictEqual(stored.input, { prompt: "[redacted]" })
  })

  it("is a 404 for the other mode, another workspace and an id that names nothing", async () => {
    const { service, storage } = fixture
    const { answer } = await decided()
    const other = await storage.createWorkspace({})
    const unknown = `dec_${"0".repeat(32)}`
    const refused = [
      await read(answer.id, service.keys.live),
      await read(answer.id, other.test),
      await read(unknown, service.keys.test),
      await read("nonsense", service.keys.test),
      await read(`${answer.id}/explain`, service.keys.live),
      await read(`${unknown}/explain`, service.keys.test)
    ]
    for (const reply of refused) assertProblem(service, reply, 404, "not_found")
    assert.strictEqual(new Set(refused.map(({ text }) => text)).size, 1)
  })

  it("is a 400 for an id of more than 64 characters and for a query that it does not know", async () => {
    const { service } = fixture
    const problem = assertProblem(
      service,
      await read(`${"a".repeat(65)}?x=1`, service.keys.test),
      400,
      "invalid_request",
      "some"
    )
    assert.deepStrictEqual(
      problem.issues.map((issue: string) => issue.split(":")[0]),
      ["path.id", "query.x"]
    )
  })

  it("reveals nothing to a key", async () => {
    const { service } = fixture
    const { answer } = await decided({ minors_sexual: 0.9 })
    for (const reveal of ["1", "true"]) {
      assertProblem(
        service,
        await read(`${answer.id}?reveal=${reveal}`, service.keys.live),
        403,
        "reveal_forbidden"
      )
    }
    assertProblem(
      service,
      await read(`${answer.id}?reveal=yes`, service.keys.test),
      400,
      "invalid_request",
      "some"
    )
  })
})

describe("GET /v1/decisions/{id}/explain", () => {
  it("explains each check by its score and its line, and quotes nothing of the prompt", async () => {
    const { service } = fixture
    const { answer, input } = await decided({ adult: 0.75, real_person: 0.5 })
    const explanation = (await read(`${answer.id}/explain`, service.keys.test)).json()

    assert.strictEqual(
      explanation.summary,
      "Sent to review: the prompt scored 0.50 on real people, exactly this policy's line of 0.50."
    )
    assert.deepStrictEqual(explanation.decided_by, {
      check: "real_person",
      policy_line: "checks.real_person.on_act",
      action: { type: "review" }
    })
    assert.deepStrictEqual(explanation.policy, {
      ...answer.policy,
      youth_coded_adult: "review",
      adult_max_level: 5
    })
    assert.deepStrictEqual(
      explanation.checks.map(({ act_line, check, review_line, routed }: Record<string, unknown>) => [
        check,
        routed,
        act_line,
        review_line
      ]),
      [
        ["minors_sexual", "allow", 0.5, 0.3],
        ["adult", "act", 0.7, 0.35],
        ["real_person", "act", 0.5, 0.3],
        ["copyrighted_ip", "allow", 0.5, 0.3]
      ]
    )
    assert.deepStrictEqual(explanation.actions.tags, ["adult"])
    assert.match(explanation.actions.review_id, /^rev_/)
    assert.isNotEmpty(explanation.actions.ran)
    assert.notInclude(JSON.stringify(explanation), input.prompt.slice(0, 20))
  })

  it("has the fields of the interface and no other, and margins beside them where they are asked for", async () => {
    const { service } = fixture
    const { answer } = await decided({ adult: 0.75 })
    const explained = async (query: string) =>
      (await read(`${answer.id}/explain${query}`, service.keys.test)).json()
    const plain = await explained("")
    assert.hasAllKeys(plain, [
      "id",
      "outcome",
      "dry_run",
      "mode",
      "summary",
      "decided_by",
      "policy",
      "checks",
      "actions",
      "engine_version",
      "created_at"
    ])
    const fields = "check version routed action policy_line score review_score act_line review_line".split(
      " "
    )
    for (const check of plain.checks) {
      const level = check.check === "adult" ? ["adult_level"] : []
      assert.hasAllKeys(check, [...fields, ...level, "explanation", "signals", "floors"])
    }
    const { checks, ...rest } = await explained("?margins=true")
    const without = checks.map(({ margins, ...check }: Record<string, unknown>) => {
      assert.isObject(margins)
      return check
    })
    assert.deepStrictEqual({ ...rest, checks: without }, plain)
    assertProblem(
      service,
      await read(`${answer.id}/explain?margins=no`, service.keys.test),
      400,
      "invalid_request",
      ['query.margins: must be "1" or "true"']
    )
  })
})
