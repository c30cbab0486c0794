import type { Pool } from "pg"
import type { Part } from "../Bench.ts"
import { countBlocks } from "../blocks.ts"

interface Size {
  readonly table: string
  readonly index: string | null
  readonly bytes: number
}

/** Of each table with its TOAST table, and of each index, partitions added up under their parent. */
const sizes = `
  WITH parts AS (
    SELECT oid AS part, coalesce((SELECT inhparent FROM pg_inherits WHERE inhrelid = oid), oid) AS whole
    FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace
  )
  SELECT coalesce(indrelid, whole)::regclass::text AS table,
    CASE WHEN indrelid IS NOT NULL THEN whole::regclass::text END AS index,
    sum(CASE WHEN indrelid IS NULL THEN pg_table_size(part) ELSE pg_relation_size(part) END)::float8 AS bytes
  FROM parts LEFT JOIN pg_index ON indexrelid = whole
  GROUP BY 1, 2 ORDER BY 1, 2 NULLS FIRST`

const sizesOf = async (pool: Pool): Promise<ReadonlyArray<Size>> => (await pool.query<Size>(sizes)).rows

/**
 * What a decision leaves behind: bytes by table and index, and bytes of write-ahead log. It is what the capacity model
 * of docs/scaling.md starts from. Each has a prompt, a user, metadata and an
 * idempotency key of its own.
 */
export const storage: Part = async ({ measure, pool, quick, server }) => {
  const before = await sizesOf(pool)
  const amount = quick ? 20_000 : 100_000
  const { result, wal } = await countBlocks(pool, () =>
    measure(server, { connections: 64, seconds: 0, amount, uniqueKeys: true })
  )
  const after = await sizesOf(pool)
  const grown = after.map((size) => {
    const old = before.find(({ index, table }) => table === size.table && index === size.index)
    return { ...size, bytes: (size.bytes - (old?.bytes ?? 0)) / result.answered }
  })
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    rows: [
      {
        ...result,
        what: "decisions stored",
        note: `${total.toFixed(0)} bytes each, ${wal.toFixed(0)} of log in all`
      },
      ...grown
        .filter(({ bytes }) => bytes >= 1)
        .map(({ bytes, index, table }) => ({
          what: `  ${index ?? table}`,
          note: `${bytes.toFixed(0)} bytes a decision`
        })),
      { what: "  write-ahead log", note: `${(wal / result.answered).toFixed(0)} bytes a decision` }
    ],
    bars: []
  }
}
