import type { PgTypes } from "@effect/sql-pg"
import { DateTime } from "effect"
import type { Decision } from "../../../domain/screening/Decision.ts"
import type { DecisionRecord } from "../../../domain/screening/DecisionLog.ts"
import { reachedChecks } from "../../../domain/screening/reachedChecks.ts"
import { traceparentOf } from "../traceparent.ts"
import { arraysOf, unnest } from "../unnest.ts"
import type { Column } from "../unnest.ts"
import { toUuid } from "../uuid.ts"
import { checkBits } from "./decisionRow.ts"
import { writeDetail } from "./storedDetail.ts"

/** A record with what the log adds to it: its encrypted input and the fingerprint of its request. */
export interface EncryptedRecord {
  readonly record: DecisionRecord
  readonly encryptedInput: Uint8Array
  readonly fingerprint: Uint8Array | null
  /** The encrypted input of the record's dry-run decision; null if there is none. */
  readonly encryptedDryRunInput: Uint8Array | null
}

/**
 * What only some batches have. The statement leaves out whatever its batch lacks (docs/decisions/0004-group-commit.md).
 */
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
export const partsOf = (rows: ReadonlyArray<EncryptedRecord>): BatchParts =>
  new Set(batchParts.filter((part) => rows.some(({ record }) => hasPart[part](record))))

/** One decision of a batch. A dry-run decision comes after the one that it was made beside. */
interface BatchRow {
  readonly record: DecisionRecord
  readonly decision: Decision
  readonly encryptedInput: Uint8Array
  readonly fingerprint: Uint8Array | null
  readonly besideId: string | null
}

const rowsOf = ({
  fingerprint,
  record,
  encryptedInput,
  encryptedDryRunInput
}: EncryptedRecord): ReadonlyArray<BatchRow> => {
  const { decision, dryRunDecision } = record
  const own = { record, decision, encryptedInput, fingerprint, besideId: null }
  return dryRunDecision === undefined || encryptedDryRunInput === null
    ? [own]
    : [own, { ...own, decision: dryRunDecision, encryptedInput: encryptedDryRunInput, besideId: decision.id }]
}

const bigint = (value: number | null) => (value === null ? null : BigInt(value))

const reachedBits = (decision: Decision): number =>
  reachedChecks(decision).reduce((bits, check) => bits | checkBits[check], 0)

const pauseOf = ({ record }: BatchRow) => record.userUpdate?.pause ?? null

const pauseRule = (row: BatchRow) => {
  const pause = pauseOf(row)
  return pause === null ? null : toUuid(pause.ruleId)
}

const pauseMoment = (moment: "since" | "until") => (row: BatchRow) => {
  const value = pauseOf(row)?.[moment] ?? null
  return value === null ? null : DateTime.toDateUtc(value)
}

/** A column, and the part that it belongs to unless every batch has it. */
type BatchColumn = Column<BatchRow, readonly [part?: BatchPart]>

const columns: ReadonlyArray<BatchColumn> = [
  ["tenant_id", "uuid", ({ record }) => toUuid(record.workspace.tenantId)],
  ["mode", "text", ({ record }) => record.workspace.mode],
  ["id", "uuid", ({ decision }) => toUuid(decision.id)],
  ["outcome", "text", ({ decision }) => decision.outcome],
  ["dry_run", "bool", ({ decision }) => decision.dryRun],
  ["shadow_mode", "bool", ({ decision }) => decision.shadowMode],
  ["policy_id", "uuid", ({ decision }) => toUuid(decision.policy.id)],
  ["policy_version", "int4", ({ decision }) => decision.policy.version],
  ["engine_version", "text", ({ decision }) => decision.engineVersion],
  ["latency_ms", "int4", ({ decision }) => decision.latencyMs],
  ["input_tokens", "int8", ({ decision }) => bigint(decision.inputTokens)],
  ["user_id", "text", ({ decision }) => decision.user],
  ["reached_checks", "int2", ({ decision }) => reachedBits(decision)],
  ["prompt_redacted", "bool", ({ decision }) => decision.promptRedacted],
  ["by_pause", "bool", ({ decision }) => decision.decidedBy?.check === "user_paused"],
  ["tags", "text", ({ decision }) => JSON.stringify(decision.tags)],
  ["detail", "text", ({ decision }) => writeDetail(decision)],
  ["sealed", "bytea", ({ encryptedInput }) => encryptedInput],
  ["idempotency_key", "text", ({ record }) => record.claim?.key ?? null, "keys"],
  ["fingerprint", "bytea", ({ fingerprint }) => fingerprint, "keys"],
  ["user_version", "int8", ({ record }) => bigint(record.userUpdate?.version ?? null), "users"],
  ["pause_rule", "uuid", pauseRule, "users"],
  ["pause_since", "timestamptz", pauseMoment("since"), "users"],
  ["pause_until", "timestamptz", pauseMoment("until"), "users"],
  ["beside_id", "uuid", ({ besideId }) => (besideId === null ? null : toUuid(besideId)), "dryRuns"],
  [
    "review_id",
    "uuid",
    ({ decision }) => (decision.actions.reviewId === null ? null : toUuid(decision.actions.reviewId)),
    "reviews"
  ]
]

interface DeliveryRow {
  readonly record: DecisionRecord
  readonly delivery: DecisionRecord["deliveries"][number]
}

const deliveryColumns: ReadonlyArray<Column<DeliveryRow>> = [
  ["decision_id", "uuid", ({ record }) => toUuid(record.decision.id)],
  ["delivery_id", "uuid", ({ delivery }) => delivery.id],
  ["url", "text", ({ delivery }) => delivery.url],
  ["event", "text", ({ delivery }) => delivery.event],
  ["traceparent", "text", ({ delivery }) => traceparentOf(delivery.cause)]
]

const columnsOf = (parts: BatchParts) =>
  columns.filter(([, , , part]) => part === undefined || parts.has(part))

/** The rows of a batch with these parts. `after` is how many parameters come before theirs. */
export const batchSource = (parts: BatchParts, after: number): string =>
  unnest("batch", columnsOf(parts), { after })

/** The deliveries of the batch. Their parameters follow the batch's, which follow `after` others. */
export const deliveriesSource = (parts: BatchParts, after: number): string =>
  unnest("delivery", deliveryColumns, { after: after + columnsOf(parts).length })

/** The parameters of the batch and of its deliveries, in the order of `batchSource` and `deliveriesSource`. */
export const batchParameters = (
  rows: ReadonlyArray<EncryptedRecord>,
  parts: BatchParts
): ReadonlyArray<PgTypes.Parameter> => {
  const parameters = arraysOf(columnsOf(parts), rows.flatMap(rowsOf))
  if (!parts.has("deliveries")) return parameters
  const deliveries = rows.flatMap(({ record }) => record.deliveries.map((delivery) => ({ record, delivery })))
  return [...parameters, ...arraysOf(deliveryColumns, deliveries)]
}
