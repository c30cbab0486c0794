import { Schema } from "effect"
import type { DateTime } from "effect"
import type { WebhookEvent } from "../policy/PolicyDocument.ts"
import type { DecisionId, DeliveryId, PolicyId, ReviewId } from "../shared/ids.ts"

/**
 * `pending` is due now, `sending` has an attempt under way, `waiting` has failed and will be tried again,
 * `delivered` was answered with a 2xx, `failed` has used up its attempts.
 */
export const DeliveryStatus = Schema.Literals(["pending", "sending", "waiting", "delivered", "failed"])
export type DeliveryStatus = typeof DeliveryStatus.Type

/**
 * Why an attempt got no status. `secret_unknown`: neither the policy's current version, nor the one that decided, nor
 * one that was replaced lately has the url.
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

/** How a receiver answered: with a status, or with none because of a fault. */
export interface Answer {
  readonly statusCode: number | null
  readonly fault: AttemptFault | null
}

export interface Attempt extends Answer {
  /** 1, 2, 3 and so on. */
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
  /** How many attempts were made. */
  readonly attempts: number
  /** Null unless an attempt is to come. */
  readonly nextAttemptAt: DateTime.Utc | null
  readonly decisionId: DecisionId
  /** Of the item whose verdict caused it; null when the decision itself did. */
  readonly reviewId: ReviewId | null
  readonly policy: { readonly id: PolicyId; readonly version: number }
}

/** Whether the receiver took it. Attempts from before a status alone was an answer may have a fault beside it. */
export const isAccepted = ({ fault, statusCode }: Answer): boolean =>
  fault === null && statusCode !== null && statusCode >= 200 && statusCode < 300
