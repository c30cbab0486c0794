import { PgTypes } from "@effect/sql-pg"
import { DateTime, Result, Schema } from "effect"
import { Outcome } from "../../domain/policy/Action.ts"
import { checkIds } from "../../domain/policy/CheckId.ts"
import type { CheckId } from "../../domain/policy/CheckId.ts"
import type { Decision, DecisionSummary } from "../../domain/screening/Decision.ts"
import { reachedChecks } from "../../domain/screening/DecisionFilter.ts"
import type { DecisionListItem } from "../../domain/screening/DecisionFilter.ts"
import type { DecisionRecord } from "../../domain/screening/DecisionLog.ts"
import { DecisionId, PolicyId } from "../../domain/shared/ids.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { decidedCheckOf, detailOf, StoredDetail, writeDetail } from "./storedDetail.ts"
import { traceparentOf } from "./traceparent.ts"
import { hexOf, toUuid } from "./uuid.ts"

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
  promptPurged: Schema.Boolean,
  tags: Schema.Array(Schema.String),
  detail: StoredDetail
})
type DecisionRow = typeof DecisionRow.Type

export const decodeDecisionRow = Schema.decodeUnknownEffect(DecisionRow)

const storedColumns = `d.id, d.mode, d.outcome, d.dry_run, d.shadow_mode, d.policy_id, d.policy_version,
  d.engine_version, d.latency_ms, d.input_tokens, d.user_id, d.idempotency_key, d.prompt_redacted, d.tags, d.detail`

/**
 * The columns that `decodeDecisionRow` reads, of the table under the name `d`. A decision whose input is gone was
 * purged: the two are written as one.
 */
export const decisionColumns = `${storedColumns}, NOT EXISTS (
    SELECT FROM decision_inputs kept WHERE (kept.tenant_id, kept.mode, kept.id) = (d.tenant_id, d.mode, d.id)
  ) AS prompt_purged`

/** The same for who makes a `toSummary` of them, which does not say whether the prompt is there. */
export const summaryColumns = `${storedColumns}, false AS prompt_purged`

export const toSummary = (row: DecisionRow): DecisionSummary => ({
  id: DecisionId.make(`dec_${hexOf(row.id)}`),
  outcome: row.outcome,
  tags: row.tags,
  checks: row.detail.checks.map(decidedCheckOf),
  policy: { id: PolicyId.make(`pol_${hexOf(row.policyId)}`), version: row.policyVersion },
  engineVersion: row.engineVersion,
  latencyMs: row.latencyMs,
  dryRun: row.dryRun,
  mode: row.mode,
  shadowMode: row.shadowMode
})

export const toDecision = (
  row: DecisionRow,
  { input, metadata }: Pick<Decision, "input" | "metadata">
): Decision => ({
  ...toSummary(row),
  ...detailOf(row.detail),
  promptRedacted: row.promptRedacted,
  promptPurged: row.promptPurged,
  inputTokens: row.inputTokens === null ? null : Number(row.inputTokens),
  user: row.userId,
  idempotencyKey: row.idempotencyKey,
  input,
  metadata
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
  id: DecisionId.make(`dec_${hexOf(row.id)}`),
  outcome: row.outcome,
  tags: row.tags,
  policy: { id: PolicyId.make(`pol_${hexOf(row.policyId)}`), version: row.policyVersion },
  mode: row.mode,
  dryRun: row.dryRun,
  engineVersion: row.engineVersion,
  latencyMs: row.latencyMs,
  user: row.userId
})

/** The bit of a check in `reached_checks`. */
export const bitOf = (check: CheckId): number => 1 << checkIds.indexOf(check)

const reachedBits = (decision: Decision): number =>
  reachedChecks(decision).reduce((bits, check) => bits | bitOf(check), 0)

/** An array parameter. Its type is named, because an array of nulls does not tell it. */
const array = (values: ReadonlyArray<unknown>, elementType: number) =>
  Result.getOrThrow(PgTypes.array(values, elementType))

/** What the log adds to a record before it is written. */
export interface SealedRecord {
  readonly record: DecisionRecord
  readonly sealed: Uint8Array
  readonly fingerprint: Uint8Array | null
  /** Of the record's dry-run decision; null where there is none. */
  readonly sealedDryRun: Uint8Array | null
}

/** One decision of a batch. That of a dry run comes after the one that it was made beside. */
interface BatchRow {
  readonly record: DecisionRecord
  readonly decision: Decision
  readonly sealed: Uint8Array
  readonly fingerprint: Uint8Array | null
  readonly besideId: string | null
}

const rowsOf = ({ fingerprint, record, sealed, sealedDryRun }: SealedRecord): ReadonlyArray<BatchRow> => {
  const { decision, dryRunDecision } = record
  const own = { record, decision, sealed, fingerprint, besideId: null }
  return dryRunDecision === undefined || sealedDryRun === null
    ? [own]
    : [own, { ...own, decision: dryRunDecision, sealed: sealedDryRun, besideId: decision.id }]
}

const { OID } = PgTypes

const bigint = (value: number | null) => (value === null ? null : BigInt(value))

const pauseOf = ({ record }: BatchRow) => record.userUpdate?.pause ?? null

const pauseRule = (row: BatchRow) => {
  const pause = pauseOf(row)
  return pause === null ? null : toUuid(pause.ruleId)
}

const pauseMoment = (moment: "since" | "until") => (row: BatchRow) => {
  const value = pauseOf(row)?.[moment] ?? null
  return value === null ? null : DateTime.toDateUtc(value)
}

/** Each column of a batch: its name, its Postgres type and its value for one record. */
const columns: ReadonlyArray<readonly [string, string, number, (row: BatchRow) => unknown]> = [
  ["tenant_id", "uuid", OID.uuid, ({ record }) => toUuid(record.workspace.tenantId)],
  ["mode", "text", OID.text, ({ record }) => record.workspace.mode],
  ["id", "uuid", OID.uuid, ({ decision }) => toUuid(decision.id)],
  ["outcome", "text", OID.text, ({ decision }) => decision.outcome],
  ["dry_run", "bool", OID.bool, ({ decision }) => decision.dryRun],
  ["shadow_mode", "bool", OID.bool, ({ decision }) => decision.shadowMode],
  ["policy_id", "uuid", OID.uuid, ({ decision }) => toUuid(decision.policy.id)],
  ["policy_version", "int4", OID.int4, ({ decision }) => decision.policy.version],
  ["engine_version", "text", OID.text, ({ decision }) => decision.engineVersion],
  ["latency_ms", "int4", OID.int4, ({ decision }) => decision.latencyMs],
  ["input_tokens", "int8", OID.int8, ({ decision }) => bigint(decision.inputTokens)],
  ["user_id", "text", OID.text, ({ decision }) => decision.user],
  ["idempotency_key", "text", OID.text, ({ record }) => record.claim?.key ?? null],
  ["reached_checks", "int2", OID.int2, ({ decision }) => reachedBits(decision)],
  ["prompt_redacted", "bool", OID.bool, ({ decision }) => decision.promptRedacted],
  ["tags", "text", OID.text, ({ decision }) => JSON.stringify(decision.tags)],
  ["detail", "text", OID.text, ({ decision }) => writeDetail(decision)],
  ["sealed", "bytea", OID.bytea, ({ sealed }) => sealed],
  ["beside_id", "uuid", OID.uuid, ({ besideId }) => (besideId === null ? null : toUuid(besideId))],
  ["fingerprint", "bytea", OID.bytea, ({ fingerprint }) => fingerprint],
  [
    "review_id",
    "uuid",
    OID.uuid,
    ({ decision }) => (decision.actions.reviewId === null ? null : toUuid(decision.actions.reviewId))
  ],
  ["by_pause", "bool", OID.bool, ({ decision }) => decision.decidedBy?.check === "user_paused"],
  ["user_version", "int8", OID.int8, ({ record }) => bigint(record.userUpdate?.version ?? null)],
  ["pause_rule", "uuid", OID.uuid, pauseRule],
  ["pause_since", "timestamptz", OID.timestamptz, pauseMoment("since")],
  ["pause_until", "timestamptz", OID.timestamptz, pauseMoment("until")]
]

/** `unnest(…) AS batch(…)` of the columns above, which are the statement's first parameters. */
export const batchSource = `unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
  AS batch(${columns.map(([name]) => name).join(", ")})`

export const batchParameters = (rows: ReadonlyArray<SealedRecord>): ReadonlyArray<PgTypes.Parameter> => {
  const batch = rows.flatMap(rowsOf)
  return columns.map(([, , type, value]) => array(batch.map(value), type))
}

interface DeliveryRow {
  readonly record: DecisionRecord
  readonly delivery: DecisionRecord["deliveries"][number]
}

const deliveryColumns: ReadonlyArray<readonly [string, string, number, (row: DeliveryRow) => unknown]> = [
  ["decision_id", "uuid", OID.uuid, ({ record }) => toUuid(record.decision.id)],
  ["delivery_id", "uuid", OID.uuid, ({ delivery }) => delivery.id],
  ["url", "text", OID.text, ({ delivery }) => delivery.url],
  ["event", "text", OID.text, ({ delivery }) => delivery.event],
  ["traceparent", "text", OID.text, ({ delivery }) => traceparentOf(delivery.cause)]
]

export const deliveriesSource = `unnest(${deliveryColumns
  .map(([, type], index) => `$${columns.length + index + 1}::${type}[]`)
  .join(", ")}) AS delivery(${deliveryColumns.map(([name]) => name).join(", ")})`

export const deliveryParameters = (rows: ReadonlyArray<SealedRecord>): ReadonlyArray<PgTypes.Parameter> => {
  const deliveries = rows.flatMap(({ record }) => record.deliveries.map((delivery) => ({ record, delivery })))
  return deliveryColumns.map(([, , type, value]) => array(deliveries.map(value), type))
}

/** Parameters before the ones that a statement adds after the batch and its deliveries. */
export const batchParameterCount = columns.length + deliveryColumns.length
