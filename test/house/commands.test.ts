import { assert, describe, it } from "@effect/vitest"
import { codesIn, tableBelow } from "../support/documentTables.ts"
import { runCommand } from "../support/operatorCommand.ts"

/** The words of every command below some words, as the help of each lists its subcommands. */
const commandsBelow = async (words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { stdout } = await runCommand([...words, "--help"], {})
  const [, listed = ""] = stdout.split("SUBCOMMANDS\n")
  const names = [...listed.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = ""]) => name)
  if (names.length === 0) return [words.join(" ")]
  const below = await Promise.all(names.map((name) => commandsBelow([...words, name])))
  return below.flat()
}

describe("the commands in docs/operations.md", { timeout: 60_000 }, () => {
  it("are those that the help lists, in its order", async () => {
    const documented = tableBelow("docs/operations.md", "The operator's command").map(([command = ""]) =>
      (codesIn(command)[0] ?? "").replace(/ (?:--|[A-Z]).*$/, "")
    )
    assert.deepStrictEqual(documented, await commandsBelow([]))
  })
})
