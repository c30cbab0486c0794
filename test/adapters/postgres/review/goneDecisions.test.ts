import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { ReviewQueue } from "../../../../src/domain/review/ReviewQueue.ts"
import { newOpenItem } from "../../../domain/review/fixtures.ts"
import { newWorkspace } from "../../../fixtures.ts"
import { ProcessOnNewDatabase } from "../process.ts"

layer(ProcessOnNewDatabase, { excludeTestServices: true })("a page of review items", (it) => {
  it.effect("does not end at items whose decisions are gone, though one before them is there", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const workspace = yield* newWorkspace("live")
      const [first, ...others] = yield* Effect.replicateEffect(newOpenItem(workspace), 5)
      const gone = others.slice(0, 3).map(({ decision }) => toUuid(decision.id))
      yield* sql.unsafe("DELETE FROM decisions WHERE id = ANY ($1::text[]::uuid[])", [gone])
      const { items } = yield* (yield* ReviewQueue).list(
        workspace,
        { status: "open" },
        { after: first?.id ?? null, limit: 1 }
      )
      assert.deepStrictEqual(
        items.map(({ id }) => id),
        others.slice(3).map(({ id }) => id)
      )
    })
  )
})
