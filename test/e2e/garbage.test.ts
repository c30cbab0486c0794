import { assert, describe, it } from "@effect/vitest"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { asking, decide } from "./fixture.ts"

const countPromoted = new URL("../support/countPromoted.ts", import.meta.url).pathname

const atATime = 32

const decideMany = (service: Service, name: string, many: number) => {
  let sent = 0
  const client = async () => {
    while (sent < many) {
      sent += 1
      await decide(service, service.keys.live, asking("A lighthouse at dusk"), {
        headers: { "idempotency-key": `${name} ${sent}` }
      })
    }
  }
  return Promise.all(Array.from({ length: atATime }, client))
}

/** Bytes that the collector of the young generation handed on to the old one, for each check of many. */
const promotedByEach = async (many: number) => {
  await using service = await startService({ environment: { NODE_OPTIONS: `--import=${countPromoted}` } })
  await service.cli(["tenants", "plan", String(service.tenantId), "--plan", "enterprise"])
  const limit = ["--rate-limit-per-minute", "1000000"]
  await service.cli(["tenants", "limits", String(service.tenantId), ...limit])
  // Until the code is compiled and the caches are filled, which stay.
  await decideMany(service, "warm-up", many)
  process.kill(service.pid, "SIGUSR2")
  await decideMany(service, "counted", many)
  await service.stop()
  return Number(/^promoted (\d+)$/m.exec(service.stderr())?.[1] ?? Number.NaN) / many
}

describe("what a check leaves behind", () => {
  it("does not outlive it", { timeout: 120_000 }, async () => {
    const bytes = await promotedByEach(2_000)
    // All of a check is 13,000 bytes and more. A little is compiled and cached even now.
    assert.isBelow(bytes, 4_000)
  })
})
