import { DateTime } from "effect"
import type { Outcome } from "../policy/Action.ts"
import type { WebhookEvent } from "../policy/PolicyDocument.ts"
import { createdAtOf } from "../shared/ids.ts"
import type { DecisionId, DeliveryId, PolicyId, ReviewId, TenantId } from "../shared/ids.ts"

/** The decision that a payload reports. */
export interface DecidedOccasion {
  readonly id: DecisionId
  readonly tenantId: TenantId
  readonly outcome: Outcome
  readonly tags: ReadonlyArray<string>
  readonly policyId: PolicyId
  readonly policyVersion: number
}

/** The verdict that a payload reports. */
export interface VerdictOccasion {
  readonly id: ReviewId
  readonly verdict: string
  readonly note: string | null
  readonly verdictAt: DateTime.Utc
}

/** What a delivery reports: a decision or, if `review` is given, the verdict on it. */
export interface Occasion {
  readonly decision: DecidedOccasion
  readonly review: VerdictOccasion | null
}

/** The body of a delivery, the same at each attempt. It names the decision and never contains the prompt. */
export const payloadOf = (id: DeliveryId, event: WebhookEvent, { decision, review }: Occasion) => {
  const { outcome, policyId, policyVersion, tags, tenantId } = decision
  if (review === null) {
    const createdAt = DateTime.formatIso(createdAtOf(decision.id))
    return {
      id,
      event,
      decision: { id: decision.id, tenantId, outcome, tags, policyId, policyVersion, createdAt }
    }
  }
  return {
    id,
    event,
    review: {
      id: review.id,
      verdict: review.verdict,
      note: review.note,
      verdictAt: DateTime.formatIso(review.verdictAt)
    },
    decision: { id: decision.id, tenantId, outcome, policyId, policyVersion }
  }
}
