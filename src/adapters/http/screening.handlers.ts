import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { CheckId } from "../../domain/policy/CheckId.ts"
import type { DecisionSummary, PromptInput } from "../../domain/screening/Decision.ts"
import { comparableRequest } from "../../domain/screening/idempotency.ts"
import { screenPrompt } from "../../domain/screening/screenPrompt.ts"
import { Api } from "./Api.ts"
import { CurrentCaller } from "./Authorization.ts"
import type { Caller } from "./Authorization.ts"
import { planFailures } from "./planFailures.ts"
import { failWith } from "./problems.ts"
import type { CheckRequest, CheckResponse } from "./screening.api.ts"

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

export const ScreeningHandlers = HttpApiBuilder.group(Api, "screening", (handlers) =>
  handlers.handleAll({
    check: Effect.fnUntraced(
      function* ({ headers, payload }) {
        const dryRun = headers["x-service-dry-run"] === "true"
        if (payload.policy_version !== undefined && !dryRun) {
          return yield* failWith("policy_version_requires_dry_run", {
            detail: "Send the header X-Service-Dry-Run: true to try a version."
          })
        }
        const command = toCommand(yield* CurrentCaller, payload, dryRun, headers["idempotency-key"])
        const { decision, replayed } = yield* screenPrompt(command)
        // Its type says that it fits the schema, which would only look at every field again.
        return HttpServerResponse.jsonUnsafe(
          toCheckResponse(decision),
          replayed ? { headers: { "idempotent-replayed": "true" } } : undefined
        )
      },
      Effect.catchTags({
        ...planFailures,
        PolicyNotFound: () => failWith("policy_not_found"),
        NoDefaultPolicy: () => failWith("no_default_policy"),
        IdempotencyKeyReused: () => failWith("idempotency_key_reused"),
        ScreeningUnavailable: ({ reason, retryAfterSeconds }) =>
          Effect.logWarning("The screening engine gave no answer").pipe(
            Effect.annotateLogs({ reason }),
            Effect.andThen(failWith("screening_unavailable", { retryAfter: retryAfterSeconds }))
          ),
        StorageUnavailable: ({ retryAfterSeconds }) =>
          failWith("screening_unavailable", { retryAfter: retryAfterSeconds })
      })
    )
  })
)
