import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect } from "effect"
import type { Outcome } from "../../domain/policy/Action.ts"
import { firstIdAt, idRangeOf, timeOf } from "../../domain/screening/DecisionFilter.ts"
import type { DecisionFilter, DecisionListItem, IdRange } from "../../domain/screening/DecisionFilter.ts"
import type { PageRequest } from "../../domain/screening/DecisionLog.ts"
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
  to: firstIdAt(DateTime.add(DateTime.startOf(timeOf(to - 1n), "month"), { months: 1 }))
})

export interface Statement {
  readonly text: string
  readonly parameters: ReadonlyArray<string | number>
}

/** The columns that make a kind, after those that a filter fixes. Each beginning of them has an index. */
const kindOf = ({ policyId, user }: DecisionFilter) => {
  const fixed: ReadonlyArray<readonly [column: string, value: string, type: string]> = [
    ...(user === undefined ? [] : [["user_id", user, "text"] as const]),
    ...(policyId === undefined ? [] : [["policy_id", toUuid(policyId), "uuid"] as const])
  ]
  if (user !== undefined) return { fixed, columns: ["user_id", "policy_id", "facet"] }
  return { fixed, columns: policyId === undefined ? ["facet"] : ["policy_id", "facet"] }
}

const descending = (columns: ReadonlyArray<string>) => columns.map((column) => `${column} DESC`).join(", ")

/**
 * One page as one statement whose work is bounded however many decisions there are and however few of them match.
 *
 * Decisions come in few kinds: each has one `facet` (outcome, dry run and reached checks in one number), one policy
 * and perhaps a user. An index leads from each kind to its decisions in the order of their ids. So the kinds that the
 * months at hand have are found first, by jumping along the index from one to the next; of each kind that is asked
 * for the newest ids are read, no more than a page of them; and the newest of all those are the page. The rows
 * themselves are read last. Nothing is read to be thrown away but at most a page for each kind.
 *
 * Without filters the primary key is that index. Ids that are wanted are a range, which leaves out whole partitions.
 *
 * What a filter fixes is written as a range too, and sorted by. That leaves the planner no other index: with an
 * equality it may well take one that is almost as good by its statistics, and read a partition for want of a match.
 */
export const listStatement = (
  { mode, tenantId }: Workspace,
  filter: DecisionFilter,
  range: IdRange,
  rows: number
): Statement => {
  const parameters: Array<string | number> = []
  const bind = (value: string | number, type: string) => `$${parameters.push(value)}::${type}`
  const workspace = `tenant_id = ${bind(toUuid(tenantId), "uuid")} AND mode = ${bind(mode, "text")}`
  const bounds = ({ from, to }: IdRange) => [bind(uuidOfNumber(from), "uuid"), bind(uuidOfNumber(to), "uuid")]
  const [from, to] = bounds(range)
  const wanted = `id >= ${from} AND id < ${to}`
  const limit = `LIMIT ${bind(rows, "int8")}`

  const facets = facetConditions(filter)
  const { columns, fixed } = kindOf(filter)
  if (fixed.length === 0 && facets.length === 0) {
    const text = `SELECT ${listColumns} FROM decisions WHERE ${workspace} AND ${wanted} ORDER BY id DESC ${limit}`
    return { text, parameters }
  }

  // The index of users has no row without one, and a comparison of rows does not tell that there is one.
  const named = filter.user === undefined ? workspace : `${workspace} AND user_id IS NOT NULL`
  const [monthsFrom, monthsTo] = bounds(monthsOf(range))
  const names = fixed.map(([column]) => column).join(", ")
  const values = fixed.map(([, value, type]) => bind(value, type)).join(", ")
  const scope = [
    named,
    `id >= ${monthsFrom} AND id < ${monthsTo}`,
    ...(fixed.length === 0 ? [] : [`(${names}) >= (${values})`, `(${names}) <= (${values})`])
  ].join(" AND ")
  const kind = columns.join(", ")
  const ofKind = columns.map((column) => `kinds.${column}`).join(", ")

  const text = `
WITH RECURSIVE kinds AS (
  (SELECT ${kind} FROM decisions WHERE ${scope} ORDER BY ${kind} LIMIT 1)
  UNION ALL
  SELECT following.* FROM kinds CROSS JOIN LATERAL (
    SELECT ${kind} FROM decisions WHERE ${scope} AND (${kind}) > (${ofKind}) ORDER BY ${kind} LIMIT 1
  ) following
),
page AS (
  SELECT newest.id FROM kinds CROSS JOIN LATERAL (
    SELECT id FROM decisions
    WHERE ${named} AND ${wanted}
      AND (${kind}, id) >= (${ofKind}, ${from}) AND (${kind}, id) < (${ofKind}, ${to})
    ORDER BY ${descending([...columns, "id"])} ${limit}
  ) newest
  ${facets.length === 0 ? "" : `WHERE ${facets.join(" AND ")}`}
  ORDER BY id DESC ${limit}
)
SELECT found.* FROM page CROSS JOIN LATERAL (
  SELECT ${listColumns} FROM decisions WHERE ${workspace} AND id = page.id AND ${wanted} LIMIT 1
) found
ORDER BY found.id DESC`
  return { text, parameters }
}

/** Beyond this no id is looked for, so that the default partition stays closed: it would have to be merged in. */
const horizon = Effect.map(DateTime.now, (now) => firstIdAt(DateTime.add(now, { months: 1 })))

/** Months that a page looks into at first, and next when those did not fill it. The rest comes last. */
const strides = [3, 12]

/** The range in parts, the newest first, each of whole months but for the ends. */
export const stridesOf = ({ from, to }: IdRange): ReadonlyArray<IdRange> => {
  const parts: Array<IdRange> = []
  let end = to
  for (const months of strides) {
    const start = firstIdAt(
      DateTime.subtract(DateTime.startOf(timeOf(end - 1n), "month"), { months: months - 1 })
    )
    if (start <= from) break
    parts.push({ from: start, to: end })
    end = start
  }
  return [...parts, { from, to: end }]
}

export const makeList = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient

  return Effect.fnUntraced(function* (workspace: Workspace, filter: DecisionFilter, page: PageRequest) {
    const { from, to } = idRangeOf(filter, page.after)
    const end = yield* horizon
    const range = { from, to: to < end ? to : end }
    const found: Array<DecisionListItem> = []
    for (const part of range.from < range.to ? stridesOf(range) : []) {
      const { parameters, text } = listStatement(workspace, filter, part, page.limit + 1 - found.length)
      // Planned for its values: a plan that holds for any range would open every partition.
      const rows = yield* resilient(sql.unsafe(text, parameters).unprepared)
      found.push(...(yield* Effect.orDie(decodeListRows(rows))).map(toListItem))
      if (found.length > page.limit) break
    }
    return toPage(found, page.limit)
  })
})
