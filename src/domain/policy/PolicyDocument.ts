import { Schema } from "effect"
import { Action } from "./Action.ts"
import { CheckId } from "./CheckId.ts"

/** A line: a number from 0 to 1 that scores are compared with. Validation checks the range. */
const Line = Schema.Finite

/** What a policy does with one check. */
export const CheckRule = Schema.Struct({
  check: CheckId,
  /**
   * False switches the check off but keeps its lines. If it is left out, the check is on, and it stays left out when
   * the document is read back.
   */
  enabled: Schema.optionalKey(Schema.Boolean),
  /** The act line: `onAct` is taken when the score is at least this. */
  act: Line,
  /** The review line, not above `act`: `onReview` is taken when the review score is at least this. */
  review: Line,
  onAct: Action,
  onReview: Action
})
export type CheckRule = typeof CheckRule.Type

/** Whether the check is on, which it is if `enabled` is left out. */
export const isEnabled = ({ enabled = true }: CheckRule): boolean => enabled

export const webhookEvents = ["block", "review", "allow", "tag", "review.verdict"] as const
/** What a webhook can be called for: an outcome, a tag applied by the policy or a rule, or a reviewer's verdict. */
export const WebhookEvent = Schema.Literals(webhookEvents)
export type WebhookEvent = typeof WebhookEvent.Type

/** Where to call, for which events, and the secret that signs the calls. */
export const Webhook = Schema.Struct({
  url: Schema.String,
  events: Schema.Array(WebhookEvent),
  secret: Schema.Redacted(Schema.String)
})
export type Webhook = typeof Webhook.Type

/** What to do about a person who is stated to be an adult but presented as young. */
export const YouthCodedAdult = Schema.Literals(["review", "block"])
export type YouthCodedAdult = typeof YouthCodedAdult.Type

/**
 * What a workspace wants done about each check's scores.
 *
 * `checks` and `tags` are lists and not maps, because storage would lose the order of a map. The order of the checks
 * decides which of them a decision names first.
 */
export const PolicyDocument = Schema.Struct({
  version: Schema.Literal(1),
  name: Schema.NonEmptyString,
  checks: Schema.Array(CheckRule),
  /** The highest level of adult content (1 to 5) that is allowed. */
  adultMaxLevel: Schema.Int,
  youthCodedAdult: YouthCodedAdult,
  webhooks: Schema.Array(Webhook),
  tags: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.optionalKey(Schema.String) }))
})
export type PolicyDocument = typeof PolicyDocument.Type
