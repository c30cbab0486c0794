import { assert, describe, it } from "@effect/vitest"
import { eventually } from "../support/until.ts"
import { answer } from "../support/webhookReceiver.ts"
import { asking, assertProblem, decide } from "./fixture.ts"
import { ok, policyCalls } from "./policyCalls.ts"
import { giveVerdict, sendToReview } from "./reviews.ts"
import { uuidOf } from "./Storage.ts"
import { api, deliveriesOf, policyFor, secret, setUpWithReceiver } from "./webhooks.ts"

const { fixture, receiver } = await setUpWithReceiver({ WEBHOOK_RETRY_DELAYS: "0s,20ms,20ms,20ms" })

describe("the deliveries of a workspace", () => {
  it("are listed newest first, by page, by decision, by status and by event", async () => {
    const { engine, service, storage } = fixture
    const [good, bad] = [receiver.hook(), receiver.hook(answer(500))]
    const { live } = await storage.createWorkspace({
      policy: policyFor([good, ["allow", "tag", "review"]], [bad, ["allow"]])
    })
    const tagged = await decide(service, live, asking(engine.prompt({ adult: 0.9 })))
    for (let count = 0; count < 4; count += 1) await decide(service, live, asking("two foxes"))
    const reviewed = await decide(service, live, asking(engine.prompt({ real_person: 0.9 })))

    const all = await eventually("every delivery has ended", async () => {
      const items = await deliveriesOf(fixture.service, live)
      return items.every(({ status }: { status: string }) => /delivered|failed/.test(status))
        ? items
        : undefined
    })
    assert.lengthOf(all, 12)
    const ids = all.map(({ id }: { id: string }) => id)
    assert.deepStrictEqual(ids, ids.toSorted().toReversed())

    const paged: Array<string> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await api(service, live, `/v1/deliveries?limit=5${cursor && `&cursor=${cursor}`}`)
      assert.isAtMost(page.body.data.length, 5)
      paged.push(...page.body.data.map(({ id }: { id: string }) => id))
      cursor = page.body.next_cursor
    }
    assert.deepStrictEqual(paged, ids)

    const pick = (matches: (item: Record<string, unknown>) => boolean) => all.filter(matches)
    assert.deepStrictEqual(
      await deliveriesOf(fixture.service, live, `?decision=${tagged.id}`),
      pick((item) => item["decision_id"] === tagged.id)
    )
    assert.deepStrictEqual(
      await deliveriesOf(fixture.service, live, `?decision=${tagged.id}&event=tag`),
      pick((item) => item["decision_id"] === tagged.id && item["event"] === "tag")
    )
    for (const status of ["delivered", "failed", "waiting"]) {
      assert.deepStrictEqual(
        await deliveriesOf(fixture.service, live, `?status=${status}`),
        pick((item) => item["status"] === status)
      )
      assert.deepStrictEqual(
        await deliveriesOf(fixture.service, live, `?decision=${tagged.id}&status=${status}`),
        pick((item) => item["decision_id"] === tagged.id && item["status"] === status)
      )
    }
    assert.deepStrictEqual(
      await deliveriesOf(fixture.service, live, "?event=allow&limit=100"),
      pick((item) => item["event"] === "allow")
    )
    assert.deepStrictEqual(
      await deliveriesOf(fixture.service, live, "?event=allow&status=failed"),
      pick((item) => item["event"] === "allow" && item["status"] === "failed")
    )
    assert.lengthOf(await deliveriesOf(fixture.service, live, `?decision=${reviewed.id}`), 1)
    assert.deepStrictEqual(await deliveriesOf(fixture.service, live, "?decision=dec_unknown"), [])
  })

  it("are nobody else's: not another workspace's, not a test key's", async () => {
    const { service, storage } = fixture
    const url = receiver.hook()
    const [mine, theirs] = [
      await storage.createWorkspace({ policy: policyFor([url, ["allow"]]) }),
      await storage.createWorkspace()
    ]
    await decide(service, mine.live, asking("two foxes"))
    await receiver.received(url)
    const [{ id }] = await deliveriesOf(fixture.service, mine.live)
    for (const key of [mine.test, theirs.live]) {
      assert.deepStrictEqual(await deliveriesOf(fixture.service, key), [])
      for (const [path, method] of [
        [`/v1/deliveries/${id}`, "GET"],
        [`/v1/deliveries/${id}/redeliver`, "POST"]
      ] as const) {
        assertProblem(service, (await api(service, key, path, method)).reply, 404, "not_found")
      }
    }
  })

  it("refuse what they do not know: filters, cursors of another list, ids", async () => {
    const { service, storage } = fixture
    const url = receiver.hook()
    const { live } = await storage.createWorkspace({ policy: policyFor([url, ["allow"]]) })
    for (let count = 0; count < 2; count += 1) await decide(service, live, asking("two foxes"))
    const get = async (path: string) => (await api(service, live, `/v1/deliveries${path}`)).reply
    for (const query of ["?status=lost", "?event=deny", "?limit=0", "?limit=101", "?page=2", "?cursor=x"]) {
      assertProblem(service, await get(query), 400, "invalid_request", "some")
    }
    const { next_cursor } = (await api(service, live, "/v1/deliveries?limit=1")).body
    assertProblem(service, await get(`?cursor=${next_cursor}&event=allow`), 400, "invalid_request", "some")
    for (const id of ["x", "01a1f98f-b3b1-7525-8749-8d8522714825"]) {
      assertProblem(service, await get(`/${id}`), 404, "not_found")
    }
    assertProblem(service, await get(`/${"x".repeat(65)}`), 400, "invalid_request", "some")
  })

  it("fails, and is sent to nobody, when no version that counts has its url any more", async () => {
    const { service, storage } = fixture
    const url = receiver.hook(answer(500))
    const workspace = await storage.createWorkspace({ policy: policyFor() })
    const { live, policyId = "", tenantId } = workspace
    const review = await sendToReview(fixture, live)
    // The version with the url came after the decision, and by now another has long replaced it.
    const calls = policyCalls(service, live)
    const { policy: document } = await ok(calls.version(policyId, 1))
    const hook = { url, events: ["review.verdict"], secret }
    await ok(calls.addVersion(policyId, { ...document, webhooks: [hook] }), 201)
    await ok(calls.publish(policyId, { version: 2 }))
    assert.strictEqual((await giveVerdict(service, live, review.id)).status, 200)
    const failed = await eventually(
      "its attempts are used up",
      async () => (await deliveriesOf(fixture.service, live, "?status=failed"))[0]
    )
    await ok(calls.addVersion(policyId, document), 201)
    await ok(calls.publish(policyId, { version: 3 }))
    await storage.rows(
      `UPDATE policy_versions SET published_at = published_at - interval '2 days' WHERE policy_id = $1`,
      [uuidOf(policyId)]
    )
    await storage.rows("SELECT pg_notify('prescreen_changes', $1)", [tenantId])

    const read = async () => (await api(service, live, `/v1/deliveries/${failed.id}`)).body
    const again = await eventually("the service has heard of it", async () => {
      const { status } = await api(service, live, `/v1/deliveries/${failed.id}/redeliver`, "POST")
      assert.strictEqual(status, 202)
      const sent = receiver.calls(url).length
      const ended = await eventually("it has ended", async () => {
        const delivery = await read()
        return delivery.status === "failed" ? delivery : undefined
      })
      return receiver.calls(url).length === sent ? ended : undefined
    })
    assert.deepInclude(again.attempts.at(-1), { status_code: null, fault: "secret_unknown" })
    assert.lengthOf(receiver.calls(url), again.attempts.length - 1)
  })

  it("can be read but not sent again once the plan has ended", async () => {
    const { service, storage } = fixture
    const url = receiver.hook()
    const workspace = await storage.createWorkspace({ policy: policyFor([url, ["allow"]]) })
    const { live } = workspace
    await decide(service, live, asking("two foxes"))
    await receiver.received(url)
    const [{ id }] = await deliveriesOf(fixture.service, live)
    await storage.setSubscription(workspace, { state: "inactive" })
    const refused = await eventually("the service has heard of it", async () => {
      const { reply } = await api(service, live, `/v1/deliveries/${id}/redeliver`, "POST")
      return reply.status === 402 ? reply : undefined
    })
    assertProblem(service, refused, 402, "subscription_inactive")
    assert.strictEqual((await api(service, live, `/v1/deliveries/${id}`)).status, 200)
  })
})
