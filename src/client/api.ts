// Generated from the API's description by `npm run client:build`.
/** The review item has a verdict already */
export interface AlreadyDecidedProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 409
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "already_decided"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface ApiKey {
  /** What the key is revoked by. */
  readonly id: string
  /** The first 16 characters of the key. */
  readonly prefix: string
  /** Whether it is a live or a test key. */
  readonly mode: "live" | "test"
  /** What the key is for, in the words of whoever made it. */
  readonly label: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
  /** To within a few minutes; null while it has not been used. */
  readonly last_used_at: string | null
  /** Null while the key works. */
  readonly revoked_at: string | null
}

export interface ApiKeyList {
  /** Oldest first. */
  readonly data: ReadonlyArray<ApiKey>
}

/** A key cannot revoke itself */
export interface CannotRevokeCurrentKeyProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 409
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "cannot_revoke_current_key"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface ChangeRuleRequest {
  /** What people call the rule. */
  readonly name?: string
  readonly when?: RuleCondition
  /** How many decisions of one user it takes. */
  readonly count?: number
  /** Within how many seconds up to now. */
  readonly window_seconds?: number
  readonly then?: RuleEffect
  /** Default true. */
  readonly enabled?: boolean
}

export interface ChangeTenantRequest {
  /** The name of the workspace. */
  readonly name?: string
  /** Refused with a 403: the operator switches it. */
  readonly shadow_mode?: boolean
  /** A setting that is kept for a mailer of your own. This service sends no e-mail. */
  readonly weekly_digest?: boolean
}

export interface CheckRequest {
  /** The text to screen, and what surrounds it. */
  readonly input: {
    /** What something is to be generated from. */
    readonly prompt: string
    /** What the result is not to show. Screened too. */
    readonly negative_prompt?: string
    /** Surrounding text. Stored with the decision, not screened yet. */
    readonly context?: ReadonlyArray<string>
  }
  /** A policy's id. Without it the workspace's default policy. */
  readonly policy?: string
  /** Your id of the end user, by which rules count and pause. */
  readonly user?: string
  /** A version to try, published or not. Only in a dry run. */
  readonly policy_version?: number
  /** Your own JSON, at most 4096 bytes, returned with the decision. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface CheckResponse {
  /** The decision's id, for reading and explaining it later. */
  readonly id: string
  /** What to do: allow, generate; block, do not; review, a person is to look at it. */
  readonly outcome: "allow" | "review" | "block"
  /** Labels that the policy or a rule put on. A tag never blocks by itself. */
  readonly tags: ReadonlyArray<string>
  /** The scores of each check that the policy ran. */
  readonly checks: {
    readonly minors_sexual?: CheckScore
    readonly adult?: CheckScore
    readonly real_person?: CheckScore
    readonly copyrighted_ip?: CheckScore
  }
  /** The policy that decided, and its version. */
  readonly policy: {
    /** The policy's id. */
    readonly id: string | null
    /** The version of it. */
    readonly version: number | null
  }
  /** Which version of the screening engine scored the prompt. Its form has no meaning. */
  readonly engine_version: string | null
  /** Milliseconds from the request's arrival to the decision. */
  readonly latency_ms: number | null
  /** Whether this was only tried: no review item, no webhook. */
  readonly dry_run: boolean
  /** The mode of the key. */
  readonly mode: "live" | "test"
  /** True when the workspace is in shadow mode, and the outcome is not to be acted on. Never true on a block by minors_sexual. */
  readonly shadow_mode: boolean
}

export interface CheckScore {
  /** Compared with the policy's act line. */
  readonly score: number
  /** Compared with the policy's review line. */
  readonly review_score: number
  /** The ids of the signals that reached their own line or have none, and floor:age, floor:lexicon and floor:canon where such a floor counted. */
  readonly fired: ReadonlyArray<string>
}

export interface CreatedApiKey {
  /** What the key is revoked by. */
  readonly id: string
  /** The first 16 characters of the key. */
  readonly prefix: string
  /** Whether it is a live or a test key. */
  readonly mode: "live" | "test"
  /** What the key is for, in the words of whoever made it. */
  readonly label: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
  /** To within a few minutes; null while it has not been used. */
  readonly last_used_at: string | null
  /** Null while the key works. */
  readonly revoked_at: string | null
  /** The key itself, which is shown this once. */
  readonly key: string
}

export interface CreateKeyRequest {
  /** An API key makes test keys only: live is a 403. */
  readonly mode: "live" | "test"
  /** What the key is for. */
  readonly label?: string
}

export interface CreatePolicyRequest {
  /** Default: the name of the preset or of the document. */
  readonly name?: string
  /** Start from this preset. Either this or policy. */
  readonly preset?: string
  readonly policy?: PolicyDocument
  /** Make it the default policy. A first policy is in any case. */
  readonly default?: boolean
}

export interface CreateRuleRequest {
  /** What people call the rule. */
  readonly name: string
  readonly when: RuleCondition
  /** How many decisions of one user it takes. */
  readonly count: number
  /** Within how many seconds up to now. */
  readonly window_seconds: number
  readonly then: RuleEffect
  /** Default true. */
  readonly enabled?: boolean
}

/** An API key cannot do this; the operator can */
export interface DashboardOnlyProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 403
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "dashboard_only"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface DecisionListItem {
  /** The decision's id, for reading and explaining it later. */
  readonly id: string
  /** What to do: allow, generate; block, do not; review, a person is to look at it. */
  readonly outcome: "allow" | "review" | "block"
  /** Labels that the policy or a rule put on. A tag never blocks by itself. */
  readonly tags: ReadonlyArray<string>
  /** The policy that decided, and its version. */
  readonly policy: {
    /** The policy's id. */
    readonly id: string | null
    /** The version of it. */
    readonly version: number | null
  }
  /** The mode of the key. */
  readonly mode: "live" | "test"
  /** Whether this was only tried: no review item, no webhook. */
  readonly dry_run: boolean
  /** Which version of the screening engine scored the prompt. Its form has no meaning. */
  readonly engine_version: string | null
  /** Milliseconds from the request's arrival to the decision. */
  readonly latency_ms: number | null
  /** Your id of the end user. */
  readonly user: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

export interface DecisionPage {
  /** Newest first. */
  readonly data: ReadonlyArray<DecisionListItem>
  /** What the next page is asked for with; null on the last page. */
  readonly next_cursor: string | null
}

export interface Delivery {
  /** The X-Service-Delivery of every attempt. */
  readonly id: string
  /** What the receiver is told of. */
  readonly event: "block" | "review" | "allow" | "tag" | "review.verdict"
  /** Where it is sent. */
  readonly url: string
  /** pending: due; sending: under way; waiting: failed and to be tried again; delivered and failed: ended. */
  readonly status: "pending" | "sending" | "waiting" | "delivered" | "failed"
  /** How many attempts were made. */
  readonly attempt_count: number
  /** When the next attempt is due; null when none is to come. */
  readonly next_attempt_at: string | null
  /** The decision that it tells of. */
  readonly decision_id: string
  /** The review item, for review.verdict. */
  readonly review_id: string | null
  /** The policy and the version that decided. */
  readonly policy: {
    readonly id: string
    readonly version: number
  }
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
  /** Oldest first. */
  readonly attempts: ReadonlyArray<{
    /** 1 for the first. */
    readonly attempt: number
    /** When it began. */
    readonly at: string
    /** The receiver's status; null when none came. */
    readonly status_code: number | null
    /** Why no status came; null when one did. */
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
    /** How many milliseconds it took. */
    readonly duration_ms: number
  }>
}

export interface DeliveryItem {
  /** The X-Service-Delivery of every attempt. */
  readonly id: string
  /** What the receiver is told of. */
  readonly event: "block" | "review" | "allow" | "tag" | "review.verdict"
  /** Where it is sent. */
  readonly url: string
  /** pending: due; sending: under way; waiting: failed and to be tried again; delivered and failed: ended. */
  readonly status: "pending" | "sending" | "waiting" | "delivered" | "failed"
  /** How many attempts were made. */
  readonly attempt_count: number
  /** When the next attempt is due; null when none is to come. */
  readonly next_attempt_at: string | null
  /** The decision that it tells of. */
  readonly decision_id: string
  /** The review item, for review.verdict. */
  readonly review_id: string | null
  /** The policy and the version that decided. */
  readonly policy: {
    readonly id: string
    readonly version: number
  }
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

export interface DeliveryPage {
  /** Newest first. */
  readonly data: ReadonlyArray<DeliveryItem>
  /** What the next page is asked for with; null on the last page. */
  readonly next_cursor: string | null
}

export interface DryRunRequest {
  /** Null ends the dry run. */
  readonly version: number | null
}

export interface EndUser {
  /** Your id of the end user. */
  readonly user: string
  /** The key's own mode. */
  readonly mode: "live" | "test"
  /** While a user is paused, every check of theirs is a block. */
  readonly state: "active" | "paused"
  /** When the pause began; null while the user is active. */
  readonly paused_since: string | null
  /** When the pause ends by itself; null when somebody has to resume the user. */
  readonly paused_until: string | null
  /** The rule and the decision that fulfilled it, or the key that it was asked for with. */
  readonly paused_by:
    | {
        readonly type: "rule"
        /** The rule. */
        readonly rule: string
        /** The decision that fulfilled it. */
        readonly decision: string
      }
    | {
        readonly type: "key"
        /** The id of the key. */
        readonly key: string
        /** Why, as it was given. */
        readonly note: string | null
      }
    | null
  /** Decisions over 1, 7 and 30 days by outcome, dry runs left out. */
  readonly counts: {
    /** How many decisions had each outcome. */
    readonly "1d": {
      readonly allow: number
      readonly review: number
      readonly block: number
    }
    /** How many decisions had each outcome. */
    readonly "7d": {
      readonly allow: number
      readonly review: number
      readonly block: number
    }
    /** How many decisions had each outcome. */
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
  /** The decision's id, for reading and explaining it later. */
  readonly id: string
  /** What to do: allow, generate; block, do not; review, a person is to look at it. */
  readonly outcome: "allow" | "review" | "block"
  /** Whether this was only tried: no review item, no webhook. */
  readonly dry_run: boolean
  /** The mode of the key. */
  readonly mode: "live" | "test"
  /** The whole decision in one sentence. */
  readonly summary: string
  /** The first check whose action is the outcome's; null on an allow without tags. */
  readonly decided_by: {
    /** A check, or user_paused where the end user is paused. */
    readonly check: string
    /** The place in the policy that says so, such as checks.adult.on_act. */
    readonly policy_line: string | null
    /** What the policy does about it. */
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
  /** The policy as it was when the decision was made. */
  readonly policy: {
    /** The policy's id. */
    readonly id: string | null
    /** The version of it. */
    readonly version: number | null
    /** What it does where somebody is stated to be an adult and presented as young. */
    readonly youth_coded_adult: "review" | "block"
    /** The highest adult level that it lets through. */
    readonly adult_max_level: number
  }
  /** Every check that ran, in the policy's order. */
  readonly checks: ReadonlyArray<{
    /** The check. */
    readonly check: "minors_sexual" | "adult" | "real_person" | "copyrighted_ip"
    /** The version of the check, as the engine counts it. */
    readonly version: number
    /** Which line was reached; allow is none. */
    readonly routed: "act" | "review" | "allow"
    /** What the policy does about it. */
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
    /** The place in the policy that says so, such as checks.adult.on_act. */
    readonly policy_line: string | null
    /** Compared with the act line. */
    readonly score: number
    /** Compared with the review line. */
    readonly review_score: number
    /** The act line when the decision was made. */
    readonly act_line: number
    /** The review line when the decision was made. */
    readonly review_line: number
    /** Of the adult check: the level from 1 to 5. */
    readonly adult_level?: number
    /** The same in a sentence. */
    readonly explanation: string
    /** Where it is asked for: how far the check was from each line, and what that decided. */
    readonly margins?: {
      readonly act: Margin
      readonly review: Margin
      readonly max_level?: Margin
    }
    /** What the engine found. */
    readonly signals: ReadonlyArray<{
      /** The signal's id. */
      readonly signal: string
      /** How sure the engine is; null where it does not say. */
      readonly probability: number | null
      /** From where on the signal fires. */
      readonly line: number | null
      /** What the signal says, in a sentence that never quotes the prompt. */
      readonly text: string
    }>
    /** Text rules of the service, for minors_sexual only. */
    readonly floors: ReadonlyArray<{
      /** A stated age, a term, or a fictional character who is a minor. */
      readonly floor: "age" | "lexicon" | "canon"
      /** Where it was found. */
      readonly field: "prompt" | "negative_prompt"
      /** Offset in UTF-16 code units, included. */
      readonly start: number
      /** Offset in UTF-16 code units, not included. */
      readonly end: number
      /** Whether it raised the scores; most floors do only in a sexual prompt. */
      readonly counted: boolean
      /** The same in a sentence. */
      readonly text: string
    }>
  }>
  /** What came of the decision. */
  readonly actions: {
    /** The review item that was opened. */
    readonly review_id: string | null
    /** The events that webhooks were called for. */
    readonly webhook_events: ReadonlyArray<"block" | "review" | "allow" | "tag" | "review.verdict">
    /** Why webhooks that would have been called were not. */
    readonly webhooks_suppressed: "dry_run" | "test_mode" | "shadow_mode" | null
    /** Whether the workspace was in shadow mode. */
    readonly shadow_mode: boolean
    /** True when the end user is paused, so that the decision is a block whatever the checks said. */
    readonly user_paused?: boolean
    /** Labels that the policy or a rule put on. A tag never blocks by itself. */
    readonly tags: ReadonlyArray<string>
    /** What was done, or why nothing was, in sentences. */
    readonly ran: ReadonlyArray<string>
  }
  /** Which version of the screening engine scored the prompt. Its form has no meaning. */
  readonly engine_version: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

/** This Idempotency-Key came with another body before */
export interface IdempotencyKeyReusedProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 422
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "idempotency_key_reused"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** Something went wrong in the service */
export interface InternalErrorProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 500
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "internal_error"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The policy document breaks a rule */
export interface InvalidPolicyProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 422
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "invalid_policy"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The request is not valid */
export interface InvalidRequestProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 400
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "invalid_request"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
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
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 403
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "mode_forbidden"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface Moderation {
  /** Names this answer; each result has its decision_id. */
  readonly id: string
  /** The model that the request named; the version of the screening engine where it named none. */
  readonly model: string
  /** Beside OpenAI's fields: the version of the screening engine that scored the first text. */
  readonly engine_version: string
  /** One for each text, in their order. */
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
  /** The greater of the check's two scores; 0 where no check stands for the category. */
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
  /** What was read for each category: text, or nothing. */
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
  /** Beside OpenAI's fields: the decision that was logged. */
  readonly decision_id: string
  /** Beside OpenAI's fields: what the policy decided. */
  readonly outcome: "allow" | "review" | "block"
}

/** No policy was named and the workspace has no default */
export interface NoDefaultPolicyProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 422
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "no_default_policy"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** There is no such thing in this workspace */
export interface NotFoundProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 404
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "not_found"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The body is larger than 256 KiB */
export interface PayloadTooLargeProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 413
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "payload_too_large"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface Plan {
  /** The plan, as programs name it. */
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  /** The plan, as people name it. */
  readonly name: string
  /** What works now: none, no live checks; trialing and active, everything; past_due, everything until pauses_at; paused, everything but checks; inactive, reading and revoking keys. */
  readonly state: "none" | "trialing" | "active" | "past_due" | "paused" | "inactive"
  /** When the trial ends or ended. */
  readonly trial_ends_at: string | null
  /** When checks stop or stopped, while a payment fails. */
  readonly pauses_at: string | null
  /** When the plan ended. */
  readonly ended_at: string | null
  /** When the plan ends, once it is cancelled. */
  readonly cancels_at: string | null
  /** What the plan includes, with what the operator has set for this workspace. */
  readonly limits: {
    /** A month; more are billed, never refused. */
    readonly included_decisions: number
    /** How many policies there may be. Null is unlimited. */
    readonly policies: number | null
    /** How many rules on end users there may be. Null is unlimited. */
    readonly rules: number | null
    /** How many reviewers there may be. Null is unlimited. */
    readonly reviewer_seats: number | null
    /** For how many days prompts are kept. */
    readonly retention_days: number
    /** Rows of one bulk run in the dashboard's playground. */
    readonly playground_bulk_rows: number
    /** For each API key. */
    readonly rate_limit_per_minute: number
    /** Whether live keys may check. */
    readonly live_checks: boolean
    /** How many checks test keys may make in a month. Null is unlimited. */
    readonly test_checks_per_month: number | null
  }
  /** How much of the limits is used. */
  readonly usage: {
    /** Policies that there are. */
    readonly policies: number
    /** Rules that there are, enabled or not. */
    readonly rules: number
    /** Reviewers, and those who are invited. */
    readonly reviewer_seats: number
    /** Checks by test keys in this month (UTC). */
    readonly test_checks_this_month: number
  }
  /** Where to choose a plan or update the card. */
  readonly upgrade_url: string
}

/** The workspace's plan does not include this */
export interface PlanRequiredProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 402
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "plan_required"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
  /** Where to choose a plan or update the card. */
  readonly upgrade_url: string
  /** The workspace's plan. */
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  /** The state of the plan. */
  readonly state: "none" | "trialing" | "active" | "past_due" | "paused" | "inactive"
  /** With plan_required: the limit that was reached. */
  readonly limit?: "policies" | "rules" | "reviewer_seats" | "live_checks" | "test_checks_per_month"
  /** With limit: how many the plan allows. */
  readonly allowed?: number
  /** With limit: how many are used. */
  readonly used?: number
  /** With subscription_paused: since when checks are paused. */
  readonly paused_since?: string
  /** With subscription_inactive: when the plan ended. */
  readonly ended_at?: string | null
}

export interface PolicyCheckRule {
  /** Default true. False switches the check off and keeps its lines. */
  readonly enabled?: boolean
  /** From 0 to 1. A score at or above it takes on_act. */
  readonly act: number
  /** From 0 to act. A review score at or above it, below act, takes on_review. */
  readonly review: number
  /** What happens at the act line. */
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
        /** The label to put on. The action allows. */
        readonly tag: string
      }
  /** What happens at the review line. */
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
        /** The label to put on. The action allows. */
        readonly tag: string
      }
}

export interface PolicyDetail {
  /** The policy's id. */
  readonly id: string
  /** What people call the policy. */
  readonly name: string
  /** The preset that it was made from. */
  readonly preset: string | null
  /** The version that decides. */
  readonly current_version: number | null
  /** Whether it decides checks that name no policy. */
  readonly default: boolean
  /** A version that live traffic is also decided under, as dry-run decisions. */
  readonly dry_run_version: number | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
  readonly policy: PolicyDocument
  /** Newest first. */
  readonly versions: ReadonlyArray<{
    /** 1 for the first. */
    readonly version: number
    /** Whether it is the one that decides. */
    readonly current: boolean
    /** ISO 8601 in UTC, with milliseconds. */
    readonly created_at: string
    /** The id of the key that made it, or operator. */
    readonly created_by: string | null
  }>
}

export interface PolicyDocument {
  /** The version of the document's format. */
  readonly version: 1
  /** What people call the policy. */
  readonly name: string
  /** The lines and actions of each check. The order of the checks is kept: of several that come to the outcome the first is named. */
  readonly checks: {
    readonly minors_sexual?: PolicyCheckRule
    readonly adult?: PolicyCheckRule
    readonly real_person?: PolicyCheckRule
    readonly copyrighted_ip?: PolicyCheckRule
  }
  /** The level from 1 to 5 that the adult score falls into, each 0.2 wide. */
  readonly adult: {
    /** From 1 to 5. A level above it takes the adult check's on_act. */
    readonly max_level: number
  }
  /** What happens where somebody is stated to be an adult and presented as young. */
  readonly youth_coded_adult: "review" | "block"
  /** Who is called when something was decided. */
  readonly webhooks: ReadonlyArray<PolicyWebhook>
  /** Every tag that an action may use. Where there is none, actions may use any. */
  readonly tags: Readonly<
    Record<
      string,
      {
        /** What the tag stands for. */
        readonly description?: string
      }
    >
  >
}

/** There is no such policy or version */
export interface PolicyNotFoundProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 404
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "policy_not_found"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface PolicySummary {
  /** The policy's id. */
  readonly id: string
  /** What people call the policy. */
  readonly name: string
  /** The preset that it was made from. */
  readonly preset: string | null
  /** The version that decides. */
  readonly current_version: number | null
  /** Whether it decides checks that name no policy. */
  readonly default: boolean
  /** A version that live traffic is also decided under, as dry-run decisions. */
  readonly dry_run_version: number | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

export interface PolicyVersion {
  /** The policy's id. */
  readonly policy_id: string
  /** 1 for the first. */
  readonly version: number
  /** Whether it is the one that decides. */
  readonly current: boolean
  readonly policy: PolicyDocument
}

/** A policy version can only be tried in a dry run */
export interface PolicyVersionRequiresDryRunProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 400
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "policy_version_requires_dry_run"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface PolicyWebhook {
  /** https:// on a public domain name. */
  readonly url: string
  /** What to be called for; at least one. */
  readonly events: ReadonlyArray<"block" | "review" | "allow" | "tag" | "review.verdict">
  /** At least 16 characters. Reads return "redacted", and sending "redacted" keeps the stored secret of that url. */
  readonly secret: string
}

export interface Preset {
  /** What a new policy names it by. */
  readonly name: string
  readonly policy: PolicyDocument
}

export interface PublishRequest {
  /** The version to make current. */
  readonly version: number
}

/** Too many requests */
export interface RateLimitedProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 429
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "rate_limited"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** No API key may read a redacted prompt */
export interface RevealForbiddenProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 403
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "reveal_forbidden"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface ReviewItem {
  /** What a verdict is given for. */
  readonly id: string
  /** open until a verdict was given, then what it came to. */
  readonly status: "open" | "allowed" | "blocked" | "dismissed"
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
  /** The decision that waits, as it was logged. */
  readonly decision: {
    /** The decision's id, for reading and explaining it later. */
    readonly id: string
    /** What to do: allow, generate; block, do not; review, a person is to look at it. */
    readonly outcome: "allow" | "review" | "block"
    /** Labels that the policy or a rule put on. A tag never blocks by itself. */
    readonly tags: ReadonlyArray<string>
    /** The policy that decided, and its version. */
    readonly policy: {
      /** The policy's id. */
      readonly id: string | null
      /** The version of it. */
      readonly version: number | null
    }
    /** The mode of the key. */
    readonly mode: "live" | "test"
    /** What was screened, or a placeholder: [redacted] or [purged]. */
    readonly input: {
      /** The prompt. */
      readonly prompt: string
      /** The negative prompt. */
      readonly negative_prompt?: string
      /** What surrounded it. Not screened. */
      readonly context?: ReadonlyArray<string>
    }
    /** Whether the prompt is hidden: the decision, the live one that it was tried beside, or a reviewer's verdict is a block, and the minors check is at its review line. */
    readonly prompt_redacted: boolean
    /** Whether prompt, context and metadata were deleted, because their retention has ended. */
    readonly prompt_purged: boolean
    /** Your id of the end user. */
    readonly user: string | null
    /** Milliseconds from the request's arrival to the decision. */
    readonly latency_ms: number | null
    /** The scores of each check that the policy ran. */
    readonly checks: {
      readonly minors_sexual?: CheckScore
      readonly adult?: CheckScore
      readonly real_person?: CheckScore
      readonly copyrighted_ip?: CheckScore
    }
    /** ISO 8601 in UTC, with milliseconds. */
    readonly created_at: string
  }
  /** Null while the item is open. */
  readonly verdict: {
    /** The verdict. */
    readonly verdict: "allow" | "block" | "dismiss"
    /** Why, in the reviewer's words. */
    readonly note: string | null
    /** The id of the key that gave it. */
    readonly by: string | null
    /** ISO 8601 in UTC, with milliseconds. */
    readonly at: string
  } | null
}

export interface ReviewPage {
  /** Oldest first. */
  readonly data: ReadonlyArray<ReviewItem>
  /** What the next page is asked for with; null on the last page. */
  readonly next_cursor: string | null
}

export interface Rule {
  /** The rule's id. */
  readonly id: string
  /** What people call the rule. */
  readonly name: string
  readonly when: RuleCondition
  /** How many decisions of one user it takes. */
  readonly count: number
  /** Within how many seconds up to now. */
  readonly window_seconds: number
  readonly then: RuleEffect
  /** A rule that is not enabled does nothing. */
  readonly enabled: boolean
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

export interface RuleCondition {
  /** Outcomes that count. */
  readonly outcome: ReadonlyArray<"allow" | "review" | "block">
  /** Only decisions that this check decided, or where it reached its review line. */
  readonly check?: "minors_sexual" | "adult" | "real_person" | "copyrighted_ip"
  /** Only decisions with this tag, given by the policy or by another rule. */
  readonly tag?: string
  /** Only decisions under the policy of this id. */
  readonly policy?: string
}

export type RuleEffect =
  | {
      /** Labels what the user does next. */
      readonly type: "tag"
      /** Added to the decisions of the user while there are enough. */
      readonly tag: string
    }
  | {
      /** Blocks what the user does next. */
      readonly type: "pause"
      /** Null pauses the user until someone resumes them. */
      readonly seconds: number | null
    }

export interface RuleList {
  /** Newest first. */
  readonly data: ReadonlyArray<Rule>
}

/** Screening is unavailable; this is not an allow */
export interface ScreeningUnavailableProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 503
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "screening_unavailable"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface StoredDecision {
  /** The decision's id, for reading and explaining it later. */
  readonly id: string
  /** What to do: allow, generate; block, do not; review, a person is to look at it. */
  readonly outcome: "allow" | "review" | "block"
  /** Labels that the policy or a rule put on. A tag never blocks by itself. */
  readonly tags: ReadonlyArray<string>
  /** The scores of each check that the policy ran. */
  readonly checks: {
    readonly minors_sexual?: CheckScore
    readonly adult?: CheckScore
    readonly real_person?: CheckScore
    readonly copyrighted_ip?: CheckScore
  }
  /** The policy that decided, and its version. */
  readonly policy: {
    /** The policy's id. */
    readonly id: string | null
    /** The version of it. */
    readonly version: number | null
  }
  /** Which version of the screening engine scored the prompt. Its form has no meaning. */
  readonly engine_version: string | null
  /** Milliseconds from the request's arrival to the decision. */
  readonly latency_ms: number | null
  /** Whether this was only tried: no review item, no webhook. */
  readonly dry_run: boolean
  /** The mode of the key. */
  readonly mode: "live" | "test"
  /** True when the workspace is in shadow mode, and the outcome is not to be acted on. Never true on a block by minors_sexual. */
  readonly shadow_mode: boolean
  /** What was screened, or a placeholder: [redacted] or [purged]. */
  readonly input: {
    /** The prompt. */
    readonly prompt: string
    /** The negative prompt. */
    readonly negative_prompt?: string
    /** What surrounded it. Not screened. */
    readonly context?: ReadonlyArray<string>
  }
  /** Whether the prompt is hidden: the decision, the live one that it was tried beside, or a reviewer's verdict is a block, and the minors check is at its review line. */
  readonly prompt_redacted: boolean
  /** Whether prompt, context and metadata were deleted, because their retention has ended. */
  readonly prompt_purged: boolean
  /** Your id of the end user. */
  readonly user: string | null
  /** Your own JSON. */
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** What came of the decision. */
  readonly actions: {
    /** The review item that was opened. */
    readonly review_id: string | null
    /** The events that webhooks were called for. */
    readonly webhook_events: ReadonlyArray<"block" | "review" | "allow" | "tag" | "review.verdict">
    /** Why webhooks that would have been called were not. */
    readonly webhooks_suppressed: "dry_run" | "test_mode" | "shadow_mode" | null
    /** Whether the workspace was in shadow mode. */
    readonly shadow_mode: boolean
    /** True when the end user is paused, so that the decision is a block whatever the checks said. */
    readonly user_paused?: boolean
  }
  /** The Idempotency-Key that it was asked for with. */
  readonly idempotency_key: string | null
  /** Tokens that the engine read. */
  readonly input_tokens: number | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

/** The plan has ended and the workspace is read-only */
export interface SubscriptionInactiveProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 402
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "subscription_inactive"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
  /** Where to choose a plan or update the card. */
  readonly upgrade_url: string
  /** The workspace's plan. */
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  /** The state of the plan. */
  readonly state: "none" | "trialing" | "active" | "past_due" | "paused" | "inactive"
  /** With plan_required: the limit that was reached. */
  readonly limit?: "policies" | "rules" | "reviewer_seats" | "live_checks" | "test_checks_per_month"
  /** With limit: how many the plan allows. */
  readonly allowed?: number
  /** With limit: how many are used. */
  readonly used?: number
  /** With subscription_paused: since when checks are paused. */
  readonly paused_since?: string
  /** With subscription_inactive: when the plan ended. */
  readonly ended_at?: string | null
}

/** Checks are paused until a payment succeeds */
export interface SubscriptionPausedProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 402
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "subscription_paused"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
  /** Where to choose a plan or update the card. */
  readonly upgrade_url: string
  /** The workspace's plan. */
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  /** The state of the plan. */
  readonly state: "none" | "trialing" | "active" | "past_due" | "paused" | "inactive"
  /** With plan_required: the limit that was reached. */
  readonly limit?: "policies" | "rules" | "reviewer_seats" | "live_checks" | "test_checks_per_month"
  /** With limit: how many the plan allows. */
  readonly allowed?: number
  /** With limit: how many are used. */
  readonly used?: number
  /** With subscription_paused: since when checks are paused. */
  readonly paused_since?: string
  /** With subscription_inactive: when the plan ended. */
  readonly ended_at?: string | null
}

export interface Tenant {
  /** The id of the workspace. */
  readonly id: string
  /** The name of the workspace. */
  readonly name: string
  /** The workspace's plan; GET /v1/plan tells more. */
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  /** Whether decisions are only logged. A block by minors_sexual is acted on all the same. */
  readonly shadow_mode: boolean
  /** The policy that decides checks which name none. */
  readonly default_policy_id: string | null
  /** A setting that is kept for a mailer of your own. This service sends no e-mail. */
  readonly weekly_digest: boolean
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

/** A test key cannot do this */
export interface TestKeyForbiddenProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 403
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "test_key_forbidden"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The API key is missing, malformed, unknown or revoked */
export interface UnauthorizedProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 401
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "unauthorized"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** There is no preset by that name */
export interface UnknownPresetProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 422
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "unknown_preset"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The body is not sent as JSON */
export interface UnsupportedMediaTypeProblem {
  /** Names the problem as a URI. It is an identifier, and no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status, once more. */
  readonly status: 415
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: and the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "unsupported_media_type"
  /** One line for each thing that is wrong, its place first. Empty where there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface Usage {
  /** The first day of the sum. */
  readonly from: string
  /** The last day of the sum, included. */
  readonly to: string
  /** Oldest day first. */
  readonly data: ReadonlyArray<UsageDay>
  /** Sums of the days, zero in the mode that the key does not have. */
  readonly totals: {
    readonly live: UsageTotals
    readonly test: UsageTotals
  }
}

export interface UsageDay {
  /** A day in UTC, such as 2026-11-30. */
  readonly day: string
  /** The key's own mode. */
  readonly mode: "live" | "test"
  /** Checks that were decided, dry runs included. */
  readonly checks: number
  /** Those of them with the outcome block. */
  readonly blocked: number
  /** Those of them with the outcome review. */
  readonly reviewed: number
  /** Tokens that the engine read. */
  readonly input_tokens: number
}

export interface UsageTotals {
  /** Checks that were decided, dry runs included. */
  readonly checks: number
  /** Those of them with the outcome block. */
  readonly blocked: number
  /** Those of them with the outcome review. */
  readonly reviewed: number
  /** Tokens that the engine read. */
  readonly input_tokens: number
}

export interface UserNoteRequest {
  /** Why, for the audit log. */
  readonly note?: string
}

export interface VerdictRequest {
  /** allow makes the item allowed, block blocked, dismiss dismissed. */
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
  /** Only decisions with this outcome. */
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
  /** Refused with a 403: no API key may read a redacted prompt. */
  readonly reveal?: "1" | "true" | undefined
}

export interface DecisionsExplainQuery {
  /** Adds to each check how far it was from its lines. */
  readonly margins?: "1" | "true" | undefined
}

export interface ReviewListQuery {
  /** `open` unless said otherwise. */
  readonly status?: "open" | "allowed" | "blocked" | "dismissed" | undefined
  /** Refused with a 403: no API key may read a redacted prompt. */
  readonly reveal?: "1" | "true" | undefined
  /** Items of a page, 1 to 100; 50 unless said otherwise. */
  readonly limit?: number | undefined
  /** next_cursor of the page before, sent with the same filters. */
  readonly cursor?: string | undefined
}

export interface ReviewGetQuery {
  /** Refused with a 403: no API key may read a redacted prompt. */
  readonly reveal?: "1" | "true" | undefined
}

export interface UsageReadQuery {
  /** The first day. Left out, it is 29 days before `to`. */
  readonly from?: string | undefined
  /** The last day, included. Left out, it is today. */
  readonly to?: string | undefined
  /** Must be the key's own. */
  readonly mode?: "live" | "test" | undefined
}

export interface DeliveriesListQuery {
  /** Deliveries of this decision. */
  readonly decision?: string | undefined
  /** Only deliveries in this state. */
  readonly status?: "pending" | "sending" | "waiting" | "delivered" | "failed" | undefined
  /** Only deliveries of this event. */
  readonly event?: "block" | "review" | "allow" | "tag" | "review.verdict" | undefined
  /** Items of a page, 1 to 100; 50 unless said otherwise. */
  readonly limit?: number | undefined
  /** next_cursor of the page before, sent with the same filters. */
  readonly cursor?: string | undefined
}
