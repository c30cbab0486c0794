import { Schema } from "effect"
import { Outcome } from "../../../domain/policy/Action.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { Decision, DecisionSummary } from "../../../domain/screening/Decision.ts"
import type { DecisionListItem } from "../../../domain/screening/DecisionFilter.ts"
import { Mode } from "../../../domain/shared/Workspace.ts"
import { decisionIdOf, policyIdOf } from "../uuid.ts"
import { decidedCheckOf, detailOf, StoredDetail } from "./storedDetail.ts"

const DecisionRow = Schema.Struct({
  id: Schema.String,
  mode: Mode,
  outcome: Outcome,
  dryRun: Schema.Boolean,
  shadowMode: Schema.Boolean,
  policyId: Schema.String,
  policyVersion: Schema.Int,
  engineVersion: Schema.String,
  latencyMs: Schema.Int,
  inputTokens: Schema.NullOr(Schema.BigInt),
  userId: Schema.NullOr(Schema.String),
  idempotencyKey: Schema.NullOr(Schema.String),
  promptRedacted: Schema.Boolean,
  tags: Schema.Array(Schema.String),
  detail: StoredDetail
})
type DecisionRow = typeof DecisionRow.Type

export const decodeDecisionRow = Schema.decodeUnknownEffect(DecisionRow)

/** The columns that `decodeDecisionRow` reads, from the table under the name `d`. */
export const decisionColumns = `d.id, d.mode, d.outcome, d.dry_run, d.shadow_mode, d.policy_id, d.policy_version,
  d.engine_version, d.latency_ms, d.input_tokens, d.user_id, d.idempotency_key, d.prompt_redacted, d.tags, d.detail`

export const toSummary = (row: DecisionRow): DecisionSummary => ({
  id: decisionIdOf(row.id),
  outcome: row.outcome,
  tags: row.tags,
  checks: row.detail.checks.map(decidedCheckOf),
  policy: { id: policyIdOf(row.policyId), version: row.policyVersion },
  engineVersion: row.engineVersion,
  latencyMs: row.latencyMs,
  dryRun: row.dryRun,
  mode: row.mode,
  shadowMode: row.shadowMode
})

/** What callers sent, as it is stored apart from the decision. */
type Content = Pick<Decision, "input" | "metadata">

const nothing: Content = { input: { prompt: "" }, metadata: null }

/** A decision without content was purged, because both are written together. */
export const toDecision = (row: DecisionRow, content: Content | null): Decision => ({
  ...toSummary(row),
  ...detailOf(row.detail),
  promptRedacted: row.promptRedacted,
  promptPurged: content === null,
  inputTokens: row.inputTokens === null ? null : Number(row.inputTokens),
  user: row.userId,
  idempotencyKey: row.idempotencyKey,
  ...(content ?? nothing)
})

const ListRow = Schema.Struct({
  id: Schema.String,
  mode: Mode,
  outcome: Outcome,
  dryRun: Schema.Boolean,
  policyId: Schema.String,
  policyVersion: Schema.Int,
  engineVersion: Schema.String,
  latencyMs: Schema.Int,
  userId: Schema.NullOr(Schema.String),
  tags: Schema.Array(Schema.String)
})

export const decodeListRows = Schema.decodeUnknownEffect(Schema.Array(ListRow))

/** The columns that `decodeListRows` reads. */
export const listColumns =
  "id, mode, outcome, dry_run, policy_id, policy_version, engine_version, latency_ms, user_id, tags"

export const toListItem = (row: typeof ListRow.Type): DecisionListItem => ({
  id: decisionIdOf(row.id),
  outcome: row.outcome,
  tags: row.tags,
  policy: { id: policyIdOf(row.policyId), version: row.policyVersion },
  mode: row.mode,
  dryRun: row.dryRun,
  engineVersion: row.engineVersion,
  latencyMs: row.latencyMs,
  user: row.userId
})

/** The bit of each check in `reached_checks`. Decisions are stored with it, so it never changes. */
export const checkBits: Readonly<Record<CheckId, number>> = {
  minors_sexual: 1,
  adult: 2,
  real_person: 4,
  copyrighted_ip: 8
}
