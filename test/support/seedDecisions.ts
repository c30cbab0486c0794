export interface Seed {
  /** As it is in the database. */
  readonly tenantId: string
  readonly decisions: number
  /** Of the first and of the last decision, in milliseconds. */
  readonly from: number
  readonly to: number
}

/** Of three policies: two share all decisions but one in a thousand, which the third has. */
export const seededPolicies = ["1", "2", "3"].map((last) => `22222222-0000-7000-8000-00000000000${last}`)

/** A user of half the decisions, and one of some twenty thousand others. */
export const seededUsers = { frequent: "batch", rare: "user 17" } as const

/**
 * Inserts live decisions, evenly over time. A tenth blocks and a tenth goes to review, by checks that alternate; one
 * in twenty is a dry run. Some pairs of frequent things never meet: the frequent user has nothing in review, nor
 * with the rare policy.
 */
export const seedDecisions = ({ decisions, from, tenantId, to }: Seed): string => `
  INSERT INTO decisions (tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version,
    engine_version, latency_ms, input_tokens, user_id, reached_checks, prompt_redacted, tags, detail)
  SELECT '${tenantId}', 'live',
    (lpad(to_hex(${from}::bigint + ((${to}::bigint - ${from}::bigint)::numeric * n / ${decisions})::bigint), 12, '0')
      || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
    CASE n % 10 WHEN 0 THEN 'block' WHEN 1 THEN 'review' ELSE 'allow' END,
    n % 20 = 3, false,
    CASE WHEN n % 1000 = 7 THEN '${seededPolicies[2]}' WHEN n % 3 = 0 THEN '${seededPolicies[0]}'
      ELSE '${seededPolicies[1]}' END::uuid,
    1, 'seed-1', 4, 7,
    CASE WHEN n % 2 = 0 THEN '${seededUsers.frequent}' WHEN n % 4 = 1 THEN 'user ' || n % 20011 END,
    CASE n % 10 WHEN 0 THEN 1 + n % 20 / 10 * 4 WHEN 1 THEN 2 WHEN 2 THEN 8 ELSE 0 END,
    n % 10 = 0, '[]', '{}'
  FROM generate_series(1, ${decisions}) n`
