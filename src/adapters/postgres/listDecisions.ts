import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect } from "effect"
import type { Outcome } from "../../domain/policy/Action.ts"
import { firstIdAt, idRangeOf, timeOf } from "../../domain/screening/DecisionFilter.ts"
import type { DecisionFilter, DecisionListItem, IdRange } from "../../domain/screening/DecisionFilter.ts"
import type { PageRequest } from "../../domain/screening/DecisionLog.ts"
import type { Page } from "../../domain/shared/Page.ts"
import { toPage } from "../../domain/shared/Page.ts"
import type { Workspace } from "../../domain/shared/Workspace.ts"
import { bitOf, decodeListRows, listColumns, toListItem } from "./decisionRow.ts"
import { resilient } from "./resilience.ts"
import { toUuid, uuidOfNumber } from "./uuid.ts"

/** What the column `facet` says, as the migration that made it writes it. */
const outcomeNumbers: { readonly [Name in Outcome]: number } = { allow: 0, review: 1, block: 2 }

const facetConditions = ({ check, dryRun, outcome }: DecisionFilter): ReadonlyArray<string> => [
  ...(outcome === undefined ? [] : [`kinds.facet >> 9 = ${outcomeNumbers[outcome]}`]),
  ...(dryRun === undefined ? [] : [`kinds.facet >> 8 & 1 = ${dryRun ? 1 : 0}`]),
  ...(check === undefined ? [] : [`kinds.facet & ${bitOf(check)} <> 0`])
]

/** The whole months that a range lies in, which are partitions. */
const monthsOf = ({ from, to }: IdRange): IdRange => ({
  from: firstIdAt(DateTime.startOf(timeOf(from), "month")),
  to: firstIdAt(DateTime.add(DateTime.startOf(timeOf(to), "month"), { months: 1 }))
})

export interface Statement {
  readonly text: string
  readonly parameters: ReadonlyArray<string | number>
}

/**
 * One page as one statement whose work is bounded however many decisions there are and however few of them match.
 *
 * Decisions come in few kinds: each has one `facet` (outcome, dry run and reached checks in one number), and with a
 * user one policy. An index leads from each kind to its decisions in the order of their ids. So the kinds that the
 * months at hand have are found first, by jumping along the index from one to the next; of each kind that is asked
 * for the newest ids are read, no more than a page of them; and the newest of all those are the page. The rows
 * themselves are read last. Nothing is read to be thrown away but at most a page for each kind.
 *
 * Without filters the primary key is that index. Ids that are wanted are a range, which leaves out whole partitions.
 */
export const listStatement = (
  { mode, tenantId }: Workspace,
  filter: DecisionFilter,
  range: IdRange,
  rows: number
): Statement => {
  const parameters: Array<string | number> = []
  const bind = (value: string | number, type: string) => `$${parameters.push(value)}::${type}`
  const conditions = [`tenant_id = ${bind(toUuid(tenantId), "uuid")}`, `mode = ${bind(mode, "text")}`]
  const within = ({ from, to }: IdRange) =>
    `id >= ${bind(uuidOfNumber(from), "uuid")} AND id < ${bind(uuidOfNumber(to), "uuid")}`
  const { policyId, user } = filter
  const workspace = conditions.join(" AND ")
  const wanted = within(range)
  const newest = `ORDER BY id DESC LIMIT ${bind(rows, "int8")}`

  const facets = facetConditions(filter)
  if (policyId === undefined && user === undefined && facets.length === 0) {
    const text = `SELECT ${listColumns} FROM decisions WHERE ${workspace} AND ${wanted} ${newest}`
    return { text, parameters }
  }

  if (user !== undefined) conditions.push(`user_id = ${bind(user, "text")}`)
  if (policyId !== undefined) conditions.push(`policy_id = ${bind(toUuid(policyId), "uuid")}`)
  const kind = user !== undefined && policyId === undefined ? ["policy_id", "facet"] : ["facet"]
  const ofKind = kind.map((column) => `kinds.${column}`).join(", ")
  const scope = conditions.join(" AND ")
  const months = `${scope} AND ${within(monthsOf(range))}`
  const nextKind = `ORDER BY ${kind.join(", ")} LIMIT 1`

  const text = `
WITH RECURSIVE kinds AS (
  (SELECT ${kind.join(", ")} FROM decisions WHERE ${months} ${nextKind})
  UNION ALL
  SELECT following.* FROM kinds CROSS JOIN LATERAL (
    SELECT ${kind.join(", ")} FROM decisions WHERE ${months} AND (${kind.join(", ")}) > (${ofKind}) ${nextKind}
  ) following
),
page AS (
  SELECT newest.id FROM kinds CROSS JOIN LATERAL (
    SELECT id FROM decisions WHERE ${scope} AND (${kind.join(", ")}) = (${ofKind}) AND ${wanted} ${newest}
  ) newest
  ${facets.length === 0 ? "" : `WHERE ${facets.join(" AND ")}`}
  ${newest}
)
SELECT found.* FROM page CROSS JOIN LATERAL (
  SELECT ${listColumns} FROM decisions WHERE ${workspace} AND id = page.id LIMIT 1
) found
ORDER BY found.id DESC`
  return { text, parameters }
}

const empty: Page<DecisionListItem> = { items: [], isLast: true }

/** Beyond this no id is looked for, so that the default partition stays closed: it would have to be merged in. */
const horizon = Effect.map(DateTime.now, (now) => firstIdAt(DateTime.add(now, { months: 1 })))

export const makeList = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient

  return Effect.fnUntraced(function* (workspace: Workspace, filter: DecisionFilter, page: PageRequest) {
    const { from, to } = idRangeOf(filter, page.after)
    const end = yield* horizon
    const range = { from, to: to < end ? to : end }
    if (range.from >= range.to) return empty
    const { parameters, text } = listStatement(workspace, filter, range, page.limit + 1)
    // Planned for its values: a plan that holds for any range would open every partition.
    const rows = yield* resilient(sql.unsafe(text, parameters).unprepared)
    return toPage((yield* Effect.orDie(decodeListRows(rows))).map(toListItem), page.limit)
  })
})
