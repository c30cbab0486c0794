// Generated from the API's description by `npm run client:build`.
/** The review item has a verdict already */
export interface AlreadyDecidedProblem {
  readonly type: string
  readonly title: string
  readonly status: 409
  readonly detail?: string
  readonly instance?: string
  readonly code: "already_decided"
  readonly issues: ReadonlyArray<string>
}

export interface ApiKey {
  readonly id: string
  readonly prefix: string
  readonly mode: "live" | "test"
  readonly label: string | null
  readonly created_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

export interface ApiKeyList {
  readonly data: ReadonlyArray<ApiKey>
}

/** A key cannot revoke itself */
export interface CannotRevokeCurrentKeyProblem {
  readonly type: string
  readonly title: string
  readonly status: 409
  readonly detail?: string
  readonly instance?: string
  readonly code: "cannot_revoke_current_key"
  readonly issues: ReadonlyArray<string>
}

export interface ChangeRuleRequest {
  readonly name?: string
  readonly when?: RuleCondition
  /** How many decisions of one user it takes. */
  readonly count?: number
  /** In how many seconds up to now. */
  readonly window_seconds?: number
  readonly then?: RuleEffect
  /** Default true. */
  readonly enabled?: boolean
}

export interface ChangeTenantRequest {
  readonly name?: string
  /** Switched in the dashboard, not with a key. */
  readonly shadow_mode?: boolean
  /** Whether owners and admins get a weekly e-mail. */
  readonly weekly_digest?: boolean
}

export interface CheckRequest {
  readonly input: {
    readonly prompt: string
    readonly negative_prompt?: string
    /** Surrounding text. Stored with the decision, not screened yet. */
    readonly context?: ReadonlyArray<string>
  }
  /** A policy's id. Without it the workspace's default policy. */
  readonly policy?: string
  /** Your id of the end user. */
  readonly user?: string
  /** A version to try, published or not. Only in a dry run. */
  readonly policy_version?: number
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface CheckResponse {
  readonly id: string
  readonly outcome: "allow" | "review" | "block"
  readonly tags: ReadonlyArray<string>
  readonly checks: {
    readonly minors_sexual?: CheckScore
    readonly adult?: CheckScore
    readonly real_person?: CheckScore
    readonly copyrighted_ip?: CheckScore
  }
  readonly policy: {
    readonly id: string | null
    readonly version: number | null
  }
  readonly engine_version: string | null
  readonly latency_ms: number | null
  readonly dry_run: boolean
  readonly mode: "live" | "test"
  readonly shadow_mode: boolean
}

export interface CheckScore {
  /** Compared with the policy's act line. */
  readonly score: number
  /** Compared with the policy's review line. */
  readonly review_score: number
  /** The signals that crossed their own line. */
  readonly fired: ReadonlyArray<string>
}

export interface CreatedApiKey {
  readonly id: string
  readonly prefix: string
  readonly mode: "live" | "test"
  readonly label: string | null
  readonly created_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
  readonly key: string
}

export interface CreateKeyRequest {
  readonly mode: "live" | "test"
  /** What the key is for. */
  readonly label?: string
}

export interface CreatePolicyRequest {
  /** Default: the name of the preset or of the document. */
  readonly name?: string
  /** Start from this preset. Not beside a policy. */
  readonly preset?: string
  readonly policy?: PolicyDocument
  /** Make it the default policy. A first policy is in any case. */
  readonly default?: boolean
}

export interface CreateRuleRequest {
  readonly name: string
  readonly when: RuleCondition
  /** How many decisions of one user it takes. */
  readonly count: number
  /** In how many seconds up to now. */
  readonly window_seconds: number
  readonly then: RuleEffect
  /** Default true. */
  readonly enabled?: boolean
}

/** This is done in the dashboard, not with an API key */
export interface DashboardOnlyProblem {
  readonly type: string
  readonly title: string
  readonly status: 403
  readonly detail?: string
  readonly instance?: string
  readonly code: "dashboard_only"
  readonly issues: ReadonlyArray<string>
}

export interface DecisionListItem {
  readonly id: string
  readonly outcome: "allow" | "review" | "block"
  readonly tags: ReadonlyArray<string>
  readonly policy: {
    readonly id: string | null
    readonly version: number | null
  }
  readonly mode: "live" | "test"
  readonly dry_run: boolean
  readonly engine_version: string | null
  readonly latency_ms: number | null
  readonly user: string | null
  readonly created_at: string
}

export interface DecisionPage {
  readonly data: ReadonlyArray<DecisionListItem>
  /** What the next page is asked for with; null on the last page. */
  readonly next_cursor: string | null
}

export interface Delivery {
  /** The X-Service-Delivery of every attempt. */
  readonly id: string
  readonly event: "block" | "review" | "allow" | "tag" | "review.verdict"
  readonly url: string
  readonly status: "pending" | "sending" | "waiting" | "delivered" | "failed"
  readonly attempt_count: number
  readonly next_attempt_at: string | null
  readonly decision_id: string
  readonly review_id: string | null
  readonly policy: {
    readonly id: string
    readonly version: number
  }
  readonly created_at: string
  /** Oldest first. */
  readonly attempts: ReadonlyArray<{
    readonly attempt: number
    readonly at: string
    readonly status_code: number | null
    /** Why no whole answer came. */
    readonly fault:
      | "secret_unknown"
      | "timeout"
      | "name_not_resolved"
      | "address_refused"
      | "connection_failed"
      | "tls_failed"
      | "connection_lost"
      | "invalid_response"
      | null
    readonly duration_ms: number
  }>
}

export interface DeliveryItem {
  /** The X-Service-Delivery of every attempt. */
  readonly id: string
  readonly event: "block" | "review" | "allow" | "tag" | "review.verdict"
  readonly url: string
  readonly status: "pending" | "sending" | "waiting" | "delivered" | "failed"
  readonly attempt_count: number
  readonly next_attempt_at: string | null
  readonly decision_id: string
  readonly review_id: string | null
  readonly policy: {
    readonly id: string
    readonly version: number
  }
  readonly created_at: string
}

export interface DeliveryPage {
  readonly data: ReadonlyArray<DeliveryItem>
  /** What the next page is asked for with; null on the last page. */
  readonly next_cursor: string | null
}

export interface DryRunRequest {
  /** Null ends the dry run. */
  readonly version: number | null
}

export interface EndUser {
  readonly user: string
  readonly mode: "live" | "test"
  readonly state: "active" | "paused"
  readonly paused_since: string | null
  /** Null for a user that is paused until someone resumes it. */
  readonly paused_until: string | null
  /** The rule and the decision that fulfilled it, or the key that it was asked for with. */
  readonly paused_by:
    | {
        readonly type: "rule"
        readonly rule: string
        readonly decision: string
      }
    | {
        readonly type: "key"
        readonly key: string
        readonly note: string | null
      }
    | null
  /** Decisions over 1, 7 and 30 days by outcome, dry runs left out. */
  readonly counts: {
    readonly "1d": {
      readonly allow: number
      readonly review: number
      readonly block: number
    }
    readonly "7d": {
      readonly allow: number
      readonly review: number
      readonly block: number
    }
    readonly "30d": {
      readonly allow: number
      readonly review: number
      readonly block: number
    }
  }
  /** The last 10, newest first, dry runs left out. */
  readonly last_decisions: ReadonlyArray<string>
}

export interface Explanation {
  readonly id: string
  readonly outcome: "allow" | "review" | "block"
  readonly dry_run: boolean
  readonly mode: "live" | "test"
  readonly summary: string
  readonly decided_by: {
    readonly check: string
    readonly policy_line: string | null
    readonly action:
      | {
          readonly type: "block"
        }
      | {
          readonly type: "review"
        }
      | {
          readonly type: "allow"
        }
      | {
          readonly type: "tag"
          readonly tag: string
        }
  } | null
  readonly policy: {
    readonly id: string | null
    readonly version: number | null
    readonly youth_coded_adult: "review" | "block"
    readonly adult_max_level: number
  }
  readonly checks: ReadonlyArray<{
    readonly check: "minors_sexual" | "adult" | "real_person" | "copyrighted_ip"
    readonly version: number
    readonly routed: "act" | "review" | "allow"
    readonly action:
      | {
          readonly type: "block"
        }
      | {
          readonly type: "review"
        }
      | {
          readonly type: "allow"
        }
      | {
          readonly type: "tag"
          readonly tag: string
        }
    readonly policy_line: string | null
    readonly score: number
    readonly review_score: number
    readonly act_line: number
    readonly review_line: number
    readonly adult_level?: number
    readonly explanation: string
    /** An extension, where it is asked for: how far the check was from each line, and what that decided. */
    readonly margins?: {
      readonly act: Margin
      readonly review: Margin
      readonly max_level?: Margin
    }
    readonly signals: ReadonlyArray<{
      readonly signal: string
      readonly probability: number | null
      readonly line: number | null
      readonly text: string
    }>
    readonly floors: ReadonlyArray<{
      readonly floor: "age" | "lexicon" | "canon"
      readonly field: "prompt" | "negative_prompt"
      /** Offset in UTF-16 code units, included. */
      readonly start: number
      /** Offset in UTF-16 code units, not included. */
      readonly end: number
      readonly counted: boolean
      readonly text: string
    }>
  }>
  readonly actions: {
    readonly review_id: string | null
    readonly webhook_events: ReadonlyArray<"block" | "review" | "allow" | "tag" | "review.verdict">
    readonly webhooks_suppressed: "dry_run" | "test_mode" | "shadow_mode" | null
    readonly shadow_mode: boolean
    /** True when the end user is paused, so that the decision is a block whatever the checks said. */
    readonly user_paused?: boolean
    readonly tags: ReadonlyArray<string>
    readonly ran: ReadonlyArray<string>
  }
  readonly engine_version: string | null
  readonly created_at: string
}

/** This Idempotency-Key came with another body before */
export interface IdempotencyKeyReusedProblem {
  readonly type: string
  readonly title: string
  readonly status: 422
  readonly detail?: string
  readonly instance?: string
  readonly code: "idempotency_key_reused"
  readonly issues: ReadonlyArray<string>
}

/** Something went wrong on our side */
export interface InternalErrorProblem {
  readonly type: string
  readonly title: string
  readonly status: 500
  readonly detail?: string
  readonly instance?: string
  readonly code: "internal_error"
  readonly issues: ReadonlyArray<string>
}

/** The policy document breaks a rule */
export interface InvalidPolicyProblem {
  readonly type: string
  readonly title: string
  readonly status: 422
  readonly detail?: string
  readonly instance?: string
  readonly code: "invalid_policy"
  readonly issues: ReadonlyArray<string>
}

/** The request is not valid */
export interface InvalidRequestProblem {
  readonly type: string
  readonly title: string
  readonly status: 400
  readonly detail?: string
  readonly instance?: string
  readonly code: "invalid_request"
  readonly issues: ReadonlyArray<string>
}

export interface Margin {
  /** The score less the line: from 0 on the line is reached. */
  readonly distance: number
  /** The outcome of the whole decision, had this score been just on the other side of the line. */
  readonly otherwise: "allow" | "review" | "block"
}

/** A key sees only its own mode */
export interface ModeForbiddenProblem {
  readonly type: string
  readonly title: string
  readonly status: 403
  readonly detail?: string
  readonly instance?: string
  readonly code: "mode_forbidden"
  readonly issues: ReadonlyArray<string>
}

export interface Moderation {
  readonly id: string
  /** The model that the request named; the version of the screening engine where it named none. */
  readonly model: string
  /** An extension: the version of the screening engine that scored the first text. */
  readonly engine_version: string
  readonly results: ReadonlyArray<ModerationResult>
}

export interface ModerationRequest {
  /** A text, or 1 to 32 of them; each is screened by itself. */
  readonly input:
    | string
    | ReadonlyArray<
        | string
        | {
            readonly type: "text"
            readonly text: string
          }
      >
  /** Taken for compatibility and given back. The workspace's policy decides, whatever is named. */
  readonly model?: string
}

export interface ModerationResult {
  /** Whether the outcome is block or review. */
  readonly flagged: boolean
  /** Whether the check reached one of the policy's lines, whatever the policy does about it. */
  readonly categories: {
    readonly sexual: boolean
    readonly "sexual/minors": boolean
    readonly harassment: boolean
    readonly "harassment/threatening": boolean
    readonly hate: boolean
    readonly "hate/threatening": boolean
    readonly illicit: boolean
    readonly "illicit/violent": boolean
    readonly "self-harm": boolean
    readonly "self-harm/intent": boolean
    readonly "self-harm/instructions": boolean
    readonly violence: boolean
    readonly "violence/graphic": boolean
  }
  readonly category_scores: {
    readonly sexual: number
    readonly "sexual/minors": number
    readonly harassment: number
    readonly "harassment/threatening": number
    readonly hate: number
    readonly "hate/threatening": number
    readonly illicit: number
    readonly "illicit/violent": number
    readonly "self-harm": number
    readonly "self-harm/intent": number
    readonly "self-harm/instructions": number
    readonly violence: number
    readonly "violence/graphic": number
  }
  readonly category_applied_input_types: {
    readonly sexual: ReadonlyArray<"text">
    readonly "sexual/minors": ReadonlyArray<"text">
    readonly harassment: ReadonlyArray<"text">
    readonly "harassment/threatening": ReadonlyArray<"text">
    readonly hate: ReadonlyArray<"text">
    readonly "hate/threatening": ReadonlyArray<"text">
    readonly illicit: ReadonlyArray<"text">
    readonly "illicit/violent": ReadonlyArray<"text">
    readonly "self-harm": ReadonlyArray<"text">
    readonly "self-harm/intent": ReadonlyArray<"text">
    readonly "self-harm/instructions": ReadonlyArray<"text">
    readonly violence: ReadonlyArray<"text">
    readonly "violence/graphic": ReadonlyArray<"text">
  }
  /** An extension: the decision that was logged. */
  readonly decision_id: string
  /** An extension: what the policy decided. */
  readonly outcome: "allow" | "review" | "block"
}

/** No policy was named and the workspace has no default */
export interface NoDefaultPolicyProblem {
  readonly type: string
  readonly title: string
  readonly status: 422
  readonly detail?: string
  readonly instance?: string
  readonly code: "no_default_policy"
  readonly issues: ReadonlyArray<string>
}

/** There is no such thing in this workspace */
export interface NotFoundProblem {
  readonly type: string
  readonly title: string
  readonly status: 404
  readonly detail?: string
  readonly instance?: string
  readonly code: "not_found"
  readonly issues: ReadonlyArray<string>
}

/** The body is larger than 256 KiB */
export interface PayloadTooLargeProblem {
  readonly type: string
  readonly title: string
  readonly status: 413
  readonly detail?: string
  readonly instance?: string
  readonly code: "payload_too_large"
  readonly issues: ReadonlyArray<string>
}

export interface Plan {
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  readonly name: string
  readonly state: "none" | "trialing" | "active" | "past_due" | "paused" | "inactive"
  readonly trial_ends_at: string | null
  /** When checks stop or stopped, while a payment fails. */
  readonly pauses_at: string | null
  readonly ended_at: string | null
  /** When the plan ends, once it is cancelled. */
  readonly cancels_at: string | null
  readonly limits: {
    /** A month; more are billed, never refused. */
    readonly included_decisions: number
    readonly policies: number | null
    readonly rules: number | null
    readonly reviewer_seats: number | null
    readonly retention_days: number
    readonly playground_bulk_rows: number
    /** For each API key. */
    readonly rate_limit_per_minute: number
    readonly live_checks: boolean
    readonly test_checks_per_month: number | null
  }
  readonly usage: {
    readonly policies: number
    readonly rules: number
    readonly reviewer_seats: number
    readonly test_checks_this_month: number
  }
  readonly upgrade_url: string
}

/** The workspace's plan does not include this */
export interface PlanRequiredProblem {
  readonly type: string
  readonly title: string
  readonly status: 402
  readonly detail?: string
  readonly instance?: string
  readonly code: "plan_required"
  readonly issues: ReadonlyArray<string>
  readonly upgrade_url: string
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  readonly state: "none" | "trialing" | "active" | "past_due" | "paused" | "inactive"
  readonly limit?: "policies" | "rules" | "reviewer_seats" | "live_checks" | "test_checks_per_month"
  readonly allowed?: number
  readonly used?: number
  readonly paused_since?: string
  readonly ended_at?: string | null
}

export interface PolicyCheckRule {
  /** Default true. False switches the check off and keeps its lines. */
  readonly enabled?: boolean
  /** From 0 to 1. A score at or above it takes on_act. */
  readonly act: number
  /** From 0 to act. A review score at or above it, below act, takes on_review. */
  readonly review: number
  readonly on_act:
    | {
        readonly type: "block"
      }
    | {
        readonly type: "review"
      }
    | {
        readonly type: "allow"
      }
    | {
        readonly type: "tag"
        readonly tag: string
      }
  readonly on_review:
    | {
        readonly type: "block"
      }
    | {
        readonly type: "review"
      }
    | {
        readonly type: "allow"
      }
    | {
        readonly type: "tag"
        readonly tag: string
      }
}

export interface PolicyDetail {
  readonly id: string
  readonly name: string
  /** The preset that it was made from. */
  readonly preset: string | null
  readonly current_version: number | null
  /** Whether it decides checks that name no policy. */
  readonly default: boolean
  /** A version that live traffic is also decided under, as dry-run decisions. */
  readonly dry_run_version: number | null
  readonly created_at: string
  readonly policy: PolicyDocument
  /** Newest first. */
  readonly versions: ReadonlyArray<{
    readonly version: number
    readonly current: boolean
    readonly created_at: string
    readonly created_by: string | null
  }>
}

export interface PolicyDocument {
  readonly version: 1
  readonly name: string
  readonly checks: {
    readonly [Key in "minors_sexual" | "adult" | "real_person" | "copyrighted_ip"]?: PolicyCheckRule
  }
  readonly adult: {
    /** From 1 to 5. A level above it takes the adult check's on_act. */
    readonly max_level: number
  }
  readonly youth_coded_adult: "review" | "block"
  readonly webhooks: ReadonlyArray<PolicyWebhook>
  readonly tags: Readonly<
    Record<
      string,
      {
        readonly description?: string
      }
    >
  >
}

/** There is no such policy or version */
export interface PolicyNotFoundProblem {
  readonly type: string
  readonly title: string
  readonly status: 404
  readonly detail?: string
  readonly instance?: string
  readonly code: "policy_not_found"
  readonly issues: ReadonlyArray<string>
}

export interface PolicySummary {
  readonly id: string
  readonly name: string
  /** The preset that it was made from. */
  readonly preset: string | null
  readonly current_version: number | null
  /** Whether it decides checks that name no policy. */
  readonly default: boolean
  /** A version that live traffic is also decided under, as dry-run decisions. */
  readonly dry_run_version: number | null
  readonly created_at: string
}

export interface PolicyVersion {
  readonly policy_id: string
  readonly version: number
  readonly current: boolean
  readonly policy: PolicyDocument
}

/** A policy version can only be tried in a dry run */
export interface PolicyVersionRequiresDryRunProblem {
  readonly type: string
  readonly title: string
  readonly status: 400
  readonly detail?: string
  readonly instance?: string
  readonly code: "policy_version_requires_dry_run"
  readonly issues: ReadonlyArray<string>
}

export interface PolicyWebhook {
  /** https:// on a public domain name. */
  readonly url: string
  /** At least one. */
  readonly events: ReadonlyArray<"block" | "review" | "allow" | "tag" | "review.verdict">
  /** At least 16 characters. Reads return "redacted", and sending "redacted" keeps the stored secret of that url. */
  readonly secret: string
}

export interface Preset {
  readonly name: string
  readonly policy: PolicyDocument
}

export interface PublishRequest {
  readonly version: number
}

/** Too many requests */
export interface RateLimitedProblem {
  readonly type: string
  readonly title: string
  readonly status: 429
  readonly detail?: string
  readonly instance?: string
  readonly code: "rate_limited"
  readonly issues: ReadonlyArray<string>
}

/** Only an owner or admin may reveal a redacted prompt */
export interface RevealForbiddenProblem {
  readonly type: string
  readonly title: string
  readonly status: 403
  readonly detail?: string
  readonly instance?: string
  readonly code: "reveal_forbidden"
  readonly issues: ReadonlyArray<string>
}

export interface ReviewItem {
  readonly id: string
  readonly status: "open" | "allowed" | "blocked" | "dismissed"
  readonly created_at: string
  readonly decision: {
    readonly id: string
    readonly outcome: "allow" | "review" | "block"
    readonly tags: ReadonlyArray<string>
    readonly policy: {
      readonly id: string | null
      readonly version: number | null
    }
    readonly mode: "live" | "test"
    readonly input: {
      readonly prompt: string
      readonly negative_prompt?: string
      readonly context?: ReadonlyArray<string>
    }
    readonly prompt_redacted: boolean
    readonly prompt_purged: boolean
    readonly user: string | null
    readonly latency_ms: number | null
    readonly checks: {
      readonly minors_sexual?: CheckScore
      readonly adult?: CheckScore
      readonly real_person?: CheckScore
      readonly copyrighted_ip?: CheckScore
    }
    readonly created_at: string
  }
  readonly verdict: {
    readonly verdict: "allow" | "block" | "dismiss"
    readonly note: string | null
    /** The id of the key that gave it. */
    readonly by: string | null
    readonly at: string
  } | null
}

export interface ReviewPage {
  readonly data: ReadonlyArray<ReviewItem>
  /** What the next page is asked for with; null on the last page. */
  readonly next_cursor: string | null
}

export interface Rule {
  readonly id: string
  readonly name: string
  readonly when: RuleCondition
  /** How many decisions of one user it takes. */
  readonly count: number
  /** In how many seconds up to now. */
  readonly window_seconds: number
  readonly then: RuleEffect
  readonly enabled: boolean
  readonly created_at: string
}

export interface RuleCondition {
  /** Outcomes that count. */
  readonly outcome: ReadonlyArray<"allow" | "review" | "block">
  /** Only decisions that this check decided or reached its review line in. */
  readonly check?: "minors_sexual" | "adult" | "real_person" | "copyrighted_ip"
  /** Only decisions with this tag, given by the policy or by another rule. */
  readonly tag?: string
  /** Only decisions under the policy of this id. */
  readonly policy?: string
}

export type RuleEffect =
  | {
      readonly type: "tag"
      /** Added to the decisions of the user while there are enough. */
      readonly tag: string
    }
  | {
      readonly type: "pause"
      /** Null pauses the user until someone resumes it. */
      readonly seconds: number | null
    }

export interface RuleList {
  readonly data: ReadonlyArray<Rule>
}

/** Screening is unavailable; nothing was decided */
export interface ScreeningUnavailableProblem {
  readonly type: string
  readonly title: string
  readonly status: 503
  readonly detail?: string
  readonly instance?: string
  readonly code: "screening_unavailable"
  readonly issues: ReadonlyArray<string>
}

export interface StoredDecision {
  readonly id: string
  readonly outcome: "allow" | "review" | "block"
  readonly tags: ReadonlyArray<string>
  readonly checks: {
    readonly minors_sexual?: CheckScore
    readonly adult?: CheckScore
    readonly real_person?: CheckScore
    readonly copyrighted_ip?: CheckScore
  }
  readonly policy: {
    readonly id: string | null
    readonly version: number | null
  }
  readonly engine_version: string | null
  readonly latency_ms: number | null
  readonly dry_run: boolean
  readonly mode: "live" | "test"
  readonly shadow_mode: boolean
  readonly input: {
    readonly prompt: string
    readonly negative_prompt?: string
    readonly context?: ReadonlyArray<string>
  }
  readonly prompt_redacted: boolean
  readonly prompt_purged: boolean
  readonly user: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly actions: {
    readonly review_id: string | null
    readonly webhook_events: ReadonlyArray<"block" | "review" | "allow" | "tag" | "review.verdict">
    readonly webhooks_suppressed: "dry_run" | "test_mode" | "shadow_mode" | null
    readonly shadow_mode: boolean
    /** True when the end user is paused, so that the decision is a block whatever the checks said. */
    readonly user_paused?: boolean
  }
  readonly idempotency_key: string | null
  readonly input_tokens: number | null
  readonly created_at: string
}

/** The plan has ended and the workspace is read-only */
export interface SubscriptionInactiveProblem {
  readonly type: string
  readonly title: string
  readonly status: 402
  readonly detail?: string
  readonly instance?: string
  readonly code: "subscription_inactive"
  readonly issues: ReadonlyArray<string>
  readonly upgrade_url: string
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  readonly state: "none" | "trialing" | "active" | "past_due" | "paused" | "inactive"
  readonly limit?: "policies" | "rules" | "reviewer_seats" | "live_checks" | "test_checks_per_month"
  readonly allowed?: number
  readonly used?: number
  readonly paused_since?: string
  readonly ended_at?: string | null
}

/** Checks are paused until a payment succeeds */
export interface SubscriptionPausedProblem {
  readonly type: string
  readonly title: string
  readonly status: 402
  readonly detail?: string
  readonly instance?: string
  readonly code: "subscription_paused"
  readonly issues: ReadonlyArray<string>
  readonly upgrade_url: string
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  readonly state: "none" | "trialing" | "active" | "past_due" | "paused" | "inactive"
  readonly limit?: "policies" | "rules" | "reviewer_seats" | "live_checks" | "test_checks_per_month"
  readonly allowed?: number
  readonly used?: number
  readonly paused_since?: string
  readonly ended_at?: string | null
}

export interface Tenant {
  readonly id: string
  readonly name: string
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  readonly shadow_mode: boolean
  readonly default_policy_id: string | null
  readonly weekly_digest: boolean
  readonly created_at: string
}

/** A test key cannot do this */
export interface TestKeyForbiddenProblem {
  readonly type: string
  readonly title: string
  readonly status: 403
  readonly detail?: string
  readonly instance?: string
  readonly code: "test_key_forbidden"
  readonly issues: ReadonlyArray<string>
}

/** The API key is missing, malformed, unknown or revoked */
export interface UnauthorizedProblem {
  readonly type: string
  readonly title: string
  readonly status: 401
  readonly detail?: string
  readonly instance?: string
  readonly code: "unauthorized"
  readonly issues: ReadonlyArray<string>
}

/** There is no preset by that name */
export interface UnknownPresetProblem {
  readonly type: string
  readonly title: string
  readonly status: 422
  readonly detail?: string
  readonly instance?: string
  readonly code: "unknown_preset"
  readonly issues: ReadonlyArray<string>
}

/** The body is not sent as JSON */
export interface UnsupportedMediaTypeProblem {
  readonly type: string
  readonly title: string
  readonly status: 415
  readonly detail?: string
  readonly instance?: string
  readonly code: "unsupported_media_type"
  readonly issues: ReadonlyArray<string>
}

export interface Usage {
  readonly from: string
  readonly to: string
  readonly data: ReadonlyArray<UsageDay>
  readonly totals: {
    readonly live: UsageTotals
    readonly test: UsageTotals
  }
}

export interface UsageDay {
  readonly day: string
  readonly mode: "live" | "test"
  readonly checks: number
  readonly blocked: number
  readonly reviewed: number
  readonly input_tokens: number
}

export interface UsageTotals {
  readonly checks: number
  readonly blocked: number
  readonly reviewed: number
  readonly input_tokens: number
}

export interface UserNoteRequest {
  /** Why, for the audit log. */
  readonly note?: string
}

export interface VerdictRequest {
  readonly verdict: "allow" | "block" | "dismiss"
  /** Why, in words for those who read it later. */
  readonly note?: string
}

export type Problem =
  | AlreadyDecidedProblem
  | CannotRevokeCurrentKeyProblem
  | DashboardOnlyProblem
  | IdempotencyKeyReusedProblem
  | InternalErrorProblem
  | InvalidPolicyProblem
  | InvalidRequestProblem
  | ModeForbiddenProblem
  | NoDefaultPolicyProblem
  | NotFoundProblem
  | PayloadTooLargeProblem
  | PlanRequiredProblem
  | PolicyNotFoundProblem
  | PolicyVersionRequiresDryRunProblem
  | RateLimitedProblem
  | RevealForbiddenProblem
  | ScreeningUnavailableProblem
  | SubscriptionInactiveProblem
  | SubscriptionPausedProblem
  | TestKeyForbiddenProblem
  | UnauthorizedProblem
  | UnknownPresetProblem
  | UnsupportedMediaTypeProblem

export type ProblemCode = Problem["code"]

export interface DecisionsListQuery {
  readonly outcome?: "allow" | "review" | "block" | undefined
  /** A policy's id. */
  readonly policy?: string | undefined
  /** Must be the key's own. */
  readonly mode?: "live" | "test" | undefined
  /** false leaves dry runs out, true lists nothing else. */
  readonly dry_run?: boolean | undefined
  /** Created at this moment or later. ISO 8601. */
  readonly since?: string | undefined
  /** Created before this moment. ISO 8601. */
  readonly until?: string | undefined
  /** Only decisions that this check decided, or where it reached its review line. */
  readonly check?: "minors_sexual" | "adult" | "real_person" | "copyrighted_ip" | undefined
  /** Your id of the end user. */
  readonly user?: string | undefined
  /** How the decisions' ids start. */
  readonly id_prefix?: string | undefined
  /** Items of a page, 1 to 100; 50 unless said otherwise. */
  readonly limit?: number | undefined
  /** next_cursor of the page before, sent with the same filters. */
  readonly cursor?: string | undefined
}

export interface DecisionsGetQuery {
  readonly reveal?: "1" | "true" | undefined
}

export interface DecisionsExplainQuery {
  /** An extension: adds to each check how far it was from its lines. */
  readonly margins?: "1" | "true" | undefined
}

export interface ReviewListQuery {
  /** `open` unless said otherwise. */
  readonly status?: "open" | "allowed" | "blocked" | "dismissed" | undefined
  readonly reveal?: "1" | "true" | undefined
  /** Items of a page, 1 to 100; 50 unless said otherwise. */
  readonly limit?: number | undefined
  /** next_cursor of the page before, sent with the same filters. */
  readonly cursor?: string | undefined
}

export interface UsageReadQuery {
  /** The first day; 29 days before the last. */
  readonly from?: string | undefined
  /** The last day, included; today. */
  readonly to?: string | undefined
  /** The key's own mode. */
  readonly mode?: "live" | "test" | undefined
}

export interface DeliveriesListQuery {
  /** Deliveries of this decision. */
  readonly decision?: string | undefined
  readonly status?: "pending" | "sending" | "waiting" | "delivered" | "failed" | undefined
  readonly event?: "block" | "review" | "allow" | "tag" | "review.verdict" | undefined
  /** Items of a page, 1 to 100; 50 unless said otherwise. */
  readonly limit?: number | undefined
  /** next_cursor of the page before, sent with the same filters. */
  readonly cursor?: string | undefined
}
