import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import type { PolicyDocument } from "../../src/domain/policy/PolicyDocument.ts"
import type { Scores } from "../fakes/ScriptedEngineServer.ts"
import { startService } from "../support/serviceProcess.ts"
import { asking, assertProblem, check, shareService } from "./fixture.ts"
import { withKey } from "./replays.ts"
import { giveVerdict, idsIn, listReviews, readDecision, sendToReview } from "./reviews.ts"
import { presetDocument, uuidOf } from "./Storage.ts"
import type { TestWorkspace } from "./Storage.ts"

const fixture = shareService()

const secret = Redacted.make("0123456789abcdef")

const listening: PolicyDocument = {
  ...presetDocument("adult-platform"),
  webhooks: [
    { url: "https://a.invalid/", events: ["review.verdict", "block"], secret },
    { url: "https://b.invalid/", events: ["block", "allow", "tag"], secret },
    { url: "https://c.invalid/", events: ["review.verdict"], secret }
  ]
}

const rule = (key: string, id: string, verdict: string) => giveVerdict(fixture.service, key, id, { verdict })

/** All ways in which a key sees a decision that went to review, after its verdict. */
const everyView = async (key: string, decision: string, status: string) => {
  const { service } = fixture
  const [item] = (await listReviews(service, key, `?status=${status}`)).json().data
  return {
    stored: (await readDecision(service, key, decision)).json(),
    explained: (await readDecision(service, key, `${decision}/explain`)).json(),
    item
  }
}

const deliveriesOf = ({ tenantId }: TestWorkspace) =>
  fixture.storage.rows(
    `SELECT mode, url, event, replace(review_id::text, '-', '') review, replace(decision_id::text, '-', '') decision
     FROM webhook_deliveries WHERE tenant_id = $1 ORDER BY url`,
    [uuidOf(tenantId)]
  )

const auditOf = ({ tenantId }: TestWorkspace) =>
  fixture.storage.rows(
    "SELECT actor, action, subject, after FROM audit_log WHERE tenant_id = $1 AND action LIKE 'review.%' ORDER BY entry",
    [uuidOf(tenantId)]
  )

/** Over the review line of the preset by the review score alone, so that the policy sends it to review. */
const overTheLine: Scores = { minors_sexual: { score: 0.2, reviewScore: 0.3 } }

describe("a blocking verdict on a decision with minors at the review line", () => {
  it("redacts the prompt everywhere at once, and changes nothing else of the decision", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const { answer, id, prompt, stored } = await sendToReview(fixture, live, overTheLine)
    assert.deepStrictEqual(stored.input, { prompt })
    const before = (await readDecision(service, live, `${answer.id}/explain`)).json()

    const verdict = await rule(live, id, "block")
    assert.isTrue(verdict.json().decision.prompt_redacted)
    assert.deepStrictEqual(verdict.json().decision.input, { prompt: "[redacted]" })

    const views = await everyView(live, answer.id, "blocked")
    assert.deepStrictEqual(views.item, verdict.json())
    assert.deepStrictEqual(views.stored, {
      ...stored,
      prompt_redacted: true,
      input: { prompt: "[redacted]" }
    })
    const { ran, ...actions } = views.explained.actions
    assert.deepStrictEqual({ ...views.explained, actions: { ...actions, ran: ran.slice(0, -1) } }, before)
    assert.match(ran.at(-1), /redacted/)
    assert.notInclude(JSON.stringify(views), prompt)
  })

  it("leaves the answer to a replay as it was", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const key = withKey("replayed after the verdict")
    const { answer, id, prompt } = await sendToReview(fixture, live, overTheLine, key)
    await rule(live, id, "block")
    const replay = await check(service, live, asking(prompt), key)
    assert.strictEqual(replay.headers["idempotent-replayed"], "true")
    assert.deepStrictEqual(replay.json(), answer)
  })
})

describe("any other verdict", () => {
  it("leaves the prompt to be read", async () => {
    const { storage } = fixture
    const { live } = await storage.createWorkspace()
    for (const [scores, verdict, status] of [
      [overTheLine, "allow", "allowed"],
      [overTheLine, "dismiss", "dismissed"],
      [{ minors_sexual: 0.29, real_person: 0.6 }, "block", "blocked"]
    ] as const) {
      const { answer, id, prompt, stored } = await sendToReview(fixture, live, scores)
      await rule(live, id, verdict)
      const views = await everyView(live, answer.id, status)
      assert.deepStrictEqual(views.stored, stored)
      assert.deepStrictEqual(views.item.decision.input, { prompt })
      assert.isFalse(views.item.decision.prompt_redacted)
    }
  })
})

describe("what comes of a verdict", () => {
  it("is a delivery for each webhook that listens to verdicts, whatever the verdict, and an audit entry", async () => {
    const { storage } = fixture
    for (const verdict of ["allow", "block", "dismiss"]) {
      const workspace = await storage.createWorkspace({ policy: listening })
      const { answer, id } = await sendToReview(fixture, workspace.live)
      const reply = await rule(workspace.live, id, verdict)
      const of = { event: "review.verdict", mode: "live", review: uuidOf(id), decision: uuidOf(answer.id) }
      assert.deepStrictEqual(await deliveriesOf(workspace), [
        { ...of, url: "https://a.invalid/" },
        { ...of, url: "https://c.invalid/" }
      ])
      const { status, verdict: given } = reply.json()
      assert.deepStrictEqual(await auditOf(workspace), [
        {
          actor: given.by,
          action: "review.decided",
          subject: id,
          after: { status, verdict, prompt_redacted: false }
        }
      ])
    }
  })

  it("is no delivery for a test decision", async () => {
    const workspace = await fixture.storage.createWorkspace({ policy: listening })
    const { id } = await sendToReview(fixture, workspace.test)
    assert.strictEqual((await rule(workspace.test, id, "block")).status, 200)
    assert.deepStrictEqual(await deliveriesOf(workspace), [])
    assert.lengthOf(await auditOf(workspace), 1)
  })
})

describe("fifty verdicts at once, in two processes on one database", () => {
  it("are one that wins and forty-nine that are refused for it", async () => {
    const { engine, service, storage } = fixture
    const environment = { ENGINE: "http", ENGINE_URL: engine.url }
    await using second = await startService({ dataOf: service, environment })
    for (const verdicts of [["block"], ["allow", "block", "dismiss"]]) {
      const workspace = await storage.createWorkspace({ policy: listening })
      const { id } = await sendToReview(fixture, workspace.live, overTheLine)
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          giveVerdict(index % 2 === 0 ? service : second, workspace.live, id, {
            verdict: verdicts[index % verdicts.length],
            note: `note ${index}`
          })
        )
      )
      const [winner, ...others] = replies.toSorted((a, b) => a.status - b.status)
      assert.isDefined(winner)
      assert.strictEqual(winner.status, 200, winner.text)
      for (const reply of others) {
        const { type, ...problem } = reply.json()
        assert.match(type, /\/problems\/already_decided$/)
        assert.deepInclude(problem, { status: 409, code: "already_decided" })
      }
      const item = winner.json()
      for (const process of [service, second]) {
        const listed = await listReviews(process, workspace.live, `?status=${item.status}`)
        assert.deepStrictEqual(listed.json().data, [item])
        assert.deepStrictEqual(idsIn(await listReviews(process, workspace.live)), [])
      }
      assert.lengthOf(await deliveriesOf(workspace), 2)
      assert.lengthOf(await auditOf(workspace), 1)
      assertProblem(service, await rule(workspace.live, id, "allow"), 409, "already_decided")
    }
    assert.strictEqual(await second.stop(), 0)
  })
})
