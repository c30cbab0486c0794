import type { Pool } from "pg"

/**
 * How many blocks of 8 kB Postgres touches, in memory or on disk, while something runs, and how many bytes of
 * write-ahead log it writes: what a request costs it whatever else the machine does.
 */
export const countBlocks = async <A>(pool: Pool, use: () => Promise<A>) => {
  await pool.query("SELECT pg_stat_statements_reset()")
  const result = await use()
  const { rows } = await pool.query(`
    SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 AS blocks,
      coalesce(sum(wal_bytes), 0)::float8 AS wal
    FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`)
  return { result, blocks: Number(rows[0]?.blocks), wal: Number(rows[0]?.wal) }
}
