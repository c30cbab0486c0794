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
  [
    /^select distinct tenant_id from audit_pending where action = \S+ and starts_with\(actor, \S+\) limit \$1$/,
    "the tenants whose audit logs have entries to be chained; each is then taken by itself"
  ],
  [/^update queue_levels set /, "what waits is counted over all tenants"],
  [
    /^with too_late as \(/,
    "waits of every tenant's deliveries begin anew when the database's clock was set back"
  ],
  [/^with recursive turn as \(/, "the worker takes what is due of every tenant in turn"],
  [
    /^with made as \( ?select \* from unnest/,
    "attempts of many tenants are recorded at once, each with its own"
  ],
  [
    /^with moved as \(delete from \w+_default where id (?:>=|<) /,
    "rows move into the partition of their month"
  ],
  [
    /^select distinct to_char\(uuid_extract_timestamp\(id\) [^)]*\) as month from \w+_default where id < /,
    "the months of which rows are in the default partition"
  ],
  [
    /^select tenant_id, customer, .* from payment_accounts order by tenant_id$/,
    "the scheduled job works out the overage of all that pay"
  ],
  [
    /^select tenant_id, to_char\(day, [^)]*\) as day from overage_reports where sent_at is null and day > /,
    "the scheduled job sends what is due of everybody's"
  ],
  [/^update policy_versions v set published_at = v\.created_at from policies p where /, "a migration, once"],
  [/^insert into kept_webhook_secrets \(.*\) select distinct on /, "a migration, once"]
]

const tableReference = /\b(?:from|join|update|into)\s+(\w+)/g

/** A tenant that is given, and tenants that are equal to it: by column, by tuple or by USING. */
const bound = /\btenant_id = \(?\$\d+/
const equalities = /\btenant_id = |\((?:\w+\.)?tenant_id, [^)]*\) = |\busing \(tenant_id\b/g

/** The same of the mode, which may be a name, given or of a range of both. */
const equalModes = /\bmode = |\((?:\w+\.)?tenant_id, (?:\w+\.)?mode\b[^)]*\) = |\busing \(tenant_id, mode\b/g

export interface TenantTables {
  readonly all: ReadonlySet<string>
  /** Those whose rows are of one mode. */
  readonly moded: ReadonlySet<string>
}

const insertsWith = (column: string) => new RegExp(`^insert into \\w+ ?\\((?:"?\\w+"?, ?)*"?${column}"?[,)]`)

const insertsTenant = insertsWith("tenant_id")
const insertsMode = insertsWith("mode")

const isBound = (statement: string, { all, moded }: TenantTables): boolean => {
  const touched = [...statement.matchAll(tableReference)].map(([, name = ""]) => name)
  const ofTenants = touched.filter((name) => all.has(name)).length
  const ofModes = touched.filter((name) => moded.has(name)).length
  if (ofTenants === 0) return true
  if (ofTenants === 1 && insertsTenant.test(statement)) return ofModes === 0 || insertsMode.test(statement)
  const count = (equality: RegExp) => [...statement.matchAll(equality)].length
  return bound.test(statement) && count(equalities) >= ofTenants && count(equalModes) >= ofModes
}

/**
 * The statements that touch a tenant's table without being bound to one tenant, with a `tenant_id` that is given and
 * as many equalities of tenants as there are tables; or that leave open of which mode the rows are, where rows have one.
 */
export const unscopedIn = (statements: ReadonlyArray<string>, tables: TenantTables): ReadonlyArray<string> =>
  statements.filter((statement) => {
    const plain = statement.replaceAll(/\s+/g, " ").trim().toLowerCase()
    return !isBound(plain, tables) && !reasoned.some(([pattern]) => pattern.test(plain))
  })
