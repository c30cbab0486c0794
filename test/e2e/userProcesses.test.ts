import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { asking, check, decide, shareService } from "./fixture.ts"
import { ok } from "./policyCalls.ts"
import { pausing, ruleCalls, tagging } from "./ruleCalls.ts"

const fixture = shareService()
const started: Array<Service> = []

beforeAll(async () => {
  const environment = { ENGINE: "http", ENGINE_URL: fixture.engine.url }
  started.push(await startService({ dataOf: fixture.service, environment }))
})
afterAll(() => Promise.all(started.map((service) => service[Symbol.asyncDispose]())))

const processes = () => [fixture.service, ...started]

const workspace = async (rule: object) => {
  const made = await fixture.storage.createWorkspace({ policy: "stock-imagery" })
  const { live } = made
  await ok(ruleCalls(fixture.service, live).create(rule), 201)
  const body = (user: string, adult = 0.9) => ({ ...asking(fixture.engine.prompt({ adult })), user })
  return { ...made, body }
}

describe("two processes", () => {
  it("count the checks of one user as one, each exactly once", async () => {
    const { body, live } = await workspace(tagging({ count: 10 }))
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        check(processes()[index % 2] ?? fixture.service, live, body("u"))
      )
    )
    const decisions = replies.map((reply) => {
      assert.strictEqual(reply.status, 200, reply.text)
      return reply.json()
    })
    assert.lengthOf(
      decisions.filter(({ tags }) => tags.includes("watch")),
      31
    )
  })

  it("make one decision of requests with one key, and count it once", async () => {
    const { body, live } = await workspace(tagging({ count: 2 }))
    const [one, other] = processes()
    const same = body("u")
    const replies = await Promise.all(
      [one, other, one, other].map((service) =>
        check(service ?? fixture.service, live, same, { headers: { "idempotency-key": "k" } })
      )
    )
    const decisions = replies.map((reply) => reply.json())
    assert.strictEqual(new Set(decisions.map(({ id }) => id)).size, 1)
    assert.deepStrictEqual(decisions[0].tags, [])
    assert.deepStrictEqual((await decide(fixture.service, live, body("u"))).tags, ["watch"])
  })

  it("pause a user for each other from the next check on", async () => {
    const { body, live } = await workspace(pausing({ count: 2 }))
    const [one = fixture.service, other = fixture.service] = processes()
    for (let round = 0; round < 5; round += 1) {
      const user = `u${round}`
      await decide(one, live, body(user))
      await decide(other, live, body(user))
      assert.strictEqual((await decide(one, live, body(user, 0))).outcome, "block")
      assert.strictEqual((await decide(other, live, body(user, 0))).outcome, "block")
      await ok(ruleCalls(other, live).resume(user))
      assert.strictEqual((await decide(one, live, body(user, 0))).outcome, "allow")
    }
  })

  it("hear of a pause by hand in a workspace without rules", async () => {
    const { live } = await fixture.storage.createWorkspace({ policy: "stock-imagery" })
    const [one = fixture.service, other = fixture.service] = processes()
    const clean = (service: Service) =>
      decide(service, live, { ...asking(fixture.engine.prompt()), user: "u" })
    assert.strictEqual((await clean(other)).outcome, "allow")
    await ok(ruleCalls(one, live).pause("u"))
    assert.strictEqual((await clean(one)).outcome, "block")
    await until("the other process has heard of it", async () => (await clean(other)).outcome === "block")
  })
})
