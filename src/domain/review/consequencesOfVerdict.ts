import type { Webhook } from "../policy/PolicyDocument.ts"
import { minorsReachedReview } from "../screening/consequences.ts"
import type { Decision } from "../screening/Decision.ts"
import type { ReviewStatus, Verdict } from "./ReviewItem.ts"

/** What determines the consequences of a verdict. */
export interface VerdictCircumstances {
  readonly verdict: Verdict
  readonly decision: Pick<Decision, "checks" | "mode">
  /** The webhooks of the current version of the decision's policy. */
  readonly webhooks: ReadonlyArray<Webhook>
}

/** The consequences of a verdict: the item's status, the webhooks to call, and whether the prompt is redacted. */
export interface VerdictConsequences {
  readonly status: Exclude<ReviewStatus, "open">
  /** Whether API keys lose access to the prompt. */
  readonly redactsPrompt: boolean
  /** One entry for each webhook that listens to verdicts. */
  readonly deliveries: ReadonlyArray<{ readonly url: string; readonly event: "review.verdict" }>
}

const statuses = { allow: "allowed", block: "blocked", dismiss: "dismissed" } as const

/**
 * Works out the consequences of a verdict. The decision's outcome, scores and tags stay as they were logged.
 *
 * Whether the workspace is in shadow mode now does not matter: the item was opened by a decision that was acted on, and
 * whoever acted on it has to learn what it came to.
 */
export const consequencesOfVerdict = ({
  decision,
  verdict,
  webhooks
}: VerdictCircumstances): VerdictConsequences => ({
  status: statuses[verdict],
  redactsPrompt: verdict === "block" && minorsReachedReview(decision.checks),
  deliveries:
    decision.mode === "test"
      ? []
      : webhooks
          .filter(({ events }) => events.includes("review.verdict"))
          .map(({ url }) => ({ url, event: "review.verdict" }))
})
