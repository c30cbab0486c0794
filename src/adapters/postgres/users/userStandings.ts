import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Schema } from "effect"
import type { Outcome } from "../../../domain/policy/Action.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import type { Rule } from "../../../domain/users/Rule.ts"
import type { Pause, UserStanding } from "../../../domain/users/UserStates.ts"
import { resilient } from "../resilience.ts"
import { checkBits } from "../screening/decisionRow.ts"
import { arraysOf, unnest } from "../unnest.ts"
import type { Column } from "../unnest.ts"
import { decisionIdOf, firstUuidAt, ruleIdOf, toUuid } from "../uuid.ts"

export interface StandingRequest {
  readonly workspace: Workspace
  readonly user: string
  readonly rules: ReadonlyArray<Rule>
  readonly now: DateTime.Utc
}

/**
 * How many of a user's latest decisions of one outcome a rule looks at if it counts only some of them. So no user,
 * however busy, makes a check slow.
 */
const mostLookedAt = 2_000

/** One rule of one request, for one of the outcomes that it counts. */
interface Question {
  readonly asked: number
  readonly index: number
  readonly rule: Rule
  readonly outcome: Outcome
  readonly now: DateTime.Utc
}

const questionsOf = ({ now, rules }: StandingRequest, asked: number): ReadonlyArray<Question> =>
  rules.flatMap((rule, index) => rule.when.outcomes.map((outcome) => ({ asked, index, rule, outcome, now })))

/** A rule that counts every decision of its outcomes looks at no more of them than it counts. */
const lookedAt = ({ count, when: { check, policyId, tag } }: Rule): number =>
  check === null && tag === null && policyId === null ? count : mostLookedAt

/** Finding where a range of the index begins costs as much as looking at this many decisions. */
const costOfRange = 25

/** What counting for some rules costs at most, in decisions to look at. */
export const costOf = (rules: ReadonlyArray<Rule>): number =>
  rules.reduce((sum, rule) => sum + rule.when.outcomes.length * (lookedAt(rule) + costOfRange), 0)

/** A decision that is exactly as old as the window is long is outside it. */
const windowStart = ({ now, rule }: Question) => DateTime.subtract(now, { seconds: rule.windowSeconds })

const userColumns: ReadonlyArray<Column<StandingRequest>> = [
  ["tenant_id", "uuid", ({ workspace }) => toUuid(workspace.tenantId)],
  ["mode", "text", ({ workspace }) => workspace.mode],
  ["user_id", "text", ({ user }) => user]
]

const questionColumns: ReadonlyArray<Column<Question>> = [
  ["asked", "int4", ({ asked }) => asked],
  ["rule", "int4", ({ index }) => index],
  ["outcome", "text", ({ outcome }) => outcome],
  ["after", "timestamptz", (question) => DateTime.toDateUtc(windowStart(question))],
  ["from_id", "uuid", (question) => firstUuidAt(windowStart(question))],
  ["pauses", "bool", ({ rule }) => rule.effect.type === "pause"],
  ["looked_at", "int4", ({ rule }) => lookedAt(rule)],
  ["most", "int4", ({ rule }) => rule.count],
  ["check_bit", "int2", ({ rule: { when } }) => (when.check === null ? null : checkBits[when.check])],
  ["policy_id", "uuid", ({ rule: { when } }) => (when.policyId === null ? null : toUuid(when.policyId))],
  ["tag", "text", ({ rule: { when } }) => (when.tag === null ? null : JSON.stringify(when.tag))]
]

/** The columns of `paused_users p` that `toPause` reads. */
export const pauseColumns = "p.since, p.until, p.rule_id, p.decision_id, p.actor, p.note"

/**
 * All users and the counts of all their rules at one moment, in one round trip. A count reads one range of an index, in
 * the months that the window covers. Tags are compared as the JSON that stores them: Postgres has no text for some
 * characters that JSON escapes, and fails to decode them.
 */
const statement = `
SELECT users.position, coalesce(known.version, 0) AS version, ${pauseColumns},
  question.rule, counted.decisions
FROM ${unnest("users", userColumns, { numbered: true })}
LEFT JOIN end_users known USING (tenant_id, mode, user_id)
LEFT JOIN paused_users p USING (tenant_id, mode, user_id)
LEFT JOIN ${unnest("question", questionColumns, { after: userColumns.length })} ON question.asked = users.position
CROSS JOIN LATERAL (
  SELECT count(*) AS decisions FROM (
    SELECT FROM (
      SELECT d.reached_checks, d.policy_id, d.tags FROM decisions d
      WHERE d.tenant_id = users.tenant_id AND d.mode = users.mode AND d.user_id = users.user_id
        AND d.outcome = question.outcome AND NOT d.by_pause AND NOT d.dry_run
        AND d.id >= question.from_id
        AND uuid_extract_timestamp(d.id)
          > greatest(question.after, CASE WHEN question.pauses THEN known.resumed_at END)
      ORDER BY uuid_extract_timestamp(d.id) DESC
      LIMIT question.looked_at
    ) latest
    WHERE (question.check_bit IS NULL OR reached_checks & question.check_bit <> 0)
      AND (question.policy_id IS NULL OR latest.policy_id = question.policy_id)
      AND (question.tag IS NULL
        OR question.tag IN (SELECT element::text FROM json_array_elements(tags) AS element))
    LIMIT question.most
  ) matching
) counted`

const PauseRow = Schema.Struct({
  since: Schema.DateTimeUtcFromDate,
  until: Schema.NullOr(Schema.DateTimeUtcFromDate),
  ruleId: Schema.NullOr(Schema.String),
  decisionId: Schema.NullOr(Schema.String),
  actor: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String)
})

const isNoPause = Schema.is(Schema.Struct({ since: Schema.Null }))
const decodePause = Schema.decodeUnknownEffect(PauseRow)

/** Null for a row from a join that found no pause. */
export const toPause = Effect.fnUntraced(function* (row: unknown) {
  if (isNoPause(row)) return null
  const { actor, decisionId, note, ruleId, since, until } = yield* Effect.orDie(decodePause(row))
  const pause: Pause = {
    since,
    until,
    by:
      ruleId !== null && decisionId !== null
        ? {
            type: "rule",
            ruleId: ruleIdOf(ruleId),
            decisionId: decisionIdOf(decisionId)
          }
        : { type: "person", actor: actor ?? "", note }
  }
  return pause
})

interface StandingRow {
  readonly position: bigint
  readonly version: bigint
  readonly rule: number | null
  readonly decisions: bigint
}

/** Looks up several users with the counts of all their rules, in one round trip. */
export const makeStandings = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient

  const toStanding = Effect.fnUntraced(function* (
    { rules }: StandingRequest,
    rows: ReadonlyArray<StandingRow>
  ) {
    const counts = rules.map(() => 0)
    for (const { decisions, rule } of rows) {
      if (rule !== null) counts[rule] = (counts[rule] ?? 0) + Number(decisions)
    }
    const [first] = rows
    const standing: UserStanding = {
      version: Number(first?.version ?? 0),
      pause: yield* toPause(first ?? { since: null }),
      counts
    }
    return standing
  })

  return Effect.fnUntraced(function* (requests: ReadonlyArray<StandingRequest>) {
    const rows = yield* resilient(
      sql.unsafe<StandingRow>(statement, [
        ...arraysOf(userColumns, requests),
        ...arraysOf(
          questionColumns,
          requests.flatMap((request, index) => questionsOf(request, index + 1))
        )
      ])
    )
    const byRequest = Map.groupBy(rows, ({ position }) => Number(position) - 1)
    return yield* Effect.forEach(requests, (request, index) =>
      toStanding(request, byRequest.get(index) ?? [])
    )
  })
})
