import { assert, describe, it } from "@effect/vitest"
import { assertRecent, shareService } from "./fixture.ts"

const fixture = shareService()

const run = async (...words: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await fixture.service.cli(words)
  assert.strictEqual(code, 0, stderr)
  return stdout
}

describe("audit list", { timeout: 60_000 }, () => {
  it("tells the latest changes, the newest last, by whom and from what to what", async () => {
    const { tenantId: id } = await fixture.storage.createWorkspace()
    await run("tenants", "shadow", id, "on")
    await run("tenants", "limits", id, "--policies", "3")
    const { data, ...rest } = JSON.parse(await run("audit", "list", id, "--json"))
    assert.deepStrictEqual(rest, {})
    const actions = data.map(({ action }: { readonly action: string }) => action)
    assert.strictEqual(actions[0], "tenant.created")
    assert.deepStrictEqual(actions.slice(-2), ["shadow_mode.changed", "limits.changed"])
    const { entries } = JSON.parse(await run("audit", "verify", id, "--json"))
    assert.deepStrictEqual(
      data.map(({ entry }: { readonly entry: number }) => entry),
      Array.from({ length: entries }, (_, index) => index + 1)
    )
    const last = data.at(-1)
    assertRecent(last.at)
    assert.deepStrictEqual(last, {
      entry: entries,
      at: last.at,
      actor: "operator",
      action: "limits.changed",
      subject: id,
      before: { limits: {} },
      after: { limits: { policies: 3 } }
    })

    const latest = JSON.parse(await run("audit", "list", id, "--limit", "2", "--json"))
    assert.deepStrictEqual(latest.data, data.slice(-2))
    const text = await run("audit", "list", id, "--limit", "1")
    assert.include(text, `action: limits.changed\nsubject: ${id}\n`)
    assert.include(text, "before:\n  limits: none\nafter:\n  limits:\n    policies: 3\n")
  })

  it("refuses a number of entries that cannot be listed, and a tenant that is not there", async () => {
    const { cli } = fixture.service
    const { tenantId: id } = await fixture.storage.createWorkspace()
    for (const limit of ["0", "10001", "-1", "1.5", "all"]) {
      const { code, stderr, stdout } = await cli(["audit", "list", id, `--limit=${limit}`])
      assert.deepStrictEqual([code, stdout], [1, ""], limit)
      assert.include(stderr, `--limit cannot be "${limit}": it must be a whole number from 1 to 10000`)
    }
    const { code, stderr } = await cli(["audit", "list", `ten_${"0".repeat(32)}`])
    assert.strictEqual(code, 1)
    assert.include(stderr, "there is no tenant")
  })
})
