import { assert, describe, it } from "@effect/vitest"
import { shareService } from "./fixture.ts"

const fixture = shareService()

const revoke = (...words: ReadonlyArray<string>) =>
  fixture.service.cli(["keys", "revoke", ...words, "--json"])

const idOf = async (tenantId: string, prefix: string) => {
  const { stdout } = await fixture.service.cli(["keys", "list", tenantId, "--json"])
  const { data } = JSON.parse(stdout)
  return data.find((key: { readonly prefix: string }) => key.prefix === prefix)?.id
}

describe("keys revoke", { timeout: 60_000 }, () => {
  it("takes the key itself, as often as its id", async () => {
    const { live, tenantId } = await fixture.storage.createWorkspace()
    const { code, stderr, stdout } = await revoke(tenantId, live)
    assert.strictEqual(code, 0, stderr)
    const revoked = JSON.parse(stdout)
    assert.strictEqual(revoked.id, await idOf(tenantId, live.slice(0, 16)))
    assert.isString(revoked.revoked_at)
    assert.notInclude(stdout + stderr, live)
    for (const again of [live, revoked.id]) {
      assert.deepStrictEqual(JSON.parse((await revoke(tenantId, again)).stdout), revoked)
    }
  })

  it("says nothing of a key that it cannot revoke, but why", async () => {
    const { live, tenantId, test } = await fixture.storage.createWorkspace()
    const others = await fixture.storage.createWorkspace()
    const nobody = `ten_${"0".repeat(32)}`
    const [last = ""] = live.slice(-1)
    const mistyped = `${live.slice(0, -1)}${last === "0" ? "1" : "0"}`
    const noKey = "the key must be an id, key_ and 32 hex digits, or a whole svc_live_ or svc_test_ key"
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [[tenantId, others.live], `tenant ${tenantId} has no such key`],
      [[tenantId, mistyped], noKey],
      [[tenantId, live.slice(0, 30)], noKey],
      [[tenantId, live.replace("svc_", "")], noKey],
      [[tenantId, `key_${"0".repeat(32)}`], `tenant ${tenantId} has no key key_${"0".repeat(32)}`],
      [[nobody, live], `there is no tenant ${nobody}`],
      [[live, tenantId], "ten_ and 32 hex digits"],
      [[tenantId, test, live], "Unexpected"],
      [[tenantId, `--key=${live}`], "--key"]
    ]
    for (const [words, reason] of cases) {
      const { code, stderr, stdout } = await revoke(...words)
      assert.strictEqual(code, 1, reason)
      assert.strictEqual(stdout, "")
      assert.include(stderr, reason)
      for (const key of [live, test, others.live, mistyped]) {
        assert.notInclude(stderr, key.slice("svc_live_".length, 25))
      }
    }
    assert.isString(await idOf(tenantId, live.slice(0, 16)))
  })
})
