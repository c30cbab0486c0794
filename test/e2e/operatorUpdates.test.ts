import { assert, describe, it } from "@effect/vitest"
import { Client } from "pg"
import { asTester } from "../support/sentStatements.ts"
import { setUp } from "./fixture.ts"

const fixture = setUp()

const query = async (statement: string) => {
  const { DATABASE_URL = "" } = fixture.service.data.environment
  const client = new Client({ connectionString: asTester(DATABASE_URL) })
  await client.connect()
  await client.query(statement)
  await client.end()
}

describe("an older version beside the schema of a newer one", () => {
  it("is refused by every command that opens the database", { timeout: 120_000 }, async () => {
    const { service } = fixture
    const id = String(service.tenantId)
    await query("INSERT INTO migrations (migration_id, name) VALUES (99, 'of_tomorrow')")
    const commands = [
      ["migrate"],
      ["serve"],
      ["tenants", "list"],
      ["keys", "list", id],
      ["purge"],
      ["audit", "verify", id]
    ]
    for (const words of commands) {
      const { code, stderr, stdout } = await service.cli(words)
      assert.strictEqual(code, 1, words.join(" "))
      assert.strictEqual(stdout, "")
      assert.match(stderr, /^prescreen: [^\n]*newer version[^\n]*0099_of_tomorrow[^\n]*\n$/)
    }
    await query("DELETE FROM migrations WHERE migration_id = 99")
    assert.strictEqual((await service.cli(["migrate"])).code, 0)
  })
})
