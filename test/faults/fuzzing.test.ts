import { assert, describe, it } from "@effect/vitest"
import { randomInt } from "node:crypto"
import { env } from "node:process"
import { afterAll } from "vitest"
import { asking, decide, jsonHeaders, setUp } from "../e2e/fixture.ts"
import { policyFor } from "../e2e/webhooks.ts"
import { readApiDocument } from "../support/ApiDocument.ts"
import type { ApiDocument } from "../support/ApiDocument.ts"
import { send } from "../support/httpClient.ts"
import type { Workshop } from "./fuzz/hostileRequest.ts"
import { fuzz } from "./fuzz/runFuzz.ts"
import { patience, report, scaled } from "./scale.ts"

/** Set it to have the requests of an earlier run again. */
const seed = env["FUZZ_SEED"] ?? String(randomInt(2 ** 31))

const requests = Number(env["FUZZ_REQUESTS"] ?? scaled(30, 10_000))

const fixture = setUp({ LOG_LEVEL: "error" })

const presets = ["adult-platform", "stock-imagery"]

/** Every id, cursor and name in an answer. */
const wordsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/"(?:id|next_cursor|decision_id|preset|event)":"([^"]+)"/g)].map(([, word = ""]) => word)

/** A workspace with one of everything, so that sound requests find something. */
const furnish = async (document: ApiDocument): Promise<Workshop> => {
  const { engine, service, storage } = fixture
  const policy = policyFor(["https://hooks.invalid/", ["allow", "review", "block", "review.verdict"]])
  const workspace = await storage.createWorkspace({ policy, limits: { rateLimitPerMinute: 1_000_000 } })
  await storage.createKey(workspace, "test")
  for (const score of [0, 0.4, 0.4, 0.9, 0.9]) {
    await decide(service, workspace.live, asking(engine.prompt({ minors_sexual: score })))
  }
  const known = [...presets]
  for (const { method, path } of document.operations) {
    if (method !== "GET" || path.includes("{") || !path.startsWith("/v1/")) continue
    const query = /decisions|review|deliveries/.test(path) ? "?limit=1" : ""
    const { text } = await send(service.url, `${path}${query}`, { headers: jsonHeaders(workspace.live) })
    known.push(...wordsIn(text))
  }
  return { document, key: workspace.live, known }
}

describe("generated and hostile requests", () => {
  const totals = new Map<number, number>()
  let endpoints = 0

  afterAll(() => {
    const counts = [...totals]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${count} times ${status === 0 ? "closed" : status}`)
    report(
      `fuzzing, seed ${seed}: ${requests} requests to each of ${endpoints} endpoints; ${counts.join(", ")}`
    )
  })

  it("are answered as the OpenAPI document says, and never with a 500", { timeout: patience }, async () => {
    const { service } = fixture
    const document = readApiDocument((await send(service.url, "/openapi.json")).json())
    assert.isAbove(document.operations.length, 20)
    const complaints: Array<string> = []
    for (const operation of document.operations) {
      const result = await fuzz(service.port, operation, await furnish(document), { requests, seed })
      endpoints += 1
      for (const [status, count] of result.statuses) totals.set(status, (totals.get(status) ?? 0) + count)
      const name = `${operation.method} ${operation.path}`
      complaints.push(...result.complaints.map((complaint) => `${name}: ${complaint}`))
    }
    assert.deepStrictEqual(complaints, [])
    assert.strictEqual((await send(service.url, "/health")).status, 200)
    assert.notInclude(service.stderr() + service.stdout(), "mistake of ours")
  })
})
