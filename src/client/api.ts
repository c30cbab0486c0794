// Generated from the API's description by `npm run client:build`.
/** The review item already has a verdict */
export interface AlreadyDecidedProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 409
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "already_decided"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface ApiKey {
  /** The key's id, by which it is revoked. */
  readonly id: string
  /** The first 16 characters of the key. */
  readonly prefix: string
  /** Whether it is a live or a test key. */
  readonly mode: "live" | "test"
  /** What the key is for. */
  readonly label: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
  /** When the key was last used, to within a few minutes; null if never. */
  readonly last_used_at: string | null
  /** When the key was revoked; null while it works. */
  readonly revoked_at: string | null
}

export interface ApiKeyList {
  /** Oldest first. */
  readonly data: ReadonlyArray<ApiKey>
}

/** A key cannot revoke itself */
export interface CannotRevokeCurrentKeyProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 409
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "cannot_revoke_current_key"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface ChangeRuleRequest {
  /** The rule's name. */
  readonly name?: string
  readonly when?: RuleCondition
  /** How many matching decisions of one user it takes, including the present one. */
  readonly count?: number
  /** How far back the rule counts, in seconds. */
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
  /** A setting for a mailer of your own. The service sends no e-mail. */
  readonly weekly_digest?: boolean
}

export interface CheckRequest {
  /** The text to screen, and what surrounds it. */
  readonly input: {
    /** The prompt to screen. */
    readonly prompt: string
    /** What the result must not show. Screened too. */
    readonly negative_prompt?: string
    /** Surrounding text. Stored with the decision, not screened. */
    readonly context?: ReadonlyArray<string>
  }
  /** A policy's id. Default: the workspace's default policy. */
  readonly policy?: string
  /** Your own id of the end user. Rules count and pause by it. */
  readonly user?: string
  /** A version to try, published or not. Only in a dry run. */
  readonly policy_version?: number
  /** Your own JSON, at most 4096 bytes, returned with the decision. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface CheckResponse {
  /** The decision's id, for reading and explaining it later. */
  readonly id: string
  /** allow: generate. block: do not generate. review: a person decides later. */
  readonly outcome: "allow" | "review" | "block"
  /** Labels that the policy or a rule added. A tag never blocks. */
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
    /** The policy's version. */
    readonly version: number | null
  }
  /** The version of the screening engine that scored the prompt. Do not parse it. */
  readonly engine_version: string | null
  /** Milliseconds from the request's arrival to the decision. */
  readonly latency_ms: number | null
  /** Whether this was a dry run, which opens no review item and calls no webhook. */
  readonly dry_run: boolean
  /** The mode of the key. */
  readonly mode: "live" | "test"
  /** If true, the workspace is in shadow mode: do not act on the outcome. Never true for a block by minors_sexual. */
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
  /** The key's id, by which it is revoked. */
  readonly id: string
  /** The first 16 characters of the key. */
  readonly prefix: string
  /** Whether it is a live or a test key. */
  readonly mode: "live" | "test"
  /** What the key is for. */
  readonly label: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
  /** When the key was last used, to within a few minutes; null if never. */
  readonly last_used_at: string | null
  /** When the key was revoked; null while it works. */
  readonly revoked_at: string | null
  /** The key itself, shown only this once. */
  readonly key: string
}

export interface CreateKeyRequest {
  /** Must be test: an API key cannot create live keys, and gets a 403. */
  readonly mode: "live" | "test"
  /** What the key is for. */
  readonly label?: string
}

export interface CreatePolicyRequest {
  /** Default: the name of the preset or the document. */
  readonly name?: string
  /** Start from this preset. Send either this or policy. */
  readonly preset?: string
  readonly policy?: PolicyDocument
  /** Make it the default policy. A first policy always is. */
  readonly default?: boolean
}

export interface CreateRuleRequest {
  /** The rule's name. */
  readonly name: string
  readonly when: RuleCondition
  /** How many matching decisions of one user it takes, including the present one. */
  readonly count: number
  /** How far back the rule counts, in seconds. */
  readonly window_seconds: number
  readonly then: RuleEffect
  /** Default true. */
  readonly enabled?: boolean
}

/** An API key cannot do this; the operator can */
export interface DashboardOnlyProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 403
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "dashboard_only"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The payload of a decision's webhook. It names the decision and never contains the prompt. */
export interface DecisionEvent {
  /** The delivery's id, the same in every attempt: ignore an id that you have already handled. */
  readonly id: string
  /** The outcome, or tag if the decision has tags. */
  readonly event: "block" | "review" | "allow" | "tag"
  /** The decision. The prompt is in no payload. */
  readonly decision: {
    /** The decision's id. */
    readonly id: string
    /** The id of the workspace. */
    readonly tenantId: string
    /** The outcome of the decision. */
    readonly outcome: "allow" | "review" | "block"
    /** The policy that decided. */
    readonly policyId: string
    /** The version of the policy that decided. */
    readonly policyVersion: number
    /** Labels that the policy or a rule added. */
    readonly tags: ReadonlyArray<string>
    /** ISO 8601 in UTC, with milliseconds. */
    readonly createdAt: string
  }
}

export interface DecisionListItem {
  /** The decision's id, for reading and explaining it later. */
  readonly id: string
  /** allow: generate. block: do not generate. review: a person decides later. */
  readonly outcome: "allow" | "review" | "block"
  /** Labels that the policy or a rule added. A tag never blocks. */
  readonly tags: ReadonlyArray<string>
  /** The policy that decided, and its version. */
  readonly policy: {
    /** The policy's id. */
    readonly id: string | null
    /** The policy's version. */
    readonly version: number | null
  }
  /** The mode of the key. */
  readonly mode: "live" | "test"
  /** Whether this was a dry run, which opens no review item and calls no webhook. */
  readonly dry_run: boolean
  /** The version of the screening engine that scored the prompt. Do not parse it. */
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
  /** The event. */
  readonly event: "block" | "review" | "allow" | "tag" | "review.verdict"
  /** The address that is called. */
  readonly url: string
  /** pending: due; sending: under way; waiting: failed and to be tried again; delivered and failed: ended. */
  readonly status: "pending" | "sending" | "waiting" | "delivered" | "failed"
  /** How many attempts were made. */
  readonly attempt_count: number
  /** When the next attempt is due; null if there is none. */
  readonly next_attempt_at: string | null
  /** The decision that caused it. */
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
  /** The latest 100, oldest first. */
  readonly attempts: ReadonlyArray<{
    /** 1 for the first. */
    readonly attempt: number
    /** When it began. */
    readonly at: string
    /** The status of the receiver's answer; null if there was none. */
    readonly status_code: number | null
    /** Why there is no status; null if there is one. */
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
  /** The event. */
  readonly event: "block" | "review" | "allow" | "tag" | "review.verdict"
  /** The address that is called. */
  readonly url: string
  /** pending: due; sending: under way; waiting: failed and to be tried again; delivered and failed: ended. */
  readonly status: "pending" | "sending" | "waiting" | "delivered" | "failed"
  /** How many attempts were made. */
  readonly attempt_count: number
  /** When the next attempt is due; null if there is none. */
  readonly next_attempt_at: string | null
  /** The decision that caused it. */
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
  /** When the pause ends by itself; null if someone has to resume the user. */
  readonly paused_until: string | null
  /** The rule and the decision that reached its count, or the key that paused the user. */
  readonly paused_by:
    | {
        readonly type: "rule"
        /** The rule. */
        readonly rule: string
        /** The decision that reached the rule's count. */
        readonly decision: string
      }
    | {
        readonly type: "key"
        /** The id of the key. */
        readonly key: string
        /** The note given with the pause. */
        readonly note: string | null
      }
    | null
  /** Decisions of the last 1, 7 and 30 days by outcome, without dry runs. No count goes beyond 10,000. */
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
  /** The ids of the last 10, newest first, without dry runs. */
  readonly last_decisions: ReadonlyArray<string>
}

export interface Explanation {
  /** The decision's id, for reading and explaining it later. */
  readonly id: string
  /** allow: generate. block: do not generate. review: a person decides later. */
  readonly outcome: "allow" | "review" | "block"
  /** Whether this was a dry run, which opens no review item and calls no webhook. */
  readonly dry_run: boolean
  /** The mode of the key. */
  readonly mode: "live" | "test"
  /** The whole decision in one sentence. */
  readonly summary: string
  /** The first check whose action has the severity of the outcome; null for an allow without tags. */
  readonly decided_by: {
    /** A check, or user_paused if the end user is paused. */
    readonly check: string
    /** The place of the action in the policy, such as checks.adult.on_act. */
    readonly policy_line: string | null
    /** The policy's action. */
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
    /** The policy's version. */
    readonly version: number | null
    /** The action if somebody is stated to be an adult but described as young. */
    readonly youth_coded_adult: "review" | "block"
    /** The highest adult level that does not take on_act. */
    readonly adult_max_level: number
  }
  /** Every check that ran, in the policy's order. */
  readonly checks: ReadonlyArray<{
    /** The check. */
    readonly check: "minors_sexual" | "adult" | "real_person" | "copyrighted_ip"
    /** The version of the check, as the engine counts it. */
    readonly version: number
    /** The line that was reached; allow if none was. */
    readonly routed: "act" | "review" | "allow"
    /** The policy's action. */
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
    /** The place of the action in the policy, such as checks.adult.on_act. */
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
    /** The same as a sentence. */
    readonly explanation: string
    /** Only with margins=true: how far the check was from each line, and the outcome otherwise. */
    readonly margins?: {
      readonly act: Margin
      readonly review: Margin
      readonly max_level?: Margin
    }
    /** What the engine found. */
    readonly signals: ReadonlyArray<{
      /** The signal's id. */
      readonly signal: string
      /** The engine's probability; null if it gives none. */
      readonly probability: number | null
      /** The signal fires if its probability reaches this line. */
      readonly line: number | null
      /** The signal's meaning, as a sentence that never quotes the prompt. */
      readonly text: string
    }>
    /** Text rules of the service, for minors_sexual only. */
    readonly floors: ReadonlyArray<{
      /** A stated age, a term, or a fictional character who is a minor. */
      readonly floor: "age" | "lexicon" | "canon"
      /** The field in which it was found. */
      readonly field: "prompt" | "negative_prompt"
      /** Offset in UTF-16 code units, included. */
      readonly start: number
      /** Offset in UTF-16 code units, not included. */
      readonly end: number
      /** Whether it raised the scores. Most floors count only in a sexual prompt. */
      readonly counted: boolean
      /** The same as a sentence. */
      readonly text: string
    }>
  }>
  /** The effects of the decision. */
  readonly actions: {
    /** The review item that was opened. */
    readonly review_id: string | null
    /** The events that were queued for webhooks. */
    readonly webhook_events: ReadonlyArray<"block" | "review" | "allow" | "tag" | "review.verdict">
    /** Why webhooks were not called; null if they were, or if there was nothing to send. */
    readonly webhooks_suppressed: "dry_run" | "test_mode" | "shadow_mode" | null
    /** Whether the workspace was in shadow mode. Never true for a block by minors_sexual. */
    readonly shadow_mode: boolean
    /** True if the end user was paused: the decision is then a block, whatever the checks said. */
    readonly user_paused?: boolean
    /** Labels that the policy or a rule added. A tag never blocks. */
    readonly tags: ReadonlyArray<string>
    /** What was done, or why nothing was done, in sentences. */
    readonly ran: ReadonlyArray<string>
  }
  /** The version of the screening engine that scored the prompt. Do not parse it. */
  readonly engine_version: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

/** This Idempotency-Key was sent before with another body */
export interface IdempotencyKeyReusedProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 422
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "idempotency_key_reused"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** Something went wrong in the service */
export interface InternalErrorProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 500
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "internal_error"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The policy document breaks a rule */
export interface InvalidPolicyProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 422
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "invalid_policy"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The request is not valid */
export interface InvalidRequestProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 400
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "invalid_request"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface Margin {
  /** The score minus the line; at 0 or more the line is reached. */
  readonly distance: number
  /** The outcome of the whole decision if this score had been just on the other side of the line. */
  readonly otherwise: "allow" | "review" | "block"
}

/** A key sees only its own mode */
export interface ModeForbiddenProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 403
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "mode_forbidden"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface Moderation {
  /** The id of this response; each result has its own decision_id. */
  readonly id: string
  /** The model that the request named, or the version of the screening engine if it named none. */
  readonly model: string
  /** Not an OpenAI field: the version of the screening engine that scored the first text. */
  readonly engine_version: string
  /** One for each text, in the order of the texts. */
  readonly results: ReadonlyArray<ModerationResult>
}

export interface ModerationRequest {
  /** A text, or 1 to 32 of them; each is screened separately. */
  readonly input:
    | string
    | ReadonlyArray<
        | string
        | {
            readonly type: "text"
            readonly text: string
          }
      >
  /** Accepted for compatibility and returned unchanged. It has no effect: the workspace's policy decides. */
  readonly model?: string
}

export interface ModerationResult {
  /** Whether the outcome is block or review. */
  readonly flagged: boolean
  /** Whether the check reached one of the policy's lines, whatever action the policy takes there. */
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
  /** The greater of the check's two scores; 0 if no check corresponds to the category. */
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
  /** The kinds of input screened for each category: text, or none. */
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
  /** Not an OpenAI field: the decision that was logged. */
  readonly decision_id: string
  /** Not an OpenAI field: the outcome of the policy. */
  readonly outcome: "allow" | "review" | "block"
  /** Not an OpenAI field. If true, the workspace is in shadow mode: do not act on the outcome. Never true for a block by minors_sexual. */
  readonly shadow_mode: boolean
}

/** No policy was named and the workspace has no default */
export interface NoDefaultPolicyProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 422
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "no_default_policy"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** Not found in this workspace */
export interface NotFoundProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 404
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "not_found"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** What clients written for OpenAI show of a problem. */
export interface OpenAiError {
  /** The problem's detail or title, and its issues. */
  readonly message: string
  /** The problem's code. */
  readonly type: string
  /** Always null: the problem's issues name what is wrong. */
  readonly param: null
  /** The problem's code. */
  readonly code: string
}

/** The body is larger than 256 KiB */
export interface PayloadTooLargeProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 413
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "payload_too_large"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface Plan {
  /** The plan's identifier. */
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  /** The plan's display name. */
  readonly name: string
  /** What is allowed now. none: everything but live checks; trialing and active: everything; past_due: everything until pauses_at; paused: everything but checks; inactive: only reading, and revoking keys. */
  readonly state: "none" | "trialing" | "active" | "past_due" | "paused" | "inactive"
  /** When the trial ends or ended. It ends when the payment provider or the operator says so, not by itself. */
  readonly trial_ends_at: string | null
  /** When checks stop or stopped because of failed payments. */
  readonly pauses_at: string | null
  /** When the plan ended. */
  readonly ended_at: string | null
  /** When the cancelled plan is to end. It ends when the payment provider or the operator says so, not by itself. */
  readonly cancels_at: string | null
  /** The plan's limits, including the operator's overrides for this workspace. */
  readonly limits: {
    /** Decisions a month; more are billed, never refused. */
    readonly included_decisions: number
    /** How many policies there may be. Null is unlimited. */
    readonly policies: number | null
    /** How many rules on end users there may be. Null is unlimited. */
    readonly rules: number | null
    /** How many reviewers there may be. Reviewers have no accounts yet, so it has no effect. Null is unlimited. */
    readonly reviewer_seats: number | null
    /** How many days prompts are kept. */
    readonly retention_days: number
    /** Rows of one bulk run. There are no bulk runs yet, so it has no effect. */
    readonly playground_bulk_rows: number
    /** Requests a minute for each API key. */
    readonly rate_limit_per_minute: number
    /** Whether checks with live keys are allowed. */
    readonly live_checks: boolean
    /** How many checks test keys may make in a month. Null is unlimited. */
    readonly test_checks_per_month: number | null
  }
  /** What is used of the limits. */
  readonly usage: {
    /** Existing policies. */
    readonly policies: number
    /** Existing rules, enabled or not. */
    readonly rules: number
    /** Reviewers, including invited ones. */
    readonly reviewer_seats: number
    /** Checks by test keys in this month (UTC). */
    readonly test_checks_this_month: number
  }
  /** Where to choose a plan or update the card. */
  readonly upgrade_url: string
}

/** The workspace's plan does not include this */
export interface PlanRequiredProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 402
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "plan_required"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
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
  /** With subscription_paused: when checks were paused. */
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
        /** The tag to add. The action itself allows. At most 120 characters. */
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
        /** The tag to add. The action itself allows. At most 120 characters. */
        readonly tag: string
      }
}

export interface PolicyDetail {
  /** The policy's id. */
  readonly id: string
  /** The policy's name. */
  readonly name: string
  /** The preset that it was created from. */
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
    /** The id of the key that created it, or operator. */
    readonly created_by: string | null
  }>
}

export interface PolicyDocument {
  /** The version of the document's format. */
  readonly version: 1
  /** The policy's name. At most 1,000 characters. */
  readonly name: string
  /** The lines and actions of each check. Their order matters: if several checks have the outcome's action, the first is named as the one that decided. */
  readonly checks: {
    readonly minors_sexual?: PolicyCheckRule
    readonly adult?: PolicyCheckRule
    readonly real_person?: PolicyCheckRule
    readonly copyrighted_ip?: PolicyCheckRule
  }
  /** The adult score is divided into levels from 1 to 5, each 0.2 wide. */
  readonly adult: {
    /** From 1 to 5. A level above it takes the adult check's on_act. */
    readonly max_level: number
  }
  /** The action if somebody is stated to be an adult but described as young. */
  readonly youth_coded_adult: "review" | "block"
  /** The addresses that are called on decisions and verdicts, at most 20. */
  readonly webhooks: ReadonlyArray<PolicyWebhook>
  /** The tags that actions may use, at most 500, with names of at most 120 characters. If it is empty, actions may use any tag. */
  readonly tags: Readonly<
    Record<
      string,
      {
        /** What the tag means. At most 1,000 characters. */
        readonly description?: string
      }
    >
  >
}

/** There is no such policy or version */
export interface PolicyNotFoundProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 404
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "policy_not_found"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface PolicySummary {
  /** The policy's id. */
  readonly id: string
  /** The policy's name. */
  readonly name: string
  /** The preset that it was created from. */
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
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 400
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "policy_version_requires_dry_run"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface PolicyWebhook {
  /** https:// on a public domain name, at most 2,048 characters. */
  readonly url: string
  /** The events to send; at least one. */
  readonly events: ReadonlyArray<"block" | "review" | "allow" | "tag" | "review.verdict">
  /** At least 16 characters. At most 1,000 characters. Reads return "redacted", and sending "redacted" keeps the stored secret of that url. */
  readonly secret: string
}

export interface Preset {
  /** The name by which a new policy refers to it. */
  readonly name: string
  readonly policy: PolicyDocument
}

export interface PublishRequest {
  /** The version to make current. */
  readonly version: number
}

/** Too many requests */
export interface RateLimitedProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 429
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "rate_limited"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** No API key may read a redacted prompt */
export interface RevealForbiddenProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 403
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "reveal_forbidden"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface ReviewItem {
  /** The review item's id. */
  readonly id: string
  /** open until a verdict is given, then its result. */
  readonly status: "open" | "allowed" | "blocked" | "dismissed"
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
  /** The decision that waits for a verdict, as it was logged. */
  readonly decision: {
    /** The decision's id, for reading and explaining it later. */
    readonly id: string
    /** allow: generate. block: do not generate. review: a person decides later. */
    readonly outcome: "allow" | "review" | "block"
    /** Labels that the policy or a rule added. A tag never blocks. */
    readonly tags: ReadonlyArray<string>
    /** The policy that decided, and its version. */
    readonly policy: {
      /** The policy's id. */
      readonly id: string | null
      /** The policy's version. */
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
      /** The surrounding text. Not screened. */
      readonly context?: ReadonlyArray<string>
    }
    /** Whether the prompt is hidden: the minors check reached its review line, and the decision, the live decision that it was tried beside, or a reviewer's verdict is a block. */
    readonly prompt_redacted: boolean
    /** Whether the prompts, the context and the metadata were deleted because their retention has ended. */
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
  /** The rule's name. */
  readonly name: string
  readonly when: RuleCondition
  /** How many matching decisions of one user it takes, including the present one. */
  readonly count: number
  /** How far back the rule counts, in seconds. */
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
      /** Tags the user's decisions. */
      readonly type: "tag"
      /** The tag to add, for as long as the count within the window holds. Rules add at most 100 tags to one decision, those of the rules that were created first. */
      readonly tag: string
    }
  | {
      /** Pauses the user: every check is a block. */
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
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 503
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "screening_unavailable"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface StoredDecision {
  /** The decision's id, for reading and explaining it later. */
  readonly id: string
  /** allow: generate. block: do not generate. review: a person decides later. */
  readonly outcome: "allow" | "review" | "block"
  /** Labels that the policy or a rule added. A tag never blocks. */
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
    /** The policy's version. */
    readonly version: number | null
  }
  /** The version of the screening engine that scored the prompt. Do not parse it. */
  readonly engine_version: string | null
  /** Milliseconds from the request's arrival to the decision. */
  readonly latency_ms: number | null
  /** Whether this was a dry run, which opens no review item and calls no webhook. */
  readonly dry_run: boolean
  /** The mode of the key. */
  readonly mode: "live" | "test"
  /** If true, the workspace is in shadow mode: do not act on the outcome. Never true for a block by minors_sexual. */
  readonly shadow_mode: boolean
  /** What was screened, or a placeholder: [redacted] or [purged]. */
  readonly input: {
    /** The prompt. */
    readonly prompt: string
    /** The negative prompt. */
    readonly negative_prompt?: string
    /** The surrounding text. Not screened. */
    readonly context?: ReadonlyArray<string>
  }
  /** Whether the prompt is hidden: the minors check reached its review line, and the decision, the live decision that it was tried beside, or a reviewer's verdict is a block. */
  readonly prompt_redacted: boolean
  /** Whether the prompts, the context and the metadata were deleted because their retention has ended. */
  readonly prompt_purged: boolean
  /** Your id of the end user. */
  readonly user: string | null
  /** Your own JSON object. */
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** The effects of the decision. */
  readonly actions: {
    /** The review item that was opened. */
    readonly review_id: string | null
    /** The events that were queued for webhooks. */
    readonly webhook_events: ReadonlyArray<"block" | "review" | "allow" | "tag" | "review.verdict">
    /** Why webhooks were not called; null if they were, or if there was nothing to send. */
    readonly webhooks_suppressed: "dry_run" | "test_mode" | "shadow_mode" | null
    /** Whether the workspace was in shadow mode. Never true for a block by minors_sexual. */
    readonly shadow_mode: boolean
    /** True if the end user was paused: the decision is then a block, whatever the checks said. */
    readonly user_paused?: boolean
  }
  /** The Idempotency-Key of the request. */
  readonly idempotency_key: string | null
  /** Tokens that the engine read. */
  readonly input_tokens: number | null
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

/** The plan has ended and the workspace is read-only */
export interface SubscriptionInactiveProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 402
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "subscription_inactive"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
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
  /** With subscription_paused: when checks were paused. */
  readonly paused_since?: string
  /** With subscription_inactive: when the plan ended. */
  readonly ended_at?: string | null
}

/** Checks are paused until a payment succeeds */
export interface SubscriptionPausedProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 402
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "subscription_paused"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
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
  /** With subscription_paused: when checks were paused. */
  readonly paused_since?: string
  /** With subscription_inactive: when the plan ended. */
  readonly ended_at?: string | null
}

export interface Tenant {
  /** The id of the workspace. */
  readonly id: string
  /** The name of the workspace. */
  readonly name: string
  /** The workspace's plan; see GET /v1/plan. */
  readonly plan: "none" | "starter" | "growth" | "scale" | "enterprise"
  /** Whether decisions are only logged. A block by minors_sexual is acted on nevertheless. */
  readonly shadow_mode: boolean
  /** The policy that decides checks that name none. */
  readonly default_policy_id: string | null
  /** A setting for a mailer of your own. The service sends no e-mail. */
  readonly weekly_digest: boolean
  /** ISO 8601 in UTC, with milliseconds. */
  readonly created_at: string
}

/** A test key cannot do this */
export interface TestKeyForbiddenProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 403
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "test_key_forbidden"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The API key is missing, malformed, unknown or revoked */
export interface UnauthorizedProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 401
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "unauthorized"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** There is no preset by that name */
export interface UnknownPresetProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 422
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "unknown_preset"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

/** The body is not sent as JSON */
export interface UnsupportedMediaTypeProblem {
  /** The code as a URI. It is only an identifier; no page is served there. */
  readonly type: string
  /** For people; may change. */
  readonly title: string
  /** The HTTP status. */
  readonly status: 415
  /** What to do about it, for people; may change. */
  readonly detail?: string
  /** urn:prescreen:request: followed by the X-Request-Id that the client sent. */
  readonly instance?: string
  /** What to branch on; stable. */
  readonly code: "unsupported_media_type"
  /** Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list. */
  readonly issues: ReadonlyArray<string>
}

export interface Usage {
  /** The first day. */
  readonly from: string
  /** The last day, included. */
  readonly to: string
  /** Oldest day first. */
  readonly data: ReadonlyArray<UsageDay>
  /** Sums over all days; zero for the mode that is not the key's. */
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
  /** Checks with the outcome block. */
  readonly blocked: number
  /** Checks with the outcome review. */
  readonly reviewed: number
  /** Tokens that the engine read. */
  readonly input_tokens: number
}

export interface UsageTotals {
  /** Checks that were decided, dry runs included. */
  readonly checks: number
  /** Checks with the outcome block. */
  readonly blocked: number
  /** Checks with the outcome review. */
  readonly reviewed: number
  /** Tokens that the engine read. */
  readonly input_tokens: number
}

export interface UserNoteRequest {
  /** The reason, for the audit log. */
  readonly note?: string
}

/** The payload of the webhook for a reviewer's verdict. */
export interface VerdictEvent {
  /** The delivery's id, the same in every attempt: ignore an id that you have already handled. */
  readonly id: string
  /** The event. */
  readonly event: "review.verdict"
  /** The verdict on the decision. */
  readonly review: {
    /** The review item's id. */
    readonly id: string
    /** The verdict. */
    readonly verdict: "allow" | "block" | "dismiss"
    /** Why, in the reviewer's words. */
    readonly note: string | null
    /** ISO 8601 in UTC, with milliseconds. */
    readonly verdictAt: string
  }
  /** As logged: a verdict does not change the decision. */
  readonly decision: {
    /** The decision's id. */
    readonly id: string
    /** The id of the workspace. */
    readonly tenantId: string
    /** The outcome of the decision. */
    readonly outcome: "allow" | "review" | "block"
    /** The policy that decided. */
    readonly policyId: string
    /** The version of the policy that decided. */
    readonly policyVersion: number
  }
}

export interface VerdictRequest {
  /** allow makes the item allowed, block blocked, dismiss dismissed. */
  readonly verdict: "allow" | "block" | "dismiss"
  /** The reason for the verdict. */
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
  /** true lists only dry runs, false only other decisions. */
  readonly dry_run?: boolean | undefined
  /** Created at this moment or later. ISO 8601. */
  readonly since?: string | undefined
  /** Created before this moment. ISO 8601. */
  readonly until?: string | undefined
  /** Only decisions that this check decided, or where it reached its review line. */
  readonly check?: "minors_sexual" | "adult" | "real_person" | "copyrighted_ip" | undefined
  /** Your id of the end user. */
  readonly user?: string | undefined
  /** Only decisions whose id starts with this. */
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
  /** Adds margins to each check: how far it was from its lines. */
  readonly margins?: "1" | "true" | undefined
}

export interface ReviewListQuery {
  /** Default: `open`. */
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
  /** The first day. Default: 29 days before `to`. */
  readonly from?: string | undefined
  /** The last day, included. Default: today. */
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
