import type { Pool } from "pg"

/** Every row of every table as text. Bytes are in hexadecimal there, so a secret may be in it in two ways. */
export const everyRow = async (pool: Pool): Promise<string> => {
  const { rows: tables } = await pool.query(
    `SELECT format('%I.%I', schemaname, tablename) name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
  )
  const texts: Array<string> = []
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT t::text AS text FROM ${name} t`)
    texts.push(`${name}\n${rows.map(({ text }) => text).join("\n")}`)
  }
  const text = texts.join("\n")
  const bytes = [...text.matchAll(/\\x([0-9a-f]{16,})/g)].map(([, hex = ""]) =>
    Buffer.from(hex, "hex").toString("latin1")
  )
  return [text, ...bytes].join("\n")
}
