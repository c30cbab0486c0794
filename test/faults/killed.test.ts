import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { randomInt } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { findEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { openStorage, presetDocument } from "../e2e/Storage.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { assertWhole, checkMeanwhile, describeLedger } from "./acknowledged.ts"
import { patience, report, scaled } from "./scale.ts"

const secret = Redacted.make("0123456789abcdef")
/** Milliseconds under load before a kill: from hardly begun to well under way. */
const shortestLife = 20
const longestLife = 700

/** Lets clients check while the service is killed under them, and the last process answer all of them. */
const killUnderLoad = async (first: Service, apiKey: string, kills: number) => {
  const ledger = await checkMeanwhile(first, apiKey, async (target, { keyed }) => {
    for (let killed = 0; killed < kills && !target.finished; killed += 1) {
      await delay(randomInt(shortestLife, longestLife))
      const { service } = target
      target.service = undefined
      await service?.kill()
      target.service = await startService({ dataOf: first })
    }
    // Of both outcomes, however busy the machine is.
    await until("each client was told of several checks", () => keyed.size >= 100 || target.finished)
  })
  report(`killed ${kills} times: ${describeLedger(ledger)}`)
  assert.isAbove(ledger.lost, 0, "no kill hit a check under way")
  return ledger
}

describe("the service, killed with kill -9 under load", () => {
  it(
    "again and again: every acknowledged decision is there, no Idempotency-Key made two",
    { timeout: patience },
    async () => {
      await using service = await startService()
      const storage = openStorage(service)
      const { live } = await storage.createWorkspace({
        limits: { rateLimitPerMinute: 1_000_000 },
        policy: {
          ...presetDocument("adult-platform"),
          webhooks: [{ url: "https://hooks.invalid/", events: ["allow", "review"], secret }]
        }
      })
      await storage.close()
      const ledger = await killUnderLoad(service, live, scaled(2, 100))
      const { deliveries, reviews } = await assertWhole(
        service.data.environment["DATABASE_URL"] ?? "",
        ledger
      )
      assert.isAbove(reviews, 0)
      assert.isAbove(deliveries, reviews)
    }
  )

  it("beside a Postgres of its own, which lives on: the same", { timeout: patience }, async () => {
    await using service = await startService({ database: "embedded" })
    const { data } = JSON.parse((await service.cli(["tenants", "list", "--json"])).stdout)
    const lifted = await service.cli(["tenants", "limits", data[0].id, "--rate-limit-per-minute", "1000000"])
    assert.strictEqual(lifted.code, 0, lifted.stderr)
    const ledger = await killUnderLoad(service, service.keys.live, scaled(1, 10))
    const url = await Effect.runPromise(findEmbeddedPostgres(service.data.dataDirectory ?? ""))
    await assertWhole(Option.getOrThrow(url), ledger)
  })
})
