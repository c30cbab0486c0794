import { Result, Schema } from "effect"
import { CheckId } from "../../../domain/policy/CheckId.ts"
import type { EngineCheck, EngineReport, EngineRequest } from "../../../domain/screening/ScreeningEngine.ts"
import { isStorable } from "../../../domain/shared/characters.ts"
import { firstIssue, TokenCount } from "../remote/json.ts"

export const screenPath = "/v1/screen"
export const healthPath = "/health"

const storable = Schema.makeFilter(isStorable, { expected: "text without NUL and lone surrogates" })

const ZeroToOne = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 1 }, { expected: "a number in 0..1" })
)

const EngineVersion = Schema.String.check(
  Schema.isPattern(/^\P{Cc}{1,128}$/u, { expected: "1 to 128 characters, none of them a control character" }),
  storable
)

const WireSignal = Schema.Struct({
  signal: Schema.String.check(
    Schema.isPattern(/^(?!floor:)[a-z0-9_:]{1,64}$/, { expected: "a signal id that is the engine's to use" })
  ),
  probability: Schema.NullOr(ZeroToOne),
  line: Schema.NullOr(ZeroToOne),
  text: Schema.String.check(storable)
})

const WireCheck = Schema.Struct({
  version: Schema.Int.check(Schema.isInt32()),
  score: ZeroToOne,
  review_score: Schema.optionalKey(ZeroToOne),
  signals: Schema.Array(WireSignal)
})

const WireReport = Schema.Struct({
  engine_version: EngineVersion,
  input_tokens: Schema.NullOr(TokenCount),
  checks: Schema.Record(Schema.String, Schema.Unknown)
})

const WireHealth = Schema.Struct({ ok: Schema.Literal(true), engine_version: EngineVersion })

const WireRequest = Schema.Struct({
  prompt: Schema.String,
  negative_prompt: Schema.NullOr(Schema.String),
  checks: Schema.Array(CheckId).check(Schema.isUnique())
})

const decodeReport = Schema.decodeUnknownResult(WireReport)
const decodeCheck = Schema.decodeUnknownResult(WireCheck)
const decodeHealth = Schema.decodeUnknownResult(WireHealth)
const decodeRequest = Schema.decodeUnknownResult(WireRequest, { onExcessProperty: "error" })

const readCheck = (id: CheckId, body: unknown): Result.Result<EngineCheck, string> =>
  Result.mapBoth(decodeCheck(body), {
    onSuccess: ({ review_score, score, signals, version }) => ({
      version,
      score,
      reviewScore: review_score ?? score,
      signals
    }),
    onFailure: firstIssue(["checks", id])
  })

type AskedChecks = Pick<EngineRequest, "checks" | "optional">

/** Never names the keys of the answer, because an engine could send anything as a key. */
const sameChecks = (
  { checks, optional = [] }: AskedChecks,
  answered: Readonly<Record<string, unknown>>
): Result.Result<void, string> => {
  const missing = checks.filter((id) => !Object.hasOwn(answered, id) && !optional.includes(id))
  if (missing.length > 0) return Result.fail(`checks: missing ${missing.join(", ")}`)
  const asked = new Set<string>(checks)
  return Object.keys(answered).every((id) => asked.has(id))
    ? Result.void
    : Result.fail("checks: there is one that was not asked for")
}

/**
 * Reads an engine's answer on the checks that were asked for. Fails with what is wrong, in words that quote nothing of
 * the answer. An optional check that is wrong is left out.
 */
export const readReport = (asked: AskedChecks, body: unknown): Result.Result<EngineReport, string> =>
  Result.gen(function* () {
    const report = yield* Result.mapError(decodeReport(body), firstIssue([]))
    yield* sameChecks(asked, report.checks)
    const checks: Partial<Record<CheckId, EngineCheck>> = {}
    for (const id of asked.checks) {
      const check = readCheck(id, report.checks[id])
      if (Result.isFailure(check) && asked.optional?.includes(id) === true) continue
      checks[id] = yield* check
    }
    return { engineVersion: report.engine_version, inputTokens: report.input_tokens, checks }
  })

/** Reads the version of an engine that is well. Fails like `readReport`. */
export const readHealth = (body: unknown): Result.Result<string, string> =>
  Result.mapBoth(decodeHealth(body), {
    onSuccess: (health) => health.engine_version,
    onFailure: firstIssue([])
  })

/**
 * Reads a request to screen. An unknown field is refused, because it could be text that its sender believes to be
 * screened.
 */
export const readRequest = (body: unknown): Result.Result<EngineRequest, string> =>
  Result.mapBoth(decodeRequest(body), {
    onSuccess: ({ checks, negative_prompt, prompt }) => ({ prompt, negativePrompt: negative_prompt, checks }),
    onFailure: firstIssue([])
  })

export const wireRequest = ({
  checks,
  negativePrompt,
  prompt
}: EngineRequest): typeof WireRequest.Encoded => ({
  prompt,
  negative_prompt: negativePrompt,
  checks
})

export const wireHealth = (engineVersion: string): typeof WireHealth.Encoded => ({
  ok: true,
  engine_version: engineVersion
})

const wireCheck = ({ reviewScore, score, signals, version }: EngineCheck): typeof WireCheck.Encoded => ({
  version,
  score,
  review_score: reviewScore,
  signals
})

export const wireReport = ({
  checks,
  engineVersion,
  inputTokens
}: EngineReport): typeof WireReport.Encoded => ({
  engine_version: engineVersion,
  input_tokens: inputTokens,
  checks: Object.fromEntries(Object.entries(checks).map(([id, check]) => [id, wireCheck(check)]))
})
