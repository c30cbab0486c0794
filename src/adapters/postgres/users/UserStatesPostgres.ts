import { Array, DateTime, Effect, Layer } from "effect"
import type { Schema } from "effect"
import { Statement } from "effect/sql"
import { Outcome } from "../../../domain/policy/Action.ts"
import { actorName } from "../../../domain/shared/Actor.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { countedDays, isInForce, mostCounted, UserStates } from "../../../domain/users/UserStates.ts"
import type { Pause, UserChange, UserView } from "../../../domain/users/UserStates.ts"
import { makeChangesInTurn } from "../changesInTurn.ts"
import { resilient } from "../resilience.ts"
import { part, rawSql, rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"
import type { Scope } from "../scopedSql.ts"
import { AuditTrail } from "../tenancy/AuditTrail.ts"
import { decisionIdOf, firstUuidAt } from "../uuid.ts"
import { makeStandingsInTurn } from "./standingsInTurn.ts"
import { pauseColumns, toPause } from "./userStandings.ts"

/** How many of a user's latest decisions are listed. */
const lastDecisions = 10

const outcomes = rawSql(`unnest(ARRAY['${Outcome.literals.join("', '")}']) AS known(outcome)`)

const countedBy = (workspace: Workspace, user: string) =>
  part`${scopeOf(workspace, "d")} AND d.user_id = ${user} AND NOT d.dry_run`

/** The latest decisions of a user: up to `most` of each outcome, made by a pause or not, each a range of the index. */
const latestOf = (condition: Scope, most: number) => part`
  ${outcomes}, unnest(ARRAY[false, true]) AS made(by_pause), LATERAL (
    SELECT d.id, uuid_extract_timestamp(d.id) AS at FROM decisions d
    WHERE ${condition} AND d.outcome = known.outcome AND d.by_pause = made.by_pause
    ORDER BY uuid_extract_timestamp(d.id) DESC LIMIT ${most}
  ) latest`

const readCounts = Effect.gen(function* () {
  const sql = yield* scopedSql

  /** The longest span comes last in `starts`. */
  return (workspace: Workspace, user: string, starts: Array.NonEmptyReadonlyArray<DateTime.Utc>) => {
    const longest = Array.lastNonEmpty(starts)
    const condition = part`${countedBy(workspace, user)} AND d.id >= ${firstUuidAt(longest)}
      AND uuid_extract_timestamp(d.id) >= ${DateTime.toDateUtc(longest)}`
    const counts = starts.map(
      (start) =>
        part`least(${mostCounted}, count(*) FILTER (WHERE latest.at >= ${DateTime.toDateUtc(start)}))`
    )
    return sql<{ readonly outcome: string; readonly counts: ReadonlyArray<bigint> }>`
      SELECT known.outcome, ARRAY[${Statement.csv(counts)}] AS counts
      FROM ${latestOf(condition, mostCounted)} GROUP BY known.outcome`
  }
})

const readLatest = Effect.gen(function* () {
  const sql = yield* scopedSql
  return (workspace: Workspace, user: string) => sql<{ readonly id: string }>`
    SELECT latest.id FROM ${latestOf(countedBy(workspace, user), lastDecisions)}
    ORDER BY latest.id DESC LIMIT ${lastDecisions}`
})

const readPause = Effect.gen(function* () {
  const sql = yield* scopedSql
  return (workspace: Workspace, user: string) =>
    Effect.flatMap(
      sql`SELECT ${rawSql(pauseColumns)} FROM paused_users p WHERE ${scopeOf(workspace, "p")} AND p.user_id = ${user}`,
      ([row]) => (row === undefined ? Effect.succeed(null) : toPause(row))
    )
})

const readView = Effect.gen(function* () {
  const countsOf = yield* readCounts
  const lastOf = yield* readLatest
  const pauseOf = yield* readPause

  return Effect.fnUntraced(function* (workspace: Workspace, user: string, now: DateTime.Utc) {
    const starts = Array.map(countedDays, (days) => DateTime.subtract(now, { days }))
    const rows = yield* countsOf(workspace, user, starts)
    const latest = yield* lastOf(workspace, user)
    const countOf = (span: number, outcome: string) =>
      Number(rows.find((row) => row.outcome === outcome)?.counts[span] ?? 0)
    const view: UserView = {
      pause: yield* pauseOf(workspace, user),
      counts: starts.map((_, span) => ({
        allow: countOf(span, "allow"),
        review: countOf(span, "review"),
        block: countOf(span, "block")
      })),
      lastDecisions: latest.map(({ id }) => decisionIdOf(id))
    }
    return view
  })
})

/** A pause as the audit log records it; null for none. */
const audited = (pause: Pause | null): Schema.Json =>
  pause === null
    ? null
    : {
        since: DateTime.formatIso(pause.since),
        until: pause.until === null ? null : DateTime.formatIso(pause.until),
        by: pause.by.type === "rule" ? pause.by.ruleId : pause.by.actor
      }

/** What people do to users. Each change is one transaction with its entry in the audit log. */
const userChanges = Effect.gen(function* () {
  const sql = yield* scopedSql
  const audit = yield* AuditTrail
  const pauseOf = yield* readPause
  const { announced } = yield* makeChangesInTurn

  /** Locks the user's row first, as a commit does, so that neither waits for the other while it holds a row. */
  const raise = ({ user, workspace }: UserChange) => sql`
    INSERT INTO end_users ${rowsOf(workspace, { userId: user, version: 1 })}
    ON CONFLICT (tenant_id, mode, user_id) DO UPDATE SET version = end_users.version + 1`

  const append = ({ actor, note, user, workspace }: UserChange, action: string, before: Pause | null) =>
    audit.append(workspace.tenantId, {
      actor,
      action,
      subject: user,
      before: { mode: workspace.mode, paused: audited(before) },
      after: { mode: workspace.mode, note }
    })

  const pause = Effect.fnUntraced(function* (change: UserChange) {
    const { actor, note, user, workspace } = change
    const now = yield* DateTime.now
    yield* raise(change)
    const before = yield* pauseOf(workspace, user)
    yield* sql`
      INSERT INTO paused_users ${rowsOf(workspace, {
        userId: user,
        since: DateTime.toDateUtc(now),
        actor: actorName(actor),
        note
      })}
      ON CONFLICT (tenant_id, mode, user_id) DO UPDATE SET since = excluded.since, until = NULL, rule_id = NULL,
        decision_id = NULL, actor = excluded.actor, note = excluded.note`
    yield* append(change, "user.paused", before)
  })

  const resume = Effect.fnUntraced(function* (change: UserChange) {
    const { user, workspace } = change
    const now = yield* DateTime.now
    yield* raise(change)
    const before = yield* pauseOf(workspace, user)
    if (before === null || !isInForce(before, now)) return
    yield* sql`DELETE FROM paused_users WHERE ${scopeOf(workspace)} AND user_id = ${user}`
    yield* sql`
      UPDATE end_users SET resumed_at = ${DateTime.toDateUtc(now)}
      WHERE ${scopeOf(workspace)} AND user_id = ${user}`
    yield* append(change, "user.resumed", before)
  })

  return {
    pause: (change: UserChange) => announced(change.workspace.tenantId, pause(change)),
    resume: (change: UserChange) => announced(change.workspace.tenantId, resume(change))
  }
})

export const UserStatesPostgres = Layer.effect(
  UserStates,
  Effect.gen(function* () {
    const readStanding = yield* makeStandingsInTurn
    const view = yield* readView
    return UserStates.of({
      standing: (workspace, user, rules, now) => readStanding({ workspace, user, rules, now }),
      view: (workspace, user, now) => resilient(view(workspace, user, now)),
      ...(yield* userChanges)
    })
  })
)
