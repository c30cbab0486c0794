import { PgClient } from "@effect/sql-pg"
import { Array, Effect } from "effect"
import { Statement } from "effect/sql"
import type { SqlError } from "effect/sql"
import type { TenantId } from "../../domain/shared/ids.ts"
import type { Workspace } from "../../domain/shared/Workspace.ts"
import { toUuid } from "./uuid.ts"

/**
 * A part of a statement that binds it to one tenant. It originates from `scopeOf` or `rowsOf`, and from nothing else.
 */
export interface Scope extends Statement.Fragment {
  readonly bindsTenant: true
}

/** Whose rows: a tenant's in one mode or, in tables without a mode, all of a tenant's. */
export type Whose = Workspace | TenantId

type Parts = ReadonlyArray<unknown>

/** The parts of a statement. One of the first five is its scope. */
type ScopedParts =
  | readonly [Scope, ...Parts]
  | readonly [unknown, Scope, ...Parts]
  | readonly [unknown, unknown, Scope, ...Parts]
  | readonly [unknown, unknown, unknown, Scope, ...Parts]
  | readonly [unknown, unknown, unknown, unknown, Scope, ...Parts]

const columnsOf = (whose: Whose): Readonly<Record<string, string>> =>
  typeof whose === "string"
    ? { tenant_id: toUuid(whose) }
    : { tenant_id: toUuid(whose.tenantId), mode: whose.mode }

const bind = (segments: ReadonlyArray<Statement.Segment>): Scope => ({
  ...Statement.fragment(segments),
  bindsTenant: true
})

/** The condition that a row belongs to the tenant or workspace. `alias` names the table if there are several. */
export const scopeOf = (whose: Whose, alias?: string): Scope => {
  const table = alias === undefined ? "" : `${alias}.`
  return bind(
    Object.entries(columnsOf(whose)).flatMap(([column, value], index) => [
      Statement.literal(`${index === 0 ? "" : " AND "}${table}${column} = `),
      Statement.parameter(value)
    ])
  )
}

/**
 * Columns and values to insert, including those that say whose they are: `INSERT INTO rules ${rowsOf(tenantId, rule)}`.
 */
export const rowsOf = (
  whose: Whose,
  ...rows: Array.NonEmptyReadonlyArray<Readonly<Record<string, unknown>>>
): Scope => bind([Statement.recordInsertHelper(Array.map(rows, (row) => ({ ...row, ...columnsOf(whose) })))])

/** Columns and their new values: `UPDATE rules SET ${assign({ name })} WHERE …`. */
export const assign = (values: Readonly<Record<string, unknown>>): Statement.Fragment =>
  Statement.fragment([Statement.recordUpdateHelperSingle(values, [])])

/** Text that goes into a statement as it is. Never text from outside. */
export const rawSql = (text: string): Statement.Fragment => Statement.fragment([Statement.literal(text)])

const segmentsOf = (part: unknown) =>
  Statement.isFragment(part) ? part.segments : [Statement.parameter(part)]

/** A part of a statement. If it contains a scope it is a scope itself, as its type shows. */
export const part: {
  (strings: TemplateStringsArray, ...parts: ScopedParts): Scope
  (strings: TemplateStringsArray, ...parts: Parts): Statement.Fragment
} = (strings: TemplateStringsArray, ...parts: Parts): Scope =>
  bind(
    strings.flatMap((text, index) => [
      Statement.literal(text),
      ...(index < parts.length ? segmentsOf(parts[index]) : [])
    ])
  )

/** Makes a statement. The compiler rejects one without a scope. */
export interface ScopedTag {
  <Row extends object = Record<string, unknown>>(
    strings: TemplateStringsArray,
    ...parts: ScopedParts
  ): Statement.Statement<Row>
}

export interface ScopedSql extends ScopedTag {
  readonly withTransaction: <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError.SqlError, R>
  /** Runs something that only reads, all of it as of one moment. */
  readonly withSnapshot: <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/**
 * How the rows of tenants are read and written: only with a statement that says whose they are. Code that has to reach
 * several tenants uses the client itself, and is on the lint rule's list of files that may.
 */
export const scopedSql = Effect.map(PgClient.PgClient, (sql): ScopedSql =>
  Object.assign(
    <Row extends object>(strings: TemplateStringsArray, ...parts: ScopedParts) => sql<Row>(strings, ...parts),
    {
      withTransaction: sql.withTransaction,
      withSnapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        sql.withTransaction(
          Effect.andThen(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`, effect)
        )
    }
  )
)
