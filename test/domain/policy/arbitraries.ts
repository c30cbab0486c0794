import { Arbitrary, Redacted, Schema } from "effect"
import { bySeverity, outcomeOf } from "../../../src/domain/policy/Action.ts"
import type { Action } from "../../../src/domain/policy/Action.ts"
import { CheckId, checkIds } from "../../../src/domain/policy/CheckId.ts"
import { YouthCodedAdult } from "../../../src/domain/policy/PolicyDocument.ts"
import type { CheckRule, PolicyDocument, Webhook } from "../../../src/domain/policy/PolicyDocument.ts"
import type { CheckScores } from "../../../src/domain/policy/routing.ts"
import { nextAbove, nextBelow } from "./doubles.ts"

/** Few enough that scores, lines and the edges of the adult levels often meet exactly. */
const landmarks = [0, 0.15, 0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 1]
const beside = landmarks.flatMap((line) => [nextBelow(line), nextAbove(line)])

/** A score or a line: mostly a landmark, at times the number just beside one, or any other. */
export const unit = Schema.Union([
  Schema.Literals(landmarks),
  Schema.Literals(beside.filter((line) => line >= 0 && line <= 1)),
  Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
])

const tagNames = ["adult", "ip", "real-person"] as const

const action = Arbitrary.schema(
  Schema.Union([
    Schema.Struct({ type: Schema.Literals(["block", "review", "allow"]) }),
    Schema.Struct({ type: Schema.Literal("tag"), tag: Schema.Literals(tagNames) })
  ])
).pipe(Arbitrary.map((action): Action => action))

const rule = (check: CheckId): Arbitrary.Arbitrary<CheckRule> =>
  Arbitrary.all({
    check: Arbitrary.Constant(check),
    enabled: Arbitrary.schema(Schema.Literals([true, true, true, false])),
    act: Arbitrary.schema(unit),
    review: Arbitrary.schema(unit),
    onAct: action,
    onReview: action
  })

/** Any selection of the checks in any order, each at most once. */
const rules = Arbitrary.all([
  Arbitrary.all(checkIds.map(rule)),
  Arbitrary.array(Arbitrary.schema(CheckId), { minLength: 1, maxLength: 8 })
]).pipe(
  Arbitrary.map(([rules, picks]) =>
    [...new Set(picks)].flatMap((pick) => rules.filter(({ check }) => check === pick))
  )
)

const webhook: Webhook = {
  url: "https://hooks.example.com/prescreen",
  events: ["block", "review.verdict"],
  secret: Redacted.make("a secret of enough characters")
}

/** Right in shape, whatever its values: also what was stored before a rule of validation existed. */
export const anyDocument: Arbitrary.Arbitrary<PolicyDocument> = Arbitrary.all({
  version: Arbitrary.Constant(1 as const),
  name: Arbitrary.Constant("A policy"),
  checks: rules,
  adultMaxLevel: Arbitrary.schema(Schema.Literals([1, 2, 3, 4, 5])),
  youthCodedAdult: Arbitrary.schema(YouthCodedAdult),
  webhooks: Arbitrary.schema(Schema.Literals([0, 1, 2])).pipe(
    Arbitrary.map((count): ReadonlyArray<Webhook> => [webhook, webhook].slice(0, count))
  ),
  tags: Arbitrary.schema(Schema.Boolean).pipe(
    Arbitrary.map((listed) => (listed ? tagNames.map((name) => ({ name })) : []))
  )
})

const minorsRule = (onReview: Action): CheckRule => ({
  check: "minors_sexual",
  enabled: true,
  act: 0.5,
  review: 0.3,
  onAct: { type: "block" },
  onReview
})

const validRule = (rule: CheckRule, adultMaxLevel: number): CheckRule => {
  if (rule.check === "minors_sexual") {
    return minorsRule({ type: outcomeOf(rule.onReview) === "block" ? "block" : "review" })
  }
  const mustNotBlock = rule.check === "adult" && adultMaxLevel === 5
  return {
    ...rule,
    act: Math.max(rule.act, rule.review),
    review: Math.min(rule.act, rule.review),
    onAct: mustNotBlock && rule.onAct.type !== "tag" ? { type: "review" } : rule.onAct
  }
}

/** A document that breaks no rule of validation. */
export const validDocument: Arbitrary.Arbitrary<PolicyDocument> = Arbitrary.map(anyDocument, (document) => {
  const hasMinors = document.checks.some(({ check }) => check === "minors_sexual")
  const checks = hasMinors ? document.checks : [minorsRule({ type: "review" }), ...document.checks]
  return { ...document, checks: checks.map((rule) => validRule(rule, document.adultMaxLevel)) }
})

const swapToSterner = (rule: CheckRule): CheckRule =>
  bySeverity(outcomeOf(rule.onAct), outcomeOf(rule.onReview)) >= 0
    ? rule
    : { ...rule, onAct: rule.onReview, onReview: rule.onAct }

/** Each `on_act` is at least as severe as its `on_review`. The minors check blocks at its act line, as it must. */
export const sternerOnAct: Arbitrary.Arbitrary<PolicyDocument> = Arbitrary.map(anyDocument, (document) => ({
  ...document,
  checks: document.checks.map((rule) =>
    rule.check === "minors_sexual" ? { ...rule, onAct: { type: "block" } } : swapToSterner(rule)
  )
}))

const checkScores: Arbitrary.Arbitrary<CheckScores> = Arbitrary.schema(
  Schema.Struct({
    score: unit,
    reviewScore: unit,
    fired: Schema.Array(Schema.Literals(["adult_claim", "floor:age"]))
  })
)

export type AllScores = Readonly<Record<CheckId, CheckScores>>

/** Scores for every check, so that they fit every document. */
export const allScores: Arbitrary.Arbitrary<AllScores> = Arbitrary.all({
  minors_sexual: checkScores,
  adult: checkScores,
  real_person: checkScores,
  copyrighted_ip: checkScores
})
