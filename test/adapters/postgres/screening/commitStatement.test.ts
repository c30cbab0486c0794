import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { batchParameters, batchParts } from "../../../../src/adapters/postgres/screening/commitBatch.ts"
import type { BatchPart } from "../../../../src/adapters/postgres/screening/commitBatch.ts"
import { commitStatement } from "../../../../src/adapters/postgres/screening/commitStatement.ts"
import { OwnDatabase } from "../../../support/database.ts"

const combinations = batchParts.reduce<ReadonlyArray<ReadonlyArray<BatchPart>>>(
  (sets, part) => [...sets, ...sets.map((set) => [...set, part])],
  [[]]
)

layer(OwnDatabase, { timeout: "60 seconds" })("the statement of a batch", (it) => {
  it.effect("is one that Postgres takes, with the batch's parameters, whatever parts the batch has", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      assert.lengthOf(combinations, 32)
      for (const combination of combinations) {
        const parts = new Set(combination)
        const rows = yield* sql.unsafe(commitStatement(parts), [0, ...batchParameters([], parts)])
        assert.deepStrictEqual(rows, [{ leftOut: [] }], combination.join())
      }
    })
  )
})
