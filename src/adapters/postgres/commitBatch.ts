import { PgTypes } from "@effect/sql-pg"
import { DateTime, Result } from "effect"
import type { Decision } from "../../domain/screening/Decision.ts"
import { reachedChecks } from "../../domain/screening/DecisionFilter.ts"
import type { DecisionRecord } from "../../domain/screening/DecisionLog.ts"
import { bitOf } from "./decisionRow.ts"
import { writeDetail } from "./storedDetail.ts"
import { traceparentOf } from "./traceparent.ts"
import { toUuid } from "./uuid.ts"

/** What the log adds to a record before it is written. */
export interface SealedRecord {
  readonly record: DecisionRecord
  readonly sealed: Uint8Array
  readonly fingerprint: Uint8Array | null
  /** Of the record's dry-run decision; null where there is none. */
  readonly sealedDryRun: Uint8Array | null
}

/** What only some batches have. The statement says nothing of what is not there (docs/decisions/0004-group-commit.md). */
export const batchParts = ["keys", "users", "dryRuns", "reviews", "deliveries"] as const
export type BatchPart = (typeof batchParts)[number]
export type BatchParts = ReadonlySet<BatchPart>

const hasPart: Readonly<Record<BatchPart, (record: DecisionRecord) => boolean>> = {
  keys: ({ claim }) => claim !== null,
  users: ({ userUpdate }) => userUpdate !== undefined,
  dryRuns: ({ dryRunDecision }) => dryRunDecision !== undefined,
  reviews: ({ decision }) => decision.actions.reviewId !== null,
  deliveries: ({ deliveries }) => deliveries.length > 0
}

/** The parts of a batch, always in the same order. */
export const partsOf = (rows: ReadonlyArray<SealedRecord>): BatchParts =>
  new Set(batchParts.filter((part) => rows.some(({ record }) => hasPart[part](record))))

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

const reachedBits = (decision: Decision): number =>
  reachedChecks(decision).reduce((bits, check) => bits | bitOf(check), 0)

const pauseOf = ({ record }: BatchRow) => record.userUpdate?.pause ?? null

const pauseRule = (row: BatchRow) => {
  const pause = pauseOf(row)
  return pause === null ? null : toUuid(pause.ruleId)
}

const pauseMoment = (moment: "since" | "until") => (row: BatchRow) => {
  const value = pauseOf(row)?.[moment] ?? null
  return value === null ? null : DateTime.toDateUtc(value)
}

/** Its name, its Postgres type, its value for one row, and the part that it belongs to if not to every batch. */
type Column<Row> = readonly [string, string, number, (row: Row) => unknown, BatchPart?]

const columns: ReadonlyArray<Column<BatchRow>> = [
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
  ["reached_checks", "int2", OID.int2, ({ decision }) => reachedBits(decision)],
  ["prompt_redacted", "bool", OID.bool, ({ decision }) => decision.promptRedacted],
  ["by_pause", "bool", OID.bool, ({ decision }) => decision.decidedBy?.check === "user_paused"],
  ["tags", "text", OID.text, ({ decision }) => JSON.stringify(decision.tags)],
  ["detail", "text", OID.text, ({ decision }) => writeDetail(decision)],
  ["sealed", "bytea", OID.bytea, ({ sealed }) => sealed],
  ["idempotency_key", "text", OID.text, ({ record }) => record.claim?.key ?? null, "keys"],
  ["fingerprint", "bytea", OID.bytea, ({ fingerprint }) => fingerprint, "keys"],
  ["user_version", "int8", OID.int8, ({ record }) => bigint(record.userUpdate?.version ?? null), "users"],
  ["pause_rule", "uuid", OID.uuid, pauseRule, "users"],
  ["pause_since", "timestamptz", OID.timestamptz, pauseMoment("since"), "users"],
  ["pause_until", "timestamptz", OID.timestamptz, pauseMoment("until"), "users"],
  ["beside_id", "uuid", OID.uuid, ({ besideId }) => (besideId === null ? null : toUuid(besideId)), "dryRuns"],
  [
    "review_id",
    "uuid",
    OID.uuid,
    ({ decision }) => (decision.actions.reviewId === null ? null : toUuid(decision.actions.reviewId)),
    "reviews"
  ]
]

interface DeliveryRow {
  readonly record: DecisionRecord
  readonly delivery: DecisionRecord["deliveries"][number]
}

const deliveryColumns: ReadonlyArray<Column<DeliveryRow>> = [
  ["decision_id", "uuid", OID.uuid, ({ record }) => toUuid(record.decision.id)],
  ["delivery_id", "uuid", OID.uuid, ({ delivery }) => delivery.id],
  ["url", "text", OID.text, ({ delivery }) => delivery.url],
  ["event", "text", OID.text, ({ delivery }) => delivery.event],
  ["traceparent", "text", OID.text, ({ delivery }) => traceparentOf(delivery.cause)]
]

const columnsOf = (parts: BatchParts) =>
  columns.filter(([, , , , part]) => part === undefined || parts.has(part))

/** `unnest(…) AS name(…)` of columns whose parameters follow the number given. */
const sourceOf = <Row>(name: string, of: ReadonlyArray<Column<Row>>, after: number): string => {
  const parameters = of.map(([, type], index) => `$${after + index + 1}::${type}[]`)
  return `unnest(${parameters.join(", ")}) AS ${name}(${of.map(([column]) => column).join(", ")})`
}

/** The rows of a batch of these parts, whose parameters follow so many others. */
export const batchSource = (parts: BatchParts, after: number): string =>
  sourceOf("batch", columnsOf(parts), after)

/** The deliveries of the batch, whose parameters follow the batch's. */
export const deliveriesSource = (parts: BatchParts, after: number): string =>
  sourceOf("delivery", deliveryColumns, after + columnsOf(parts).length)

/** An array parameter. Its type is named, because an array of nulls does not tell it. */
const array = (values: ReadonlyArray<unknown>, elementType: number) =>
  Result.getOrThrow(PgTypes.array(values, elementType))

export const batchParameters = (
  rows: ReadonlyArray<SealedRecord>,
  parts: BatchParts
): ReadonlyArray<PgTypes.Parameter> => {
  const batch = rows.flatMap(rowsOf)
  const parameters = columnsOf(parts).map(([, , type, value]) => array(batch.map(value), type))
  if (!parts.has("deliveries")) return parameters
  const deliveries = rows.flatMap(({ record }) => record.deliveries.map((delivery) => ({ record, delivery })))
  return [...parameters, ...deliveryColumns.map(([, , type, value]) => array(deliveries.map(value), type))]
}
