import { assert, describe, it } from "@effect/vitest"
import { shareService } from "./fixture.ts"

const fixture = shareService()

const failing = (commands: ReadonlyArray<ReadonlyArray<string>>) =>
  Promise.all(
    commands.map(async (words) => ({
      words: words.join(" "),
      ...(await fixture.service.cli([...words, "--json"]))
    }))
  )

describe("a command without its second word", () => {
  it("fails with its help on standard error, which --help prints on standard output", async () => {
    for (const words of [[], ["tenants"], ["audit"]]) {
      const [half, help] = await Promise.all([
        fixture.service.cli(words),
        fixture.service.cli([...words, "--help"])
      ])
      assert.deepStrictEqual([half.code, half.stdout], [1, ""], words.join(" "))
      assert.include(half.stderr, "SUBCOMMANDS")
      assert.deepStrictEqual([help.code, help.stderr, help.stdout], [0, "", half.stderr])
    }
  })
})

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
        ["tenants", "create", "--name", "x".repeat(121)],
        // `LOG_LEVEL` says what is logged.
        ["tenants", "create", "--name", "x", "--log-level", "none"],
        // There is no terminal on which it could ask.
        ["tenants", "create", "--name", "x", "--wizard"]
      ]
      for (const { code, stderr, stdout, words } of await failing(commands)) {
        assert.isAbove(code, 0, words)
        assert.strictEqual(stdout, "", words)
        assert.lengthOf(stderr.trimEnd().split("\n"), 1, stderr)
        if (words.includes("limits")) assert.include(stderr, "--rate-limit-per-minute cannot be 0")
        if (words.includes("pauses-at")) assert.include(stderr, "--pauses-at cannot be ")
      }
    }
  )

  it("says what a limit or an id would have to be", { timeout: 60_000 }, async () => {
    const { tenantId: id } = await fixture.storage.createWorkspace()
    const said = await failing([
      ["tenants", "limits", id, "--policies", "many"],
      ["tenants", "limits", id, "--live-checks", "1"],
      ["tenants", "limits", id, "--retention-days", "unlimited"],
      ["tenants", "limits", id, "--included-decisions", "99999999999999999999"]
    ])
    for (const [index, words] of [
      "--policies cannot be many: it must be a whole number up to 9007199254740991, or unlimited",
      "--live-checks cannot be 1: it must be true or false, or plan",
      "--retention-days cannot be unlimited: it must be a whole number from 0 to 36500",
      "--included-decisions cannot be 99999999999999999999: it must be a whole number up to 9007199254740991"
    ].entries()) {
      assert.include(said[index]?.stderr, words)
    }
  })

  it("says in one line how it is misspelt, on standard error alone", { timeout: 60_000 }, async () => {
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [
        ["tenants", "plan", "Shop"],
        '<tenant> cannot be "Shop": it must be ten_ and 32 hex digits (see prescreen tenants plan --help)'
      ],
      [
        ["tenants", "creat"],
        'Unknown subcommand "creat" for "prescreen tenants"; there is create (see prescreen tenants --help)'
      ],
      [["tenants", "create"], "Missing required flag: --name (see prescreen tenants create --help)"]
    ]
    const results = await failing(cases.map(([words]) => words))
    for (const [index, { code, stderr, stdout }] of results.entries()) {
      // `--json` is no flag of a command that only has others.
      const first = stderr.split("\n").find((line) => !line.includes("--json"))
      assert.strictEqual(code, 1)
      assert.strictEqual(first, `prescreen: ${cases[index]?.[1]}`)
      assert.strictEqual(stdout, "")
    }
  })
})
