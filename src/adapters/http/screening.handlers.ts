import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { CheckId } from "../../domain/policy/CheckId.ts"
import type { DecisionSummary, PromptInput } from "../../domain/screening/Decision.ts"
import { comparableRequest } from "../../domain/screening/idempotency.ts"
import { makeScreenPrompt } from "../../domain/screening/screenPrompt.ts"
import type { Caller } from "./Authorization.ts"
import type { RequestFacts } from "./CurrentRequest.ts"
import { failWith } from "./problems.ts"
import type { CheckHeaders, CheckRequest, CheckResponse } from "./screening.api.ts"
import { toScreeningProblem } from "./screeningProblems.ts"

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
  policyVersion: payload.policy_version ?? null,
  user: payload.user ?? null,
  metadata: payload.metadata ?? null,
  dryRun,
  claim: key === undefined ? null : { key, request: comparableRequest(payload, dryRun) }
})

interface CheckCall {
  readonly caller: Caller
  readonly facts: RequestFacts
  readonly headers: CheckHeaders
  readonly payload: CheckRequest
}

/** What answers a check whose request fits its schema. Fails with the problem to answer with. */
export const makeAnswerCheck = Effect.map(makeScreenPrompt, (screenPrompt) => {
  const answer = ({ caller, facts, headers, payload }: CheckCall, dryRun: boolean) =>
    Effect.map(
      screenPrompt(toCommand(caller, payload, dryRun, headers["idempotency-key"])),
      ({ decision, replayed }) => {
        facts.outcome = decision.outcome
        // Its type says that it fits the schema, which would only look at every field again.
        return HttpServerResponse.jsonUnsafe(
          toCheckResponse(decision),
          replayed ? { headers: { "idempotent-replayed": "true" } } : undefined
        )
      }
    )

  return (call: CheckCall) => {
    const dryRun = call.headers["x-service-dry-run"] === "true"
    if (call.payload.policy_version !== undefined && !dryRun) {
      return failWith("policy_version_requires_dry_run", {
        detail: "Send the header X-Service-Dry-Run: true to try a version."
      })
    }
    return Effect.catchTags(answer(call, dryRun), {
      ...toScreeningProblem,
      PolicyNotFound: () => failWith("policy_not_found")
    })
  }
})
