import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import { Statement } from "effect/sql"

const { OID } = PgTypes

type ColumnType = keyof typeof OID

/**
 * A column of the rows that are passed to a statement: its name, its Postgres type, and its value for one row. `Rest`
 * is for whatever else the statement's own file notes about a column.
 */
export type Column<Row, Rest extends ReadonlyArray<unknown> = ReadonlyArray<unknown>> = readonly [
  name: string,
  type: ColumnType,
  value: (row: Row) => unknown,
  ...rest: Rest
]

/**
 * `unnest($n::type[], …) AS alias(…)`. `after` is how many parameters the statement has before these. `numbered` adds
 * the column `position`, which numbers the rows from 1.
 */
export const unnest = <Row>(
  alias: string,
  columns: ReadonlyArray<Column<Row>>,
  { after = 0, numbered = false }: { readonly after?: number; readonly numbered?: boolean } = {}
): string => {
  const parameters = columns.map(([, type], index) => `$${after + index + 1}::${type}[]`).join(", ")
  const names = columns.map(([name]) => name)
  return numbered
    ? `unnest(${parameters}) WITH ORDINALITY AS ${alias}(${[...names, "position"].join(", ")})`
    : `unnest(${parameters}) AS ${alias}(${names.join(", ")})`
}

/** An array parameter. Its type is given, because an array that is empty or all nulls does not reveal it. */
export const arrayOf = (values: ReadonlyArray<unknown>, type: ColumnType): PgTypes.Parameter =>
  Result.getOrThrow(PgTypes.array(values, OID[type]))

/** The parameters for `unnest`. */
export const arraysOf = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>
): ReadonlyArray<PgTypes.Parameter> => columns.map(([, type, value]) => arrayOf(rows.map(value), type))

/** `unnest(…) AS alias(…)` with its parameters, for a statement composed of parts. */
export const unnestOf = <Row>(
  alias: string,
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>
): Statement.Fragment => {
  const arrays = columns.flatMap(([, type, value], index) => [
    Statement.literal(index === 0 ? "" : ", "),
    Statement.parameter(arrayOf(rows.map(value), type)),
    Statement.literal(`::${type}[]`)
  ])
  const names = columns.map(([name]) => name).join(", ")
  return Statement.fragment([
    Statement.literal("unnest("),
    ...arrays,
    Statement.literal(`) AS ${alias}(${names})`)
  ])
}
