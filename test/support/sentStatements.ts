import { Client } from "pg"
import { unscopedIn } from "./tenantScope.ts"
import type { TenantTables } from "./tenantScope.ts"

/** Who the services of a test run are to Postgres, by which their statements are told from those of tests. */
export const serviceRole = "prescreen_service"

const asRole = (url: string, role: string): string =>
  url.replace(/^postgres:\/\/[^@/]*@/, `postgres://${role}@`)

/** The url with which a service comes to a database of the run's server. */
export const asService = (url: string): string => asRole(url, serviceRole)

/** The url with which a test looks into the database of a service. */
export const asTester = (url: string): string => asRole(url, "prescreen")

const tables = `
  SELECT table_name AS name, EXISTS (
    SELECT FROM information_schema.key_column_usage k
    WHERE k.table_schema = 'public' AND k.table_name = c.table_name AND k.column_name = 'mode'
  ) AS moded
  FROM information_schema.columns c WHERE table_schema = 'public' AND column_name = 'tenant_id'`

const sent = `
  SELECT query FROM pg_stat_statements
  WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND userid = (SELECT oid FROM pg_roles WHERE rolname = $1)`

/** What services sent to a database, and the tables of tenants there. */
export const readSent = async (
  url: string
): Promise<{ readonly statements: ReadonlyArray<string>; readonly tables: TenantTables }> => {
  const client = new Client({ connectionString: asTester(url) })
  await client.connect()
  try {
    const { rows: found } = await client.query(tables)
    const names = (rows: ReadonlyArray<{ name: string }>) => new Set(rows.map(({ name }) => name))
    const { rows } = await client.query(sent, [serviceRole])
    return {
      statements: rows.map(({ query }) => String(query)),
      tables: { all: names(found), moded: names(found.filter(({ moded }) => moded)) }
    }
  } finally {
    await client.end()
  }
}

/** Throws if a service sent this database a statement that forgot its tenant. */
export const assertScoped = async (url: string): Promise<void> => {
  const { statements, tables } = await readSent(url)
  const unscoped = unscopedIn(statements, tables)
  if (unscoped.length > 0) {
    throw new Error(`A service sent statements that are bound to no tenant:\n${unscoped.join("\n")}`)
  }
}
