import { Schema } from "effect"
import type { Effect } from "effect"
import { Outcome } from "../../../domain/policy/Action.ts"
import { WebhookEvent } from "../../../domain/policy/PolicyDocument.ts"
import { DeliveryId } from "../../../domain/shared/ids.ts"
import { Mode } from "../../../domain/shared/Workspace.ts"
import { AttemptFault, DeliveryStatus } from "../../../domain/webhooks/Delivery.ts"
import type { Attempt, Delivery } from "../../../domain/webhooks/Delivery.ts"
import type { ClaimedDelivery } from "../../../domain/webhooks/DeliveryQueue.ts"
import type { VerdictOccasion } from "../../../domain/webhooks/payload.ts"
import { spanOf } from "../traceparent.ts"
import { decisionIdOf, policyIdOf, reviewIdOf, tenantIdOf } from "../uuid.ts"

const common = {
  id: DeliveryId,
  url: Schema.String,
  event: WebhookEvent,
  attempts: Schema.Int,
  policyId: Schema.String,
  policyVersion: Schema.Int,
  decisionId: Schema.String,
  reviewId: Schema.NullOr(Schema.String)
}

const ClaimedRow = Schema.Struct({
  ...common,
  tenantId: Schema.String,
  mode: Mode,
  destination: Schema.BigInt,
  traceparent: Schema.NullOr(Schema.String),
  outcome: Outcome,
  tags: Schema.Array(Schema.String),
  verdict: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
  verdictAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
type ClaimedRow = typeof ClaimedRow.Type

export const decodeClaimedRow = Schema.decodeUnknownEffect(ClaimedRow)

const policyOf = ({ policyId, policyVersion }: { policyId: string; policyVersion: number }) => ({
  id: policyIdOf(policyId),
  version: policyVersion
})

const verdictOf = ({ note, reviewId, verdict, verdictAt }: ClaimedRow): VerdictOccasion | null =>
  reviewId === null || verdict === null || verdictAt === null
    ? null
    : {
        id: reviewIdOf(reviewId),
        verdict,
        note,
        verdictAt
      }

export const toClaimed = (row: ClaimedRow): ClaimedDelivery => {
  const tenantId = tenantIdOf(row.tenantId)
  const policy = policyOf(row)
  return {
    id: row.id,
    workspace: { tenantId, mode: row.mode },
    url: row.url,
    event: row.event,
    policy,
    occasion: {
      decision: {
        id: decisionIdOf(row.decisionId),
        tenantId,
        outcome: row.outcome,
        tags: row.tags,
        policyId: policy.id,
        policyVersion: policy.version
      },
      review: verdictOf(row)
    },
    attempt: row.attempts + 1,
    destination: `${tenantId} ${row.destination}`,
    cause: spanOf(row.traceparent)
  }
}

/** The hash that a destination's name ends with. */
export const hashOf = (destination: string): bigint => BigInt(destination.split(" ")[1] ?? 0)

const DeliveryRow = Schema.Struct({
  ...common,
  status: DeliveryStatus,
  nextAttemptAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
type DeliveryRow = typeof DeliveryRow.Type

export const decodeDeliveryRow = Schema.decodeUnknownEffect(DeliveryRow)

/** The columns that `decodeDeliveryRow` reads. */
export const deliveryColumns = `id, url, event, attempts, policy_id, policy_version, decision_id, review_id, status,
  next_attempt_at`

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event: row.event,
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  // While an attempt is under way, this is when another process may take the delivery over.
  nextAttemptAt: row.status === "sending" ? null : row.nextAttemptAt,
  decisionId: decisionIdOf(row.decisionId),
  reviewId: row.reviewId === null ? null : reviewIdOf(row.reviewId),
  policy: policyOf(row)
})

const AttemptRow = Schema.Struct({
  attempt: Schema.Int,
  at: Schema.DateTimeUtcFromDate,
  statusCode: Schema.NullOr(Schema.Int),
  fault: Schema.NullOr(AttemptFault),
  durationMs: Schema.Int
})

export const decodeAttempts: (rows: unknown) => Effect.Effect<ReadonlyArray<Attempt>, Schema.SchemaError> =
  Schema.decodeUnknownEffect(Schema.Array(AttemptRow))
