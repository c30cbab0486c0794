import { assert, describe, it } from "@effect/vitest"
import { shareService } from "./fixture.ts"

const fixture = shareService()

const future = "2099-01-02T03:04:05Z"

describe("a plan that cannot be as it is asked for", { timeout: 60_000 }, () => {
  const create = ["tenants", "create", "--name", "Acme"]

  it("is refused with one line that names the options", async () => {
    const { tenantId } = await fixture.storage.createWorkspace()
    const plan = ["tenants", "plan", tenantId]
    const before = await fixture.service.cli([...plan, "--json"])
    for (const [words, names] of [
      [
        [...plan, "--state", "active", "--pauses-at", future],
        ["--pauses-at", "--state"]
      ],
      [
        [...plan, "--state", "past_due", "--ended-at", future],
        ["--ended-at", "--state"]
      ]
    ] as const) {
      const { code, stderr, stdout } = await fixture.service.cli([...words, "--json"])
      assert.strictEqual(code, 1, words.join(" "))
      assert.strictEqual(stdout, "")
      assert.lengthOf(stderr.trimEnd().split("\n"), 1, stderr)
      for (const name of names) assert.include(stderr, name)
    }
    assert.deepStrictEqual(await fixture.service.cli([...plan, "--json"]), before)
  })

  it("is set where it could be meant", async () => {
    const { tenantId } = await fixture.storage.createWorkspace()
    const plan = ["tenants", "plan", tenantId]
    for (const words of [
      [...plan, "--plan", "none", "--state", "none", "--pauses-at", "none"],
      [...plan, "--plan", "none", "--state", "inactive"],
      [...plan, "--plan", "growth", "--state", "active", "--ended-at", "none", "--cancels-at", future],
      [...plan, "--state", "none"],
      [...plan, "--pauses-at", future],
      [...create, "--state", "inactive"],
      [...create, "--plan", "none", "--state", "active"],
      [...create, "--plan", "growth", "--state", "none"]
    ]) {
      const { code, stderr } = await fixture.service.cli(words)
      assert.strictEqual(code, 0, `${words.join(" ")}: ${stderr}`)
    }
  })
})
