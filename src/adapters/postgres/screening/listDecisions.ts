import { DateTime, Effect } from "effect"
import { Statement } from "effect/sql"
import type { Outcome } from "../../../domain/policy/Action.ts"
import { idRangeOf } from "../../../domain/screening/DecisionFilter.ts"
import type { DecisionFilter, DecisionListItem, IdRange } from "../../../domain/screening/DecisionFilter.ts"
import { firstIdAt, timeOfId } from "../../../domain/shared/ids.ts"
import type { DecisionId } from "../../../domain/shared/ids.ts"
import { toPage } from "../../../domain/shared/Page.ts"
import type { PageRequest } from "../../../domain/shared/Page.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { resilient } from "../resilience.ts"
import { part, rawSql, scopedSql, scopeOf } from "../scopedSql.ts"
import type { Scope } from "../scopedSql.ts"
import { toUuid, uuidOfNumber } from "../uuid.ts"
import { checkBits, decodeListRows, listColumns, toListItem } from "./decisionRow.ts"

/** The numbers that stand for the outcomes in the column `facet`, as its migration defines it. */
const outcomeNumbers: { readonly [Name in Outcome]: number } = { allow: 0, review: 1, block: 2 }

const facetConditions = ({ check, dryRun, outcome }: DecisionFilter): ReadonlyArray<string> => [
  ...(outcome === undefined ? [] : [`kinds.facet >> 9 = ${outcomeNumbers[outcome]}`]),
  ...(dryRun === undefined ? [] : [`kinds.facet >> 8 & 1 = ${dryRun ? 1 : 0}`]),
  ...(check === undefined ? [] : [`kinds.facet & ${checkBits[check]} <> 0`])
]

/** The whole months that contain a range. Each month is a partition. */
const monthsOf = ({ from, to }: IdRange): IdRange => ({
  from: firstIdAt(DateTime.startOf(timeOfId(from), "month")),
  to: firstIdAt(DateTime.add(DateTime.startOf(timeOfId(to - 1n), "month"), { months: 1 }))
})

const boundsOf = ({ from, to }: IdRange) =>
  [part`${uuidOfNumber(from)}::uuid`, part`${uuidOfNumber(to)}::uuid`] as const

/**
 * The columns that define a kind under this filter, and those of them that the filter fixes, with their values. There
 * is an index for each such list of columns.
 */
const kindOf = ({ policyId, user }: DecisionFilter) => {
  const fixed = [
    ...(user === undefined ? [] : [{ column: "user_id", value: part`${user}::text` }]),
    ...(policyId === undefined ? [] : [{ column: "policy_id", value: part`${toUuid(policyId)}::uuid` }])
  ]
  if (user !== undefined) return { fixed, columns: ["user_id", "policy_id", "facet"] }
  return { fixed, columns: policyId === undefined ? ["facet"] : ["policy_id", "facet"] }
}

const descending = (columns: ReadonlyArray<string>) => columns.map((column) => `${column} DESC`).join(", ")

const columnsOfList = rawSql(listColumns)
const nothing = rawSql("")

/**
 * One page as one statement, whose work is bounded however many decisions there are and however few of them match.
 *
 * Decisions come in few kinds: each has one `facet` (outcome, dry run and reached checks in one number), one policy and
 * perhaps a user. An index leads from each kind to its decisions in the order of their ids. So the kinds that occur in
 * the months at hand are found first, by jumping along the index from one to the next. Then the newest ids of each kind
 * that is asked for are read, no more than a page of them. The newest of all these are the page, whose rows are read
 * last. So at most one page of ids for each kind is read in vain.
 *
 * Without filters, the primary key is that index. The wanted ids are a range, which leaves out whole partitions.
 *
 * What a filter fixes is also written as a range, and sorted by. That leaves the planner no other index. With an
 * equality it may well choose one that its statistics call almost as good, and read a whole partition for lack of a
 * match.
 */
export const pageOf = (workspace: Workspace, filter: DecisionFilter, range: IdRange, rows: number): Scope => {
  const [from, to] = boundsOf(range)
  const wanted = part`id >= ${from} AND id < ${to}`
  const limit = part`LIMIT ${rows}::int8`

  const facets = facetConditions(filter)
  const { columns, fixed } = kindOf(filter)
  if (fixed.length === 0 && facets.length === 0) {
    return part`
SELECT ${columnsOfList} FROM decisions WHERE ${scopeOf(workspace)} AND ${wanted} ORDER BY id DESC ${limit}`
  }

  // The index by user has no rows without a user, and Postgres does not infer from a comparison of rows that there is
  // one.
  const named = filter.user === undefined ? nothing : rawSql("AND user_id IS NOT NULL")
  const [monthsFrom, monthsTo] = boundsOf(monthsOf(range))
  const names = rawSql(fixed.map(({ column }) => column).join(", "))
  const values = Statement.csv(fixed.map(({ value }) => value))
  const ofFilter =
    fixed.length === 0 ? nothing : part`AND (${names}) >= (${values}) AND (${names}) <= (${values})`
  const ofMonths = part`${scopeOf(workspace)} ${named} AND id >= ${monthsFrom} AND id < ${monthsTo} ${ofFilter}`
  const kind = rawSql(columns.join(", "))
  const ofKind = rawSql(columns.map((column) => `kinds.${column}`).join(", "))

  return part`
WITH RECURSIVE kinds AS (
  (SELECT ${kind} FROM decisions WHERE ${ofMonths} ORDER BY ${kind} LIMIT 1)
  UNION ALL
  SELECT following.* FROM kinds CROSS JOIN LATERAL (
    SELECT ${kind} FROM decisions WHERE ${ofMonths} AND (${kind}) > (${ofKind}) ORDER BY ${kind} LIMIT 1
  ) following
),
page AS (
  SELECT newest.id FROM kinds CROSS JOIN LATERAL (
    SELECT id FROM decisions
    WHERE ${scopeOf(workspace)} ${named} AND ${wanted}
      AND (${kind}, id) >= (${ofKind}, ${from}) AND (${kind}, id) < (${ofKind}, ${to})
    ORDER BY ${rawSql(descending([...columns, "id"]))} ${limit}
  ) newest
  ${facets.length === 0 ? nothing : rawSql(`WHERE ${facets.join(" AND ")}`)}
  ORDER BY id DESC ${limit}
)
SELECT found.* FROM page CROSS JOIN LATERAL (
  SELECT ${columnsOfList} FROM decisions WHERE ${scopeOf(workspace)} AND id = page.id AND ${wanted} LIMIT 1
) found
ORDER BY found.id DESC`
}

/** No id beyond this is looked for. Otherwise the default partition would have to be read and merged in. */
const horizon = Effect.map(DateTime.now, (now) => firstIdAt(DateTime.add(now, { months: 1 })))

/** How many months a page looks into at first, and next if those did not fill it. All remaining months come last. */
const strides = [3, 12]

/** The range in parts, newest first. Each consists of whole months, except at the ends of the range. */
export const stridesOf = ({ from, to }: IdRange): ReadonlyArray<IdRange> => {
  const parts: Array<IdRange> = []
  let end = to
  for (const months of strides) {
    const start = firstIdAt(
      DateTime.subtract(DateTime.startOf(timeOfId(end - 1n), "month"), { months: months - 1 })
    )
    if (start <= from) break
    parts.push({ from: start, to: end })
    end = start
  }
  return [...parts, { from, to: end }]
}

export const makeList = Effect.gen(function* () {
  const sql = yield* scopedSql

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    filter: DecisionFilter,
    page: PageRequest<DecisionId>
  ) {
    const { from, to } = idRangeOf(filter, page.after)
    const end = yield* horizon
    const range = { from, to: to < end ? to : end }
    const found: Array<DecisionListItem> = []
    for (const stride of range.from < range.to ? stridesOf(range) : []) {
      const rest = pageOf(workspace, filter, stride, page.limit + 1 - found.length)
      // Planned for its own values: a plan for any range would open every partition.
      const rows = yield* resilient(sql`${rest}`.unprepared)
      found.push(...(yield* Effect.orDie(decodeListRows(rows))).map(toListItem))
      if (found.length > page.limit) break
    }
    return toPage(found, page.limit)
  })
})
