import { assert, describe, it } from "@effect/vitest"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { root } from "../support/operatorCommand.ts"
import { filesOf, importing, lint, restricted } from "./planted.ts"

const client = 'export { PgClient } from "@effect/sql-pg"\n'

/** Every way to Postgres that knows no tenant. */
const ways = [
  client,
  'import * as all from "@effect/sql-pg"\nexport const planted = all\n',
  'export { SqlClient } from "effect/sql"\n',
  importing("@effect/sql-pg/PgClient"),
  importing("effect/sql/SqlClient")
]

describe("Postgres' client, which reaches every tenant's rows,", () => {
  it("is kept from whoever has no reason for it", async () => {
    const planted = ways.flatMap((way, index) => [
      [`src/adapters/postgres/Planted${index}.ts`, way] as const,
      [`src/adapters/postgres/users/Planted${index}.ts`, way] as const
    ])
    const { failed, reports } = await lint({
      ...Object.fromEntries(planted),
      "src/adapters/postgres/acrossTenants.ts": client,
      "src/adapters/postgres/migrations/0001_planted.ts": client,
      "src/adapters/postgres/users/RulesPostgres.ts":
        'import { PgTypes } from "@effect/sql-pg"\nimport { Statement } from "effect/sql"\nexport const types = [PgTypes, Statement]\n'
    })
    assert.isTrue(failed)
    assert.deepStrictEqual(filesOf(restricted(reports)), planted.map(([path]) => path).toSorted())
    assert.include(restricted(reports)[0]?.help, "reached through scopedSql")
  })

  it("is not known outside of its adapter", async () => {
    const names = await readdir(join(root, "src"), { recursive: true })
    const others = names.filter((name) => name.endsWith(".ts") && !name.startsWith("adapters/postgres/"))
    assert.isAtLeast(others.length, 100)
    const texts = await Promise.all(others.map((name) => readFile(join(root, "src", name), "utf8")))
    const knowing = others.filter((_, index) =>
      /from "(?:@effect\/sql|effect\/sql|pg["/])/.test(texts[index] ?? "")
    )
    assert.deepStrictEqual(knowing, [])
  })
})
