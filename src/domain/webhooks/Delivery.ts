import { Schema } from "effect"
import type { DateTime } from "effect"
import type { WebhookEvent } from "../policy/PolicyDocument.ts"
import type { DecisionId, DeliveryId, PolicyId, ReviewId } from "../shared/ids.ts"

/**
 * `pending` is due now, `sending` has an attempt under way, `waiting` failed and will be tried again, `delivered` was
 * answered with a 2xx status, `failed` has used up its attempts.
 */
export const DeliveryStatus = Schema.Literals(["pending", "sending", "waiting", "delivered", "failed"])
export type DeliveryStatus = typeof DeliveryStatus.Type

/**
 * Why an attempt got no status. `secret_unknown` means that the url is in none of the policy's versions that can
 * sign: the current one, the one that decided, and those replaced recently.
 */
export const AttemptFault = Schema.Literals([
  "secret_unknown",
  "timeout",
  "name_not_resolved",
  "address_refused",
  "connection_failed",
  "tls_failed",
  "connection_lost",
  "invalid_response"
])
export type AttemptFault = typeof AttemptFault.Type

/** A receiver's answer: either a status code, or a fault and no status code. */
export interface Answer {
  readonly statusCode: number | null
  readonly fault: AttemptFault | null
}

export interface Attempt extends Answer {
  /** The attempt's number, from 1. */
  readonly attempt: number
  readonly at: DateTime.Utc
  readonly durationMs: number
}

/** A webhook call that a decision or a verdict caused. */
export interface Delivery {
  readonly id: DeliveryId
  readonly event: WebhookEvent
  readonly url: string
  readonly status: DeliveryStatus
  /** How many attempts were made so far. */
  readonly attempts: number
  /** Null while an attempt is under way, and if no further one is planned. */
  readonly nextAttemptAt: DateTime.Utc | null
  readonly decisionId: DecisionId
  /** The review item whose verdict caused the delivery; null if the decision itself did. */
  readonly reviewId: ReviewId | null
  readonly policy: { readonly id: PolicyId; readonly version: number }
}

/** Whether the receiver accepted the call. Attempts recorded by older versions may have a fault beside a status. */
export const isAccepted = ({ fault, statusCode }: Answer): boolean =>
  fault === null && statusCode !== null && statusCode >= 200 && statusCode < 300
