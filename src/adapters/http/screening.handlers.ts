import { Effect, Option, Result, Schema } from "effect"
import type { CheckId } from "../../domain/policy/CheckId.ts"
import type { DecisionSummary, PromptInput } from "../../domain/screening/Decision.ts"
import { comparableRequest } from "../../domain/screening/idempotency.ts"
import { makeScreenPrompt } from "../../domain/screening/screenPrompt.ts"
import type { Caller } from "./access/Authorization.ts"
import { failWith } from "./problems/problems.ts"
import { screeningFailures } from "./problems/screeningProblems.ts"
import type { RequestFacts } from "./requests/CurrentRequest.ts"
import type { RequestParts } from "./requests/requestIssues.ts"
import { failWithIssues } from "./requests/RequestValidation.ts"
import { findable } from "./schemas/integers.ts"
import { CheckHeaders, CheckRequest, ScreeningApi } from "./screening.api.ts"
import type { CheckResponse } from "./screening.api.ts"

export const toCheckResponse = (decision: DecisionSummary): CheckResponse => {
  const checks: { [Check in CheckId]?: NonNullable<CheckResponse["checks"][Check]> } = {}
  for (const { check, fired, reviewScore, score } of decision.checks) {
    checks[check] = { score, review_score: reviewScore, fired }
  }
  return {
    id: decision.id,
    outcome: decision.outcome,
    tags: decision.tags,
    checks,
    policy: decision.policy,
    engine_version: decision.engineVersion,
    latency_ms: decision.latencyMs,
    dry_run: decision.dryRun,
    mode: decision.mode,
    shadow_mode: decision.shadowMode
  }
}

const toPromptInput = ({ context, negative_prompt, prompt }: CheckRequest["input"]): PromptInput => ({
  prompt,
  ...(negative_prompt === undefined ? {} : { negativePrompt: negative_prompt }),
  ...(context === undefined ? {} : { context })
})

const toCommand = (
  { identity, tenant }: Caller,
  payload: CheckRequest,
  dryRun: boolean,
  key: string | undefined
) => ({
  tenant,
  workspace: { tenantId: identity.tenantId, mode: identity.mode },
  input: toPromptInput(payload.input),
  policy: payload.policy ?? null,
  policyVersion: payload.policy_version === undefined ? null : findable(payload.policy_version),
  user: payload.user ?? null,
  metadata: payload.metadata ?? null,
  dryRun,
  claim: key === undefined ? null : { key, request: comparableRequest(payload, dryRun) }
})

const endpoint = ScreeningApi.endpoints.check
const decodeHeaders = Schema.decodeUnknownResult(CheckHeaders)
const decodePayload = Schema.decodeUnknownResult(CheckRequest, { onExcessProperty: "error" })

const problems = { ...screeningFailures, PolicyNotFound: () => failWith("policy_not_found") }

/** A check whose caller has been admitted and whose body is JSON. */
export interface CheckCall {
  readonly caller: Caller
  readonly facts: RequestFacts
  readonly parts: RequestParts
  readonly json: unknown
}

/** A check's answer with status 200. */
export interface AnsweredCheck {
  readonly body: CheckResponse
  /** Whether it is the answer to an earlier request with the same key. */
  readonly replayed: boolean
}

/** What a check asks for. */
interface ReadCheck {
  readonly payload: CheckRequest
  readonly dryRun: boolean
  readonly key: string | undefined
}

const readCheck = Effect.fnUntracedEager(function* ({ json, parts }: CheckCall) {
  const headers = decodeHeaders(parts.headers)
  const payload = decodePayload(json)
  const takesNoQuery = Object.keys(parts.query).length === 0
  if (Result.isFailure(headers) || Result.isFailure(payload) || !takesNoQuery) {
    return yield* failWithIssues(endpoint, parts, Option.some(json))
  }
  const dryRun = headers.success["x-service-dry-run"] === "true"
  if (payload.success.policy_version !== undefined && !dryRun) {
    return yield* failWith("policy_version_requires_dry_run", {
      detail: "Send the header X-Service-Dry-Run: true to try a version."
    })
  }
  const read: ReadCheck = { payload: payload.success, dryRun, key: headers.success["idempotency-key"] }
  return read
})

/** Makes the function that answers a check. It fails with the problem to answer with. */
export const makeAnswerCheck = Effect.map(makeScreenPrompt, (screenPrompt) => {
  const screen = ({ caller, facts }: CheckCall, { dryRun, key, payload }: ReadCheck) =>
    Effect.catchTags(
      Effect.map(
        screenPrompt(toCommand(caller, payload, dryRun, key), facts.stopwatch),
        ({ decision, replayed }): AnsweredCheck => {
          facts.outcome = decision.outcome
          return { body: toCheckResponse(decision), replayed }
        }
      ),
      problems
    )

  return (call: CheckCall) => Effect.flatMapEager(readCheck(call), (check) => screen(call, check))
})
