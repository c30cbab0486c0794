import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { randomUUID } from "node:crypto"
import { migrate } from "../../../src/adapters/postgres/database.ts"
import { connect, createDatabase, query } from "../../support/database.ts"

const isThere = Effect.map(
  query<{ readonly name: string | null }>("SELECT to_regclass('decisions_earlier')::text AS name"),
  ([row]) => (row?.name ?? null) !== null
)

/** A database that was restored by its superuser, for a role that gets what `grant` says; one partition is due. */
const restoredFor = Effect.fnUntraced(function* (grant: (role: string) => ReadonlyArray<string>) {
  const url = new URL(yield* createDatabase())
  const role = `role_${randomUUID().replaceAll("-", "")}`
  yield* Effect.provide(
    Effect.forEach(
      [`CREATE ROLE ${role} LOGIN`, "DROP TABLE decisions_earlier", ...grant(role)],
      (statement) => query(statement)
    ),
    connect(url.href)
  )
  const owner = url.href
  url.username = role
  return { owner, url: url.href, role }
})

const rightsOnRows = (role: string) => [
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
  `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`
]

const ownership = (role: string) => [
  `DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER TABLE %I OWNER TO ${role}', name);
    END LOOP;
  END $$`
]

/** What a start on the database logs, and whether it made the partition that was due. */
const start = Effect.fnUntraced(function* (url: string) {
  const lines: Array<string> = []
  const logger = Logger.map(Logger.formatJson, (line) => lines.push(line))
  return yield* Effect.gen(function* () {
    assert.deepStrictEqual(yield* migrate, [])
    return { log: lines.join("\n"), made: yield* isThere }
  }).pipe(Effect.provide([connect(url), Logger.layer([logger])]))
})

describe("a role that may not make partitions", () => {
  it.live.each([
    ["because it does not own the tables", rightsOnRows],
    ["because it may not create tables in the schema", ownership]
  ] as const)("is warned of, and keeps the service from nothing else: %s", ([, grant]) =>
    Effect.gen(function* () {
      const { owner, role, url } = yield* restoredFor(grant)
      const { log, made } = yield* start(url)
      assert.isFalse(made)
      assert.match(log, /WARN.*must own the tables|must own the tables.*WARN/)

      const mend = [`GRANT CREATE ON SCHEMA public TO ${role}`, ...ownership(role)]
      yield* Effect.provide(
        Effect.forEach(mend, (statement) => query(statement)),
        connect(owner)
      )
      assert.deepStrictEqual(yield* start(url), { log: "", made: true })
    })
  )
})
