import { Schema } from "effect"
import type { Outcome } from "../policy/Action.ts"
import type { WebhookEvent, YouthCodedAdult } from "../policy/PolicyDocument.ts"
import type { DecidedBy, RoutedCheck } from "../policy/routing.ts"
import type { DecisionId, PolicyId, ReviewId } from "../shared/ids.ts"
import type { Mode } from "../shared/Workspace.ts"
import type { AppliedRule } from "./EndUsers.ts"
import type { FloorFinding } from "./floors/FloorResult.ts"
import type { Signal } from "./ScreeningEngine.ts"

/** In characters. */
export const longestPrompt = 10_000

/** What the caller sent. It is kept encrypted, apart from the decision. */
export interface PromptInput {
  readonly prompt: string
  readonly negativePrompt?: string
  /** Surrounding text. Stored with the decision, not screened. */
  readonly context?: ReadonlyArray<string>
}

export type Metadata = { readonly [key: string]: Schema.Json }

/** A check as it was decided: the routing, and everything that an explanation needs years later. */
export interface DecidedCheck extends RoutedCheck {
  /** The version of the engine's questions for this check. */
  readonly version: number
  readonly fired: ReadonlyArray<string>
  readonly signals: ReadonlyArray<Signal>
  readonly floors: ReadonlyArray<FloorFinding>
}

/** Why a policy's webhooks would have been called and were not. */
export const Suppression = Schema.Literals(["dry_run", "test_mode", "shadow_mode"])
export type Suppression = typeof Suppression.Type

/** What followed from a decision. */
export interface DecisionActions {
  /** The review item that it opened, if it opened one. */
  readonly reviewId: ReviewId | null
  /** Each event that was queued, once. */
  readonly webhookEvents: ReadonlyArray<WebhookEvent>
  /** Null also where no webhook wanted to be called. */
  readonly webhooksSuppressed: Suppression | null
  /** Left out unless the end user is paused, so that the decision is a block whatever the checks said. */
  readonly userPaused?: true
}

/** The decision as the caller of a check sees it. A replay returns exactly this. */
export interface DecisionSummary {
  readonly id: DecisionId
  readonly outcome: Outcome
  readonly tags: ReadonlyArray<string>
  readonly checks: ReadonlyArray<DecidedCheck>
  readonly policy: { readonly id: PolicyId; readonly version: number }
  readonly engineVersion: string
  /** Milliseconds from the request's arrival to the decision. */
  readonly latencyMs: number
  readonly dryRun: boolean
  readonly mode: Mode
  readonly shadowMode: boolean
}

/** The decision with all that is kept of it. */
export interface Decision extends DecisionSummary {
  readonly decidedBy: DecidedBy | null
  /** The policy's settings that its explanation names, as they were. */
  readonly policySettings: { readonly youthCodedAdult: YouthCodedAdult; readonly adultMaxLevel: number }
  readonly actions: DecisionActions
  /**
   * The other decision of a pair: a live one, and the one that the policy's dry-run version came to beside it. Left out
   * where there is none.
   */
  readonly counterpart?: { readonly id: DecisionId; readonly version: number }
  /** The workspace's rules on end users that tagged the decision or paused its user; left out where none did. */
  readonly appliedRules?: ReadonlyArray<AppliedRule>
  /** True when no API key may read the prompt: a block with the minors check at its review line. */
  readonly promptRedacted: boolean
  /** True when the plan's retention has ended: prompt, context and metadata are gone. */
  readonly promptPurged: boolean
  /** As the engine counts them; null where it does not. */
  readonly inputTokens: number | null
  /** The caller's own name for its end user. */
  readonly user: string | null
  readonly idempotencyKey: string | null
  readonly input: PromptInput
  readonly metadata: Metadata | null
}
