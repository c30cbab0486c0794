// Generated from the API's description by `npm run client:build`.
import type {
  ApiKey,
  ApiKeyList,
  ChangeRuleRequest,
  ChangeTenantRequest,
  CheckRequest,
  CheckResponse,
  CreateKeyRequest,
  CreatePolicyRequest,
  CreateRuleRequest,
  CreatedApiKey,
  DecisionListItem,
  DecisionPage,
  DecisionsExplainQuery,
  DecisionsGetQuery,
  DecisionsListQuery,
  DeliveriesListQuery,
  Delivery,
  DeliveryItem,
  DeliveryPage,
  DryRunRequest,
  EndUser,
  Explanation,
  Moderation,
  ModerationRequest,
  Plan,
  PolicyDetail,
  PolicyDocument,
  PolicySummary,
  PolicyVersion,
  Preset,
  PublishRequest,
  ReviewGetQuery,
  ReviewItem,
  ReviewListQuery,
  ReviewPage,
  Rule,
  RuleList,
  StoredDecision,
  Tenant,
  Usage,
  UsageReadQuery,
  UserNoteRequest,
  VerdictRequest
} from "./api.ts"
import type { Call, CallOptions, ScreeningOptions } from "./call.ts"
import { itemsOf } from "./pages.ts"

/** A method for each operation. */
export const operations = (call: Call) => ({
  /** Screen a prompt */
  check: (body: CheckRequest, options?: ScreeningOptions): Promise<CheckResponse> =>
    call({ method: "POST", path: "/v1/check", body, idempotencyKey: true }, options),
  decisions: {
    /** List decisions */
    list: (query: DecisionsListQuery = {}, options?: CallOptions): Promise<DecisionPage> =>
      call({ method: "GET", path: "/v1/decisions", query }, options),
    /** Every one of them, page after page. */
    each: (
      query: DecisionsListQuery = {},
      options?: CallOptions
    ): AsyncGenerator<DecisionListItem, void, undefined> =>
      itemsOf((cursor) =>
        call<DecisionPage>({ method: "GET", path: "/v1/decisions", query: { ...query, ...cursor } }, options)
      ),
    /** Read a decision */
    get: (id: string, query: DecisionsGetQuery = {}, options?: CallOptions): Promise<StoredDecision> =>
      call({ method: "GET", path: `/v1/decisions/${encodeURIComponent(id)}`, query }, options),
    /** Explain a decision */
    explain: (id: string, query: DecisionsExplainQuery = {}, options?: CallOptions): Promise<Explanation> =>
      call({ method: "GET", path: `/v1/decisions/${encodeURIComponent(id)}/explain`, query }, options)
  },
  moderations: {
    /** Screen texts in the form of OpenAI's moderation endpoint */
    create: (body: ModerationRequest, options?: ScreeningOptions): Promise<Moderation> =>
      call({ method: "POST", path: "/v1/moderations", body, idempotencyKey: true }, options)
  },
  review: {
    /** List review items */
    list: (query: ReviewListQuery = {}, options?: CallOptions): Promise<ReviewPage> =>
      call({ method: "GET", path: "/v1/review", query }, options),
    /** Every one of them, page after page. */
    each: (query: ReviewListQuery = {}, options?: CallOptions): AsyncGenerator<ReviewItem, void, undefined> =>
      itemsOf((cursor) =>
        call<ReviewPage>({ method: "GET", path: "/v1/review", query: { ...query, ...cursor } }, options)
      ),
    /** Read a review item */
    get: (id: string, query: ReviewGetQuery = {}, options?: CallOptions): Promise<ReviewItem> =>
      call({ method: "GET", path: `/v1/review/${encodeURIComponent(id)}`, query }, options),
    /** Give a verdict */
    decide: (id: string, body: VerdictRequest, options?: CallOptions): Promise<ReviewItem> =>
      call({ method: "POST", path: `/v1/review/${encodeURIComponent(id)}/verdict`, body }, options)
  },
  policies: {
    /** List policies */
    list: (
      options?: CallOptions
    ): Promise<{
      /** Newest first. */
      readonly data: ReadonlyArray<PolicySummary>
    }> => call({ method: "GET", path: "/v1/policies" }, options),
    /** Create a policy */
    create: (body: CreatePolicyRequest, options?: CallOptions): Promise<PolicyDetail> =>
      call({ method: "POST", path: "/v1/policies", body }, options),
    /** Read a policy */
    get: (id: string, options?: CallOptions): Promise<PolicyDetail> =>
      call({ method: "GET", path: `/v1/policies/${encodeURIComponent(id)}` }, options),
    /** Read a version */
    version: (id: string, version: number, options?: CallOptions): Promise<PolicyVersion> =>
      call(
        {
          method: "GET",
          path: `/v1/policies/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}`
        },
        options
      ),
    /** Add a version */
    addVersion: (id: string, body: PolicyDocument, options?: CallOptions): Promise<PolicyVersion> =>
      call({ method: "POST", path: `/v1/policies/${encodeURIComponent(id)}/versions`, body }, options),
    /** Publish a version */
    publish: (id: string, body: PublishRequest, options?: CallOptions): Promise<PolicySummary> =>
      call({ method: "POST", path: `/v1/policies/${encodeURIComponent(id)}/publish`, body }, options),
    /** Make a policy the default */
    makeDefault: (id: string, options?: CallOptions): Promise<PolicySummary> =>
      call({ method: "POST", path: `/v1/policies/${encodeURIComponent(id)}/default` }, options),
    /** Try a version on live traffic */
    dryRun: (id: string, body: DryRunRequest, options?: CallOptions): Promise<PolicySummary> =>
      call({ method: "PUT", path: `/v1/policies/${encodeURIComponent(id)}/dry-run`, body }, options)
  },
  presets: {
    /** List presets */
    list: (
      options?: CallOptions
    ): Promise<{
      readonly data: ReadonlyArray<Preset>
    }> => call({ method: "GET", path: "/v1/presets" }, options)
  },
  keys: {
    /** List the workspace's keys */
    list: (options?: CallOptions): Promise<ApiKeyList> => call({ method: "GET", path: "/v1/keys" }, options),
    /** Create a test key */
    create: (body: CreateKeyRequest, options?: CallOptions): Promise<CreatedApiKey> =>
      call({ method: "POST", path: "/v1/keys", body }, options),
    /** Revoke a key */
    revoke: (id: string, options?: CallOptions): Promise<ApiKey> =>
      call({ method: "DELETE", path: `/v1/keys/${encodeURIComponent(id)}` }, options)
  },
  tenant: {
    /** Read the workspace's settings */
    read: (options?: CallOptions): Promise<Tenant> => call({ method: "GET", path: "/v1/tenant" }, options),
    /** Change the workspace's settings */
    change: (body: ChangeTenantRequest, options?: CallOptions): Promise<Tenant> =>
      call({ method: "PATCH", path: "/v1/tenant", body }, options),
    /** Read the workspace's plan */
    plan: (options?: CallOptions): Promise<Plan> => call({ method: "GET", path: "/v1/plan" }, options)
  },
  usage: {
    /** Read the usage */
    read: (query: UsageReadQuery = {}, options?: CallOptions): Promise<Usage> =>
      call({ method: "GET", path: "/v1/usage", query }, options)
  },
  deliveries: {
    /** List webhook deliveries */
    list: (query: DeliveriesListQuery = {}, options?: CallOptions): Promise<DeliveryPage> =>
      call({ method: "GET", path: "/v1/deliveries", query }, options),
    /** Every one of them, page after page. */
    each: (
      query: DeliveriesListQuery = {},
      options?: CallOptions
    ): AsyncGenerator<DeliveryItem, void, undefined> =>
      itemsOf((cursor) =>
        call<DeliveryPage>({ method: "GET", path: "/v1/deliveries", query: { ...query, ...cursor } }, options)
      ),
    /** Read a webhook delivery */
    get: (id: string, options?: CallOptions): Promise<Delivery> =>
      call({ method: "GET", path: `/v1/deliveries/${encodeURIComponent(id)}` }, options),
    /** Redeliver a webhook */
    redeliver: (id: string, options?: CallOptions): Promise<Delivery> =>
      call({ method: "POST", path: `/v1/deliveries/${encodeURIComponent(id)}/redeliver` }, options)
  },
  rules: {
    /** List the rules on end users */
    list: (options?: CallOptions): Promise<RuleList> => call({ method: "GET", path: "/v1/rules" }, options),
    /** Create a rule on end users */
    create: (body: CreateRuleRequest, options?: CallOptions): Promise<Rule> =>
      call({ method: "POST", path: "/v1/rules", body }, options),
    /** Read a rule */
    get: (id: string, options?: CallOptions): Promise<Rule> =>
      call({ method: "GET", path: `/v1/rules/${encodeURIComponent(id)}` }, options),
    /** Change a rule */
    change: (id: string, body: ChangeRuleRequest, options?: CallOptions): Promise<Rule> =>
      call({ method: "PATCH", path: `/v1/rules/${encodeURIComponent(id)}`, body }, options),
    /** Delete a rule */
    remove: (id: string, options?: CallOptions): Promise<Rule> =>
      call({ method: "DELETE", path: `/v1/rules/${encodeURIComponent(id)}` }, options)
  },
  users: {
    /** Read an end user */
    get: (user: string, options?: CallOptions): Promise<EndUser> =>
      call({ method: "GET", path: `/v1/users/${encodeURIComponent(user)}` }, options),
    /** Pause an end user */
    pause: (user: string, body?: UserNoteRequest, options?: CallOptions): Promise<EndUser> =>
      call({ method: "POST", path: `/v1/users/${encodeURIComponent(user)}/pause`, body }, options),
    /** Resume an end user */
    resume: (user: string, body?: UserNoteRequest, options?: CallOptions): Promise<EndUser> =>
      call({ method: "POST", path: `/v1/users/${encodeURIComponent(user)}/resume`, body }, options)
  }
})
