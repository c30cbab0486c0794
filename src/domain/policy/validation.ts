import { Array, Redacted } from "effect"
import { countCharacters } from "../shared/characters.ts"
import type { Action } from "./Action.ts"
import { hasTooManyWebhooks, largestDocument, sizeIssues } from "./documentSize.ts"
import { isScore } from "./isScore.ts"
import { isKept, keptSecret } from "./keptSecrets.ts"
import { minorsLines } from "./minorsLines.ts"
import { isEnabled, webhookEvents } from "./PolicyDocument.ts"
import type { CheckRule, PolicyDocument, Webhook } from "./PolicyDocument.ts"
import { webhookAddressProblems } from "./webhookAddress.ts"
import type { AddressRules } from "./webhookAddress.ts"

/**
 * Every rule that the document breaks, one line each; empty if the document is valid. A line starts with the path
 * inside the document, in the names of the JSON form.
 */
export const validatePolicy = (document: PolicyDocument, addresses: AddressRules): ReadonlyArray<string> => [
  ...minorsIssues(document),
  ...document.checks.flatMap((rule) => (rule.check === "minors_sexual" ? [] : lineIssues(rule))),
  ...repeatedCheckIssues(document),
  ...adultIssues(document),
  ...tagIssues(document),
  ...sizeIssues(document),
  ...(hasTooManyWebhooks(document)
    ? []
    : document.webhooks.flatMap((webhook, index) => webhookIssues(webhook, `webhooks.${index}`, addresses)))
]

/** The rules fix both lines, so the ranges of the other checks' lines need no test here. */
const minorsIssues = ({ checks }: PolicyDocument): ReadonlyArray<string> => {
  const path = "checks.minors_sexual"
  const rule = checks.find(({ check }) => check === "minors_sexual")
  if (rule === undefined) return [`${path}: is missing; every policy needs this check, enabled`]
  const { act, onAct, onReview, review } = rule
  return [
    ...(isEnabled(rule) ? [] : [`${path}.enabled: must be true; this check cannot be switched off`]),
    ...(act === minorsLines.act ? [] : [`${path}.act: is ${act}; it must be exactly ${minorsLines.act}`]),
    ...(review === minorsLines.review
      ? []
      : [`${path}.review: is ${review}; it must be exactly ${minorsLines.review}`]),
    ...(isOneOf(onAct, "block") ? [] : [`${path}.on_act: is ${onAct.type}; it must be block`]),
    ...(isOneOf(onReview, "review", "block")
      ? []
      : [`${path}.on_review: is ${onReview.type}; it must be review or block`])
  ]
}

const isOneOf = ({ type }: Action, ...types: ReadonlyArray<Action["type"]>): boolean => types.includes(type)

const lineIssues = ({ act, check, review }: CheckRule): ReadonlyArray<string> => {
  const outOfRange = [
    ...(isScore(act) ? [] : [`checks.${check}.act: is ${act}; it must be between 0 and 1`]),
    ...(isScore(review) ? [] : [`checks.${check}.review: is ${review}; it must be between 0 and 1`])
  ]
  if (outOfRange.length > 0 || review <= act) return outOfRange
  return [`checks.${check}.review: is ${review}; it must be at or below act, which is ${act}`]
}

/** The JSON form cannot list a check twice, but other sources can. */
const repeatedCheckIssues = ({ checks }: PolicyDocument): ReadonlyArray<string> => {
  const names = checks.map(({ check }) => check)
  const repeated = Array.dedupe(names.filter((name, index) => names.indexOf(name) !== index))
  return repeated.map((name) => `checks.${name}: is listed more than once`)
}

const adultIssues = ({ adultMaxLevel, checks }: PolicyDocument): ReadonlyArray<string> => {
  if (!Number.isInteger(adultMaxLevel) || adultMaxLevel < 1 || adultMaxLevel > 5) {
    return [`adult.max_level: is ${adultMaxLevel}; it must be an integer from 1 to 5`]
  }
  const onAct = checks.find(({ check }) => check === "adult")?.onAct
  if (adultMaxLevel < 5 || onAct === undefined || isOneOf(onAct, "tag", "review")) return []
  return [`checks.adult.on_act: is ${onAct.type}; at adult.max_level 5 it must be tag or review`]
}

const tagIssues = ({ checks, tags }: PolicyDocument): ReadonlyArray<string> => {
  if (tags.length === 0) return []
  const listed = new Set(tags.map(({ name }) => name))
  const unlisted = (action: Action, path: string) =>
    action.type !== "tag" || listed.has(action.tag)
      ? []
      : [`${path}.tag: is not listed in tags; list it there, or use a tag that is`]
  return checks.flatMap(({ check, onAct, onReview }) => [
    ...unlisted(onAct, `checks.${check}.on_act`),
    ...unlisted(onReview, `checks.${check}.on_review`)
  ])
}

const shortestSecret = 16

const secretIssues = ({ secret }: Webhook): ReadonlyArray<string> => {
  if (isKept(secret)) {
    return [`is "${keptSecret}", and no secret is stored for this url; send the secret itself`]
  }
  const characters = countCharacters(Redacted.value(secret))
  if (characters < shortestSecret) return [`is too short; it must have at least ${shortestSecret} characters`]
  const most = largestDocument.secret
  return characters <= most
    ? []
    : [`is too long; it must have at most ${most.toLocaleString("en")} characters`]
}

/** A webhook cannot name more events than there are; a longer list would only take memory with every decision. */
const eventsIssues = ({ events }: Webhook): ReadonlyArray<string> => {
  if (events.length === 0) return [`is empty; name at least one of ${webhookEvents.join(", ")}`]
  const most = webhookEvents.length
  return events.length <= most
    ? []
    : [`has ${events.length.toLocaleString("en")} entries; it may have at most ${most}`]
}

const webhookIssues = (webhook: Webhook, path: string, addresses: AddressRules): ReadonlyArray<string> => [
  ...webhookAddressProblems(webhook.url, addresses).map((problem) => `${path}.url: ${problem}`),
  ...eventsIssues(webhook).map((problem) => `${path}.events: ${problem}`),
  ...secretIssues(webhook).map((problem) => `${path}.secret: ${problem}`)
]
