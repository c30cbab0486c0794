import { assert, describe, it } from "@effect/vitest"
import { shareService } from "./fixture.ts"
import { uuidOf } from "./Storage.ts"

const fixture = shareService()

const limits = async (...words: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await fixture.service.cli(["tenants", "limits", ...words])
  assert.strictEqual(code, 0, stderr)
  return stdout
}

describe("a limit that was overridden", { timeout: 60_000 }, () => {
  it("is marked for people, and can be the plan's own again", async () => {
    const { tenantId: id } = await fixture.storage.createWorkspace()
    const before = await limits(id, "--json")
    const set = ["--retention-days", "30", "--policies", "unlimited", "--live-checks", "false"]
    const overridden = await limits(id, ...set)
    for (const line of ["retention_days: 30", "policies: unlimited", "live_checks: false"]) {
      assert.include(overridden, `${line} (set for this tenant)\n`)
    }
    assert.include(overridden, "rate_limit_per_minute: 12000\n")

    const back = await limits(id, "--retention-days", "plan", "--policies", "plan", "--rules", "3")
    assert.include(back, "retention_days: 365\n")
    assert.include(back, "policies: unlimited\n")
    assert.include(back, "rules: 3 (set for this tenant)\n")
    const all = ["--live-checks", "plan", "--rules", "plan", "--included-decisions", "plan"]
    assert.strictEqual(await limits(id, ...all, "--json"), before)
  })
})

describe("a look at a tenant", { timeout: 60_000 }, () => {
  it("neither writes nor locks it", async () => {
    const { service, storage } = fixture
    const { tenantId: id } = await storage.createWorkspace()
    // The transactions that wrote the row and that locked it last.
    const touched = () =>
      storage.rows("SELECT xmin::text, xmax::text FROM tenants WHERE tenant_id = $1", [uuidOf(id)])
    const before = await touched()
    for (const command of ["limits", "plan"]) {
      assert.strictEqual((await service.cli(["tenants", command, id])).code, 0)
      assert.deepStrictEqual(await touched(), before, command)
    }
    await limits(id, "--rules", "3")
    assert.notDeepEqual(await touched(), before)
  })
})
