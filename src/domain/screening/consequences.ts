import type { Outcome } from "../policy/Action.ts"
import type { Webhook, WebhookEvent } from "../policy/PolicyDocument.ts"
import type { RoutedCheck } from "../policy/routing.ts"
import type { Mode } from "../shared/Workspace.ts"
import type { Suppression } from "./Decision.ts"
import { reachedReviewLine } from "./reachedChecks.ts"

/** What determines the consequences of an outcome. */
export interface Circumstances {
  readonly outcome: Outcome
  readonly tags: ReadonlyArray<string>
  readonly checks: ReadonlyArray<RoutedCheck>
  readonly webhooks: ReadonlyArray<Webhook>
  readonly mode: Mode
  readonly dryRun: boolean
  /** The tenant's setting. */
  readonly shadowMode: boolean
}

/** The consequences of an outcome: a review item, webhook deliveries, or why there are none. */
export interface Consequences {
  readonly opensReview: boolean
  /** One entry for each webhook and matching event. Empty when suppressed. */
  readonly deliveries: ReadonlyArray<{ readonly url: string; readonly event: WebhookEvent }>
  readonly webhookEvents: ReadonlyArray<WebhookEvent>
  readonly webhooksSuppressed: Suppression | null
  /** The decision's `shadow_mode`: never true if the minors check blocks. */
  readonly shadowMode: boolean
  readonly promptRedacted: boolean
}

/**
 * Whether the minors check blocks. Such a block is enforced even in shadow mode, but not with a test key or in a dry
 * run.
 */
const minorsBlocked = ({ checks }: Circumstances): boolean =>
  checks.find(({ check }) => check === "minors_sexual")?.action.type === "block"

/**
 * Whether a block, by the policy or by a verdict, redacts the prompt. What matters is the review line at the time of
 * the decision.
 */
export const minorsReachedReview = (checks: ReadonlyArray<RoutedCheck>): boolean =>
  checks.some((check) => check.check === "minors_sexual" && reachedReviewLine(check))

/** Whether the policy blocks. A block that only the end user's pause causes says nothing of the prompt. */
const policyBlocks = ({ checks }: Circumstances): boolean =>
  checks.some(({ action }) => action.type === "block")

const suppressionOf = ({ dryRun, mode }: Circumstances, shadowMode: boolean): Suppression | null => {
  if (mode === "test") return "test_mode"
  if (dryRun) return "dry_run"
  return shadowMode ? "shadow_mode" : null
}

/** Works out the consequences of a decision: a review item, webhook deliveries, a redacted prompt. */
export const consequencesOf = (circumstances: Circumstances): Consequences => {
  const { dryRun, outcome, tags, webhooks } = circumstances
  const shadowMode = circumstances.shadowMode && !minorsBlocked(circumstances)
  const occurred: ReadonlyArray<WebhookEvent> = tags.length === 0 ? [outcome] : [outcome, "tag"]
  const matching = webhooks.flatMap(({ events, url }) =>
    occurred.filter((event) => events.includes(event)).map((event) => ({ url, event }))
  )
  const suppression = matching.length === 0 ? null : suppressionOf(circumstances, shadowMode)
  const deliveries = suppression === null ? matching : []
  return {
    opensReview: outcome === "review" && !dryRun && !shadowMode,
    deliveries,
    webhookEvents: occurred.filter((event) => deliveries.some((delivery) => delivery.event === event)),
    webhooksSuppressed: suppression,
    shadowMode,
    promptRedacted: policyBlocks(circumstances) && minorsReachedReview(circumstances.checks)
  }
}
