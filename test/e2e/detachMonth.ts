import type { Storage } from "./Storage.ts"

/** Takes away the month that decisions are written to now. What is new goes to the default partition. */
export const detachMonth = async (storage: Storage) => {
  const [row] = await storage.rows(
    `SELECT 'decisions_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM') AS month`,
    []
  )
  await storage.rows(`ALTER TABLE decisions DETACH PARTITION ${String(row?.month)}`, [])
}
