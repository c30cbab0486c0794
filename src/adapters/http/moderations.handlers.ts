import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { mostSevere } from "../../domain/policy/Action.ts"
import type { CheckId } from "../../domain/policy/CheckId.ts"
import type { DecisionSummary } from "../../domain/screening/Decision.ts"
import { claimOfPart } from "../../domain/screening/idempotency.ts"
import { makeScreenPrompts } from "../../domain/screening/screenPrompts.ts"
import { makeTextsLimit } from "./access/accessControl.ts"
import { CurrentCaller } from "./access/Authorization.ts"
import type { Caller } from "./access/Authorization.ts"
import { Api } from "./Api.ts"
import { makeEventLoopTurns } from "./eventLoopTurns.ts"
import { categories } from "./moderations.api.ts"
import type { Category, Moderation, ModerationRequest, ModerationResult } from "./moderations.api.ts"
import { failWith } from "./problems/problems.ts"
import { screeningFailures } from "./problems/screeningProblems.ts"
import { CurrentRequest } from "./requests/CurrentRequest.ts"
import { replayHeaders } from "./screening.route.ts"

/** The check that stands for a category. */
const checkOf: Readonly<Partial<Record<Category, CheckId>>> = {
  sexual: "adult",
  "sexual/minors": "minors_sexual"
}

const forEachCategory = <A>(value: (category: Category) => A): Readonly<Record<Category, A>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every category is there
  Object.fromEntries(categories.map((category) => [category, value(category)])) as Record<Category, A>

const toResult = ({ checks, id, outcome, shadowMode }: DecisionSummary): ModerationResult => {
  const decided = (category: Category) => checks.find(({ check }) => check === checkOf[category])
  return {
    flagged: outcome !== "allow",
    categories: forEachCategory((category) => (decided(category)?.routed ?? "allow") !== "allow"),
    category_scores: forEachCategory((category) => {
      const check = decided(category)
      return check === undefined ? 0 : Math.max(check.score, check.reviewScore)
    }),
    category_applied_input_types: forEachCategory((category) =>
      decided(category) === undefined ? [] : ["text"]
    ),
    decision_id: id,
    outcome,
    shadow_mode: shadowMode
  }
}

const toModeration = (
  { model }: ModerationRequest,
  decisions: ReadonlyArray<DecisionSummary>
): Moderation => {
  const [first] = decisions
  const engineVersion = first?.engineVersion ?? ""
  return {
    id: `modr-${first?.id.replace(/^dec_/, "") ?? ""}`,
    model: model ?? engineVersion,
    engine_version: engineVersion,
    results: decisions.map(toResult)
  }
}

const textsOf = ({ input }: ModerationRequest): ReadonlyArray<string> =>
  typeof input === "string" ? [input] : input.map((item) => (typeof item === "string" ? item : item.text))

interface Batch {
  readonly caller: Caller
  readonly payload: ModerationRequest
  readonly dryRun: boolean
  readonly key: string | undefined
}

/** The command for one of the texts, which has a part of the claim on the idempotency key. */
const toCommand = ({ caller, dryRun, key, payload }: Batch, text: string, index: number) => {
  const { identity, tenant } = caller
  return {
    tenant,
    workspace: { tenantId: identity.tenantId, mode: identity.mode },
    input: { prompt: text },
    policy: null,
    policyVersion: null,
    user: null,
    metadata: null,
    dryRun,
    claim: key === undefined ? null : claimOfPart(key, { moderation: payload }, dryRun, index)
  }
}

export const ModerationsHandlers = HttpApiBuilder.group(
  Api,
  "moderations",
  Effect.fnUntraced(function* (handlers) {
    const screenPrompts = yield* makeScreenPrompts
    const admitTexts = yield* makeTextsLimit
    const turn = yield* makeEventLoopTurns
    return handlers.handleAll({
      create: Effect.fnUntraced(
        function* ({ headers, payload }) {
          const batch = {
            caller: yield* CurrentCaller,
            payload,
            dryRun: headers["x-service-dry-run"] === "true",
            key: headers["idempotency-key"]
          }
          const texts = textsOf(payload)
          const facts = yield* CurrentRequest
          yield* admitTexts(facts, batch.caller, texts.length)
          const promptOf = (text: string, index: number) => ({
            command: toCommand(batch, text, index),
            stopwatch: texts.length === 1 ? facts.stopwatch : { ...facts.stopwatch, parts: [] }
          })
          const logged = yield* screenPrompts(texts.map(promptOf), turn)
          facts.outcome = logged.map(({ decision }) => decision.outcome).reduce(mostSevere)
          return HttpServerResponse.jsonUnsafe(
            toModeration(
              payload,
              logged.map(({ decision }) => decision)
            ),
            logged.every(({ replayed }) => replayed) ? { headers: replayHeaders } : undefined
          )
        },
        Effect.catchTags({
          ...screeningFailures,
          // No policy was named, so only the default can be missing.
          PolicyNotFound: () => failWith("no_default_policy")
        })
      )
    })
  })
)
