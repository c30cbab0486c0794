/** Statements that may reach more than one tenant, each with the reason. */
const reasoned: ReadonlyArray<readonly [statement: RegExp, reason: string]> = [
  [
    /^select tenant_id, id, mode from api_keys where hash = \$1/,
    "a key is found by its hash, and says whose it is"
  ],
  [
    /^with batch as \( ?select \* from unnest/,
    "a group commit writes the decisions of many tenants, each row with its own"
  ],
  [
    /^select asked\.position, .* from unnest\(.*\) with ordinality .* join idempotency_keys k using \(tenant_id, mode, key\) join decisions d on \(d\.tenant_id, /,
    "idempotency keys of many tenants are looked up at once, each in its own"
  ],
  [
    /^with due as \( select k\.tenant_id, .* join api_keys k using \(tenant_id, id\)/,
    "the last uses of many tenants' keys"
  ],
  [/^select tenant_id, .* from tenants order by tenant_id( limit \$1)?$/, "the operator lists the tenants"],
  [
    /^select users\.position, .* from unnest\(.*\) with ordinality as users\(/,
    "users of many tenants are looked up at once, each in its own"
  ],
  [/^update queue_levels set /, "what waits is counted over all tenants"],
  [/^with recursive turn as \(/, "the worker takes what is due of every tenant in turn"],
  [
    /^with made as \( ?select \* from unnest/,
    "attempts of many tenants are recorded at once, each with its own"
  ],
  [
    /^with moved as \(delete from \w+_default where id (?:>=|<) /,
    "rows move into the partition of their month"
  ],
  [/^update policy_versions v set published_at = v\.created_at from policies p where /, "a migration, once"]
]

const tableReference = /\b(?:from|join|update|into)\s+(\w+)/g

/** A tenant that is given, and tenants that are equal to it: by column, by tuple or by USING. */
const bound = /\btenant_id = \(?\$\d+/
const equalities = /\btenant_id = |\((?:\w+\.)?tenant_id, [^)]*\) = |\busing \(tenant_id\b/g

const isBound = (statement: string, tables: ReadonlySet<string>): boolean => {
  const touched = [...statement.matchAll(tableReference)].filter(([, name = ""]) => tables.has(name))
  if (touched.length === 0) return true
  if (/^insert into \w+ ?\((?:"?\w+"?, ?)*"?tenant_id"?[,)]/.test(statement) && touched.length === 1)
    return true
  return bound.test(statement) && [...statement.matchAll(equalities)].length >= touched.length
}

/**
 * The statements that touch a tenant's table without being bound to one tenant: with a `tenant_id` that is given,
 * and as many equalities of tenants as there are tables.
 */
export const unscopedIn = (
  statements: ReadonlyArray<string>,
  tenantTables: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const tables = new Set(tenantTables)
  return statements.filter((statement) => {
    const plain = statement.replaceAll(/\s+/g, " ").trim().toLowerCase()
    return !isBound(plain, tables) && !reasoned.some(([pattern]) => pattern.test(plain))
  })
}
