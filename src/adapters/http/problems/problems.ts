import { Context, Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { CountedLimit } from "../../../domain/billing/errors.ts"
import { PlanName } from "../../../domain/billing/plans.ts"
import { SubscriptionState } from "../../../domain/billing/Subscription.ts"
import { WireMoment } from "../../wire/moments.ts"
import { upgradeUrl } from "../../wire/plan.ts"
import { CurrentRequest } from "../requests/CurrentRequest.ts"
import { instanceOf } from "../requests/requestId.ts"

/** Every problem that this API answers with. The codes are stable; the titles are for people. */
export const catalogue = {
  invalid_request: { status: 400, title: "The request is not valid" },
  policy_version_requires_dry_run: { status: 400, title: "A policy version can only be tried in a dry run" },
  unauthorized: { status: 401, title: "The API key is missing, malformed, unknown or revoked" },
  plan_required: { status: 402, title: "The workspace's plan does not include this" },
  subscription_paused: { status: 402, title: "Checks are paused until a payment succeeds" },
  subscription_inactive: { status: 402, title: "The plan has ended and the workspace is read-only" },
  test_key_forbidden: { status: 403, title: "A test key cannot do this" },
  dashboard_only: { status: 403, title: "An API key cannot do this; the operator can" },
  mode_forbidden: { status: 403, title: "A key sees only its own mode" },
  reveal_forbidden: { status: 403, title: "No API key may read a redacted prompt" },
  not_found: { status: 404, title: "Not found in this workspace" },
  policy_not_found: { status: 404, title: "There is no such policy or version" },
  already_decided: { status: 409, title: "The review item already has a verdict" },
  cannot_revoke_current_key: { status: 409, title: "A key cannot revoke itself" },
  payload_too_large: { status: 413, title: "The body is larger than 256 KiB" },
  unsupported_media_type: { status: 415, title: "The body is not sent as JSON" },
  invalid_policy: { status: 422, title: "The policy document breaks a rule" },
  unknown_preset: { status: 422, title: "There is no preset by that name" },
  no_default_policy: { status: 422, title: "No policy was named and the workspace has no default" },
  idempotency_key_reused: { status: 422, title: "This Idempotency-Key was sent before with another body" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Something went wrong in the service" },
  screening_unavailable: { status: 503, title: "Screening is unavailable; this is not an allow" }
} as const

export type ProblemCode = keyof typeof catalogue
type PlanCode = "plan_required" | "subscription_paused" | "subscription_inactive"

/** The public addresses of the service and its dashboard, without a slash at the end. */
export class PublicUrls extends Context.Service<
  PublicUrls,
  { readonly service: string; readonly dashboard: string }
>()("prescreen/adapters/http/problems/PublicUrls") {}

export const problemMediaType = "application/problem+json"

const problemType = (serviceUrl: string, code: ProblemCode) => `${serviceUrl}/problems/${code}`

const bodyFields = <Code extends ProblemCode>(code: Code) => ({
  type: Schema.String.annotate({
    description: "The code as a URI. It is only an identifier; no page is served there."
  }),
  title: Schema.String.annotate({ description: "For people; may change." }),
  status: Schema.Literal(catalogue[code].status).annotate({ description: "The HTTP status." }),
  detail: Schema.optionalKey(
    Schema.String.annotate({ description: "What to do about it, for people; may change." })
  ),
  instance: Schema.optionalKey(
    Schema.String.annotate({
      description: "urn:prescreen:request: followed by the X-Request-Id that the client sent."
    })
  ),
  code: Schema.Literal(code).annotate({ description: "What to branch on; stable." }),
  issues: Schema.Array(Schema.String).annotate({
    description:
      "Everything that is wrong, one line each, beginning with its place. Empty if there is nothing to list."
  })
})

const planFields = {
  upgrade_url: Schema.String.annotate({ description: "Where to choose a plan or update the card." }),
  plan: PlanName.annotate({ description: "The workspace's plan." }),
  state: SubscriptionState.annotate({ description: "The state of the plan." }),
  limit: Schema.optionalKey(
    CountedLimit.annotate({ description: "With plan_required: the limit that was reached." })
  ),
  allowed: Schema.optionalKey(Schema.Int.annotate({ description: "With limit: how many the plan allows." })),
  used: Schema.optionalKey(Schema.Int.annotate({ description: "With limit: how many are used." })),
  paused_since: Schema.optionalKey(
    WireMoment.annotate({ description: "With subscription_paused: when checks were paused." })
  ),
  ended_at: Schema.optionalKey(
    Schema.NullOr(WireMoment).annotate({ description: "With subscription_inactive: when the plan ended." })
  )
}

const asProblem = <Fields extends Schema.Struct.Fields>(code: ProblemCode, fields: Fields) =>
  Schema.Struct(fields)
    .annotate({ identifier: `${code}_problem`, description: catalogue[code].title })
    .pipe(
      HttpApiSchema.status(catalogue[code].status),
      HttpApiSchema.asJson({ contentType: problemMediaType })
    )

const problem = <Code extends ProblemCode>(code: Code) => asProblem(code, bodyFields(code))

/** One schema for each code, so that an endpoint and its middleware share it. */
const problems = {
  invalid_request: problem("invalid_request"),
  policy_version_requires_dry_run: problem("policy_version_requires_dry_run"),
  unauthorized: problem("unauthorized"),
  test_key_forbidden: problem("test_key_forbidden"),
  dashboard_only: problem("dashboard_only"),
  mode_forbidden: problem("mode_forbidden"),
  reveal_forbidden: problem("reveal_forbidden"),
  not_found: problem("not_found"),
  policy_not_found: problem("policy_not_found"),
  already_decided: problem("already_decided"),
  cannot_revoke_current_key: problem("cannot_revoke_current_key"),
  payload_too_large: problem("payload_too_large"),
  unsupported_media_type: problem("unsupported_media_type"),
  invalid_policy: problem("invalid_policy"),
  unknown_preset: problem("unknown_preset"),
  no_default_policy: problem("no_default_policy"),
  idempotency_key_reused: problem("idempotency_key_reused"),
  rate_limited: problem("rate_limited"),
  internal_error: problem("internal_error"),
  screening_unavailable: problem("screening_unavailable")
} as const

const planProblem = <Code extends PlanCode>(code: Code) =>
  asProblem(code, { ...bodyFields(code), ...planFields })

const planProblems = {
  plan_required: planProblem("plan_required"),
  subscription_paused: planProblem("subscription_paused"),
  subscription_inactive: planProblem("subscription_inactive")
} as const

/** The schema of a problem, to list among an endpoint's errors. */
export const Problem = <Code extends keyof typeof problems>(code: Code) => problems[code]

/** The schema of a 402, which says what the plan lacks and where to change it. */
export const PlanProblem = <Code extends PlanCode>(code: Code) => planProblems[code]

export interface ProblemOptions {
  readonly detail?: string
  readonly issues?: ReadonlyArray<string>
  /** The value of `Retry-After`, in seconds. */
  readonly retryAfter?: number
}

/** A field's name in a request may hold a line break, but each issue is one line of a log or a terminal. */
const onOneLine = (issue: string): string =>
  issue.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

/**
 * A problem's body. It has `instance` only if the client named the request. An id of ours would differ between answers:
 * without one, the answer about something of another tenant and about something that never existed are the same, byte
 * for byte.
 */
export const problemBody = <Code extends ProblemCode>(
  serviceUrl: string,
  code: Code,
  givenRequestId: string | undefined,
  { detail, issues = [] }: ProblemOptions = {}
) => ({
  type: problemType(serviceUrl, code),
  title: catalogue[code].title,
  status: catalogue[code].status,
  ...(detail === undefined ? {} : { detail }),
  ...(givenRequestId === undefined ? {} : { instance: instanceOf(givenRequestId) }),
  code,
  issues: issues.map(onOneLine)
})

/** A problem as a response, where the framework does not make one. */
export const problemResponse = (problem: {
  readonly status: number
}): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(problem, { status: problem.status, contentType: problemMediaType })

/** Fails with a problem. Its `retryAfter` goes into the answer's headers. */
export const failWith = Effect.fnUntraced(function* <Code extends ProblemCode>(
  code: Code,
  options: ProblemOptions = {}
) {
  const { service } = yield* PublicUrls
  const request = yield* CurrentRequest
  request.retryAfter = options.retryAfter
  return yield* Effect.fail(problemBody(service, code, request.givenId, options))
})

/** What was looked for in the workspace, or a 404. */
export const orNotFound = <A>(found: Option.Option<A>) =>
  Option.isSome(found) ? Effect.succeed(found.value) : failWith("not_found")

/** What a 402 says about the plan, beside its code. */
export interface PlanStanding {
  readonly plan: PlanName
  readonly state: SubscriptionState
  readonly limit?: CountedLimit
  readonly allowed?: number
  readonly used?: number
  readonly paused_since?: string
  readonly ended_at?: string | null
}

/** Fails with a 402. */
export const failWithPlan = Effect.fnUntraced(function* <Code extends PlanCode>(
  code: Code,
  standing: PlanStanding
) {
  const { dashboard, service } = yield* PublicUrls
  const { givenId } = yield* CurrentRequest
  return yield* Effect.fail({
    ...problemBody(service, code, givenId),
    upgrade_url: upgradeUrl(dashboard),
    ...standing
  })
})
