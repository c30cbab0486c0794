import { Schema } from "effect"
import { Action } from "./Action.ts"
import { CheckId } from "./CheckId.ts"

/** A line or a score, from 0 (surely not) to 1 (surely). */
const Line = Schema.Finite

/** One check's two lines. */
export const CheckRule = Schema.Struct({
  check: CheckId,
  /** False switches the check off and keeps its lines. Left out is on, and stays left out when it is read. */
  enabled: Schema.optionalKey(Schema.Boolean),
  /** The score from which `onAct` is taken. */
  act: Line,
  /** The review score from which `onReview` is taken. Not above `act`. */
  review: Line,
  onAct: Action,
  onReview: Action
})
export type CheckRule = typeof CheckRule.Type

/** Left out, `enabled` is true. */
export const isEnabled = ({ enabled = true }: CheckRule): boolean => enabled

export const webhookEvents = ["block", "review", "allow", "tag", "review.verdict"] as const
/** What a webhook can be called for: an outcome, a tag by a policy or a rule, a reviewer's verdict. */
export const WebhookEvent = Schema.Literals(webhookEvents)
export type WebhookEvent = typeof WebhookEvent.Type

/** Whom to call, for what, and what to sign with. */
export const Webhook = Schema.Struct({
  url: Schema.String,
  events: Schema.Array(WebhookEvent),
  secret: Schema.Redacted(Schema.String)
})
export type Webhook = typeof Webhook.Type

/** What happens to someone stated to be an adult but presented young. */
export const YouthCodedAdult = Schema.Literals(["review", "block"])
export type YouthCodedAdult = typeof YouthCodedAdult.Type

/**
 * What a workspace wants done with each check's scores.
 *
 * `checks` and `tags` are lists, not maps: their order is the policy's order, which decides who is named
 * first in a decision, and a map would lose it in storage.
 */
export const PolicyDocument = Schema.Struct({
  version: Schema.Literal(1),
  name: Schema.NonEmptyString,
  checks: Schema.Array(CheckRule),
  /** The highest adult level (1 to 5) that is allowed. */
  adultMaxLevel: Schema.Int,
  /** What happens to someone stated to be an adult but presented young. */
  youthCodedAdult: YouthCodedAdult,
  webhooks: Schema.Array(Webhook),
  tags: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.optionalKey(Schema.String) }))
})
export type PolicyDocument = typeof PolicyDocument.Type
