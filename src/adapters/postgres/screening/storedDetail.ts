import { Schema } from "effect"
import { Action } from "../../../domain/policy/Action.ts"
import { CheckId } from "../../../domain/policy/CheckId.ts"
import { WebhookEvent, YouthCodedAdult } from "../../../domain/policy/PolicyDocument.ts"
import { Routed } from "../../../domain/policy/routing.ts"
import { Suppression } from "../../../domain/screening/Decision.ts"
import type { DecidedCheck, Decision } from "../../../domain/screening/Decision.ts"
import { FloorField, FloorName } from "../../../domain/screening/floors/FloorResult.ts"
import { DecisionId, ReviewId } from "../../../domain/shared/ids.ts"
import { StoredAppliedRule } from "../users/ruleRow.ts"

const Signal = Schema.Struct({
  signal: Schema.String,
  probability: Schema.NullOr(Schema.Finite),
  line: Schema.NullOr(Schema.Finite),
  text: Schema.String
})

const Floor = Schema.Struct({
  floor: FloorName,
  field: FloorField,
  start: Schema.Int,
  end: Schema.Int,
  counted: Schema.Boolean,
  text: Schema.String
})

/** A check that was allowed on its scores alone needs only its scores and its lines, so nothing else is stored. */
const StoredCheck = Schema.Struct({
  check: CheckId,
  score: Schema.Finite,
  /** Left out if it equals the score. */
  reviewScore: Schema.optionalKey(Schema.Finite),
  actLine: Schema.Finite,
  reviewLine: Schema.Finite,
  onAct: Action,
  onReview: Action,
  version: Schema.Int,
  /** Left out if no line was reached. */
  routed: Schema.optionalKey(Routed),
  action: Schema.optionalKey(Action),
  policyLine: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Left out except for the adult check. */
  adultLevel: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  /** Left out if there are none. */
  fired: Schema.optionalKey(Schema.Array(Schema.String)),
  signals: Schema.optionalKey(Schema.Array(Signal)),
  floors: Schema.optionalKey(Schema.Array(Floor))
})
type StoredCheck = typeof StoredCheck.Type

/**
 * What an explanation is made from. It is always read as a whole and never searched, so it is one JSON document.
 * Because it is most of what a decision takes up, whatever says nothing is left out.
 */
export const StoredDetail = Schema.Struct({
  checks: Schema.Array(StoredCheck),
  decidedBy: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({ check: Schema.String, policyLine: Schema.NullOr(Schema.String), action: Action })
    )
  ),
  policySettings: Schema.Struct({ youthCodedAdult: YouthCodedAdult, adultMaxLevel: Schema.Int }),
  actions: Schema.optionalKey(
    Schema.Struct({
      reviewId: Schema.NullOr(ReviewId),
      webhookEvents: Schema.Array(WebhookEvent),
      webhooksSuppressed: Schema.NullOr(Suppression),
      userPaused: Schema.optionalKey(Schema.Literal(true))
    })
  ),
  appliedRules: Schema.optionalKey(Schema.Array(StoredAppliedRule)),
  counterpart: Schema.optionalKey(Schema.Struct({ id: DecisionId, version: Schema.Int }))
})
export type StoredDetail = typeof StoredDetail.Type

export const decidedCheckOf = (stored: StoredCheck): DecidedCheck => ({
  ...stored,
  reviewScore: stored.reviewScore ?? stored.score,
  routed: stored.routed ?? "allow",
  action: stored.action ?? { type: "allow" },
  policyLine: stored.policyLine ?? null,
  adultLevel: stored.adultLevel ?? null,
  fired: stored.fired ?? [],
  signals: stored.signals ?? [],
  floors: stored.floors ?? []
})

type Detailed = Pick<
  Decision,
  "checks" | "decidedBy" | "policySettings" | "actions" | "appliedRules" | "counterpart"
>

/** The fields of a decision that its stored detail holds. */
export const detailOf = (stored: StoredDetail): Detailed => ({
  ...stored,
  checks: stored.checks.map(decidedCheckOf),
  decidedBy: stored.decidedBy ?? null,
  actions: stored.actions ?? { reviewId: null, webhookEvents: [], webhooksSuppressed: null }
})

/** The same with `undefined` for what is left out, which JSON does not write. */
type Written<A> = { readonly [Key in keyof A]: A[Key] | undefined }

const unlessEmpty = <A>(values: ReadonlyArray<A>) => (values.length === 0 ? undefined : values)

const writtenCheck = (check: DecidedCheck): Written<StoredCheck> => ({
  check: check.check,
  score: check.score,
  reviewScore: check.reviewScore === check.score ? undefined : check.reviewScore,
  actLine: check.actLine,
  reviewLine: check.reviewLine,
  onAct: check.onAct,
  onReview: check.onReview,
  version: check.version,
  routed: check.routed === "allow" ? undefined : check.routed,
  action: check.action.type === "allow" ? undefined : check.action,
  policyLine: check.policyLine ?? undefined,
  adultLevel: check.adultLevel ?? undefined,
  fired: unlessEmpty(check.fired),
  signals: unlessEmpty(check.signals),
  floors: unlessEmpty(check.floors)
})

const isQuiet = ({ reviewId, userPaused, webhookEvents, webhooksSuppressed }: Decision["actions"]): boolean =>
  reviewId === null && webhookEvents.length === 0 && webhooksSuppressed === null && userPaused === undefined

/** The JSON text of a decision's detail. */
export const writeDetail = (decision: Decision): string =>
  JSON.stringify({
    checks: decision.checks.map(writtenCheck),
    decidedBy: decision.decidedBy ?? undefined,
    policySettings: decision.policySettings,
    actions: isQuiet(decision.actions) ? undefined : decision.actions,
    appliedRules: decision.appliedRules,
    counterpart: decision.counterpart
  })
