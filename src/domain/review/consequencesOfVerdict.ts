import type { Webhook } from "../policy/PolicyDocument.ts"
import { minorsReachedReview } from "../screening/consequences.ts"
import type { Decision } from "../screening/Decision.ts"
import type { ReviewStatus, Verdict } from "./ReviewItem.ts"

/** What decides what follows from a verdict. */
export interface VerdictCircumstances {
  readonly verdict: Verdict
  readonly decision: Pick<Decision, "checks" | "mode">
  /** Of the current version of the decision's policy. */
  readonly webhooks: ReadonlyArray<Webhook>
  /** The tenant's setting now, which says that no webhook is called. */
  readonly shadowMode: boolean
}

/** What follows from a verdict: the item's status, webhooks to call, and whether the prompt is redacted. */
export interface VerdictConsequences {
  readonly status: Exclude<ReviewStatus, "open">
  /** Whether no API key may read the prompt from now on. */
  readonly redactsPrompt: boolean
  /** One for each webhook that listens to verdicts. */
  readonly deliveries: ReadonlyArray<{ readonly url: string; readonly event: "review.verdict" }>
}

const statuses = { allow: "allowed", block: "blocked", dismiss: "dismissed" } as const

/** What follows from a verdict. The decision's outcome, scores and tags stay as they were logged. */
export const consequencesOfVerdict = ({
  decision,
  shadowMode,
  verdict,
  webhooks
}: VerdictCircumstances): VerdictConsequences => ({
  status: statuses[verdict],
  redactsPrompt: verdict === "block" && minorsReachedReview(decision.checks),
  deliveries:
    decision.mode === "test" || shadowMode
      ? []
      : webhooks
          .filter(({ events }) => events.includes("review.verdict"))
          .map(({ url }) => ({ url, event: "review.verdict" }))
})
