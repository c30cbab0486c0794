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
export const longestNegativePrompt = 5_000

/** The surrounding text of a prompt: how many texts, and how many characters in each. */
export const largestContext = { texts: 20, characters: 5_000 } as const

/** What the caller sent. It is stored encrypted, separately from the decision. */
export interface PromptInput {
  readonly prompt: string
  readonly negativePrompt?: string
  /** Surrounding text, which is stored with the decision but not screened. */
  readonly context?: ReadonlyArray<string>
}

export type Metadata = { readonly [key: string]: Schema.Json }

/** A check as it was decided: its routing and everything that an explanation needs years later. */
export interface DecidedCheck extends RoutedCheck {
  /** The version of the questions that the engine asks for this check. */
  readonly version: number
  /** The ids of the signals and floors that fired. */
  readonly fired: ReadonlyArray<string>
  readonly signals: ReadonlyArray<Signal>
  readonly floors: ReadonlyArray<FloorFinding>
}

/** Why a policy's webhooks were not called although they listen to what happened. */
export const Suppression = Schema.Literals(["dry_run", "test_mode", "shadow_mode"])
export type Suppression = typeof Suppression.Type

/** What a decision caused. */
export interface DecisionActions {
  /** The review item that the decision opened; null if it opened none. */
  readonly reviewId: ReviewId | null
  /** The events for which webhooks were queued, each once. */
  readonly webhookEvents: ReadonlyArray<WebhookEvent>
  /** Why webhooks were withheld; null also if none listens to what happened. */
  readonly webhooksSuppressed: Suppression | null
  /** Present only if the end user is paused; the decision is then a block, whatever the checks said. */
  readonly userPaused?: true
}

/** The decision as the caller of a check sees it. A replay returns exactly the same. */
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

/** The decision with everything that is stored about it. */
export interface Decision extends DecisionSummary {
  readonly decidedBy: DecidedBy | null
  /** Those settings of the policy that an explanation names, as they were. */
  readonly policySettings: { readonly youthCodedAdult: YouthCodedAdult; readonly adultMaxLevel: number }
  readonly actions: DecisionActions
  /**
   * The other half of a pair: the decision of the dry-run version beside a live decision, or that live decision. Left
   * out if there is none.
   */
  readonly counterpart?: { readonly id: DecisionId; readonly version: number }
  /** The workspace's rules that tagged the decision or paused its end user; left out if none did. */
  readonly appliedRules?: ReadonlyArray<AppliedRule>
  /**
   * True if no API key may read the prompt: it was blocked, by the policy or a verdict, with the minors check at its
   * review line.
   */
  readonly promptRedacted: boolean
  /** True after the plan's retention has ended: the prompt, the context and the metadata are deleted. */
  readonly promptPurged: boolean
  /** As counted by the engine; null if it does not count them. */
  readonly inputTokens: number | null
  /** The caller's own id of its end user. */
  readonly user: string | null
  readonly idempotencyKey: string | null
  readonly input: PromptInput
  readonly metadata: Metadata | null
}
