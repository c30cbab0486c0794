import { assert, describe, it } from "@effect/vitest"
import { setUp } from "./fixture.ts"

const fixture = setUp()

const failing = (commands: ReadonlyArray<ReadonlyArray<string>>) =>
  Promise.all(
    commands.map(async (words) => ({
      words: words.join(" "),
      ...(await fixture.service.cli([...words, "--json"]))
    }))
  )

describe("a command that cannot be done", () => {
  it(
    "says why on standard error, fails, and prints nothing on standard output",
    { timeout: 60_000 },
    async () => {
      const nobody = `ten_${"0".repeat(32)}`
      const { tenantId: id } = await fixture.storage.createWorkspace()
      const commands = [
        ["tenants", "plan", nobody],
        ["keys", "create", nobody, "--mode", "live"],
        ["keys", "revoke", id, `key_${"0".repeat(32)}`],
        ["tenants", "limits", id, "--rate-limit-per-minute", "0"],
        ["tenants", "plan", id, "--pauses-at", "tomorrow"],
        // The calendar does not have it, and the day that it would roll over to was not meant.
        ["tenants", "plan", id, "--pauses-at", "2026-02-30T00:00:00Z"],
        ["tenants", "create", "--name", "x".repeat(121)]
      ]
      for (const { code, stderr, stdout, words } of await failing(commands)) {
        assert.isAbove(code, 0, words)
        assert.strictEqual(stdout, "", words)
        assert.lengthOf(stderr.trimEnd().split("\n"), 1, stderr)
        if (words.includes("limits")) assert.include(stderr, "--rate-limit-per-minute cannot be 0")
      }
    }
  )

  it("says what a limit or an id would have to be", { timeout: 60_000 }, async () => {
    const { tenantId: id } = await fixture.storage.createWorkspace()
    const said = await failing([
      ["tenants", "limits", id, "--policies", "many"],
      ["tenants", "limits", id, "--live-checks", "1"],
      ["tenants", "limits", id, "--retention-days", "unlimited"],
      ["tenants", "limits", "Shop"]
    ])
    for (const [index, words] of [
      "--policies cannot be many: it must be a whole number, or unlimited",
      "--live-checks cannot be 1: it must be true or false",
      "--retention-days cannot be unlimited: it must be a whole number from 0 to 36500",
      "must be ten_ and 32 hex digits"
    ].entries()) {
      assert.include(said[index]?.stderr, words)
    }
  })

  it("prints nothing on standard output when it is misspelt, either", async () => {
    const commands = [
      ["tenants", "create", "--plan", "gold"],
      ["tenants", "remove"]
    ]
    for (const { code, stderr, stdout, words } of await failing(commands)) {
      assert.isAbove(code, 0, words)
      assert.isNotEmpty(stderr)
      assert.strictEqual(stdout, "", words)
    }
  })
})
