import { Effect, FileSystem, Option, Result, Schema } from "effect"
import { createHash } from "node:crypto"
import { checkIds } from "../../../domain/policy/CheckId.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { hasFired } from "../../../domain/screening/ScreeningEngine.ts"
import type { EngineCheck, EngineReport } from "../../../domain/screening/ScreeningEngine.ts"
import { refuse } from "../refuse.ts"
import type { LabelledPrompt } from "./DataSet.ts"

/**
 * Answers that an engine has given, kept in a file so that a run that ended early can be continued without asking about
 * a row twice.
 */
export interface KeptAnswers {
  readonly find: (row: LabelledPrompt) => EngineReport | undefined
  readonly keep: (row: LabelledPrompt, report: EngineReport) => Effect.Effect<void>
}

/** Nothing is kept. */
export const noAnswers: KeptAnswers = { find: () => undefined, keep: () => Effect.void }

const Scored = Schema.Struct({
  version: Schema.Int,
  score: Schema.Finite,
  review_score: Schema.Finite,
  fired: Schema.Array(Schema.String)
})

/**
 * One line. The key is a hash of the engine's version, the prompt and the negative prompt, which are not kept
 * themselves.
 */
const Line = Schema.fromJsonString(
  Schema.Struct({
    key: Schema.String,
    engine_version: Schema.String,
    input_tokens: Schema.NullOr(Schema.Int),
    output_tokens: Schema.NullOr(Schema.Int),
    checks: Schema.Record(Schema.Literals(checkIds), Schema.optionalKey(Scored))
  })
)

const decodeLine = Schema.decodeUnknownOption(Line)
const encodeLine = Schema.encodeSync(Line)

/** The first line, by which such a file is recognised: no other file may be written to. */
const heading = '{"format":"answers of a screening engine, 1"}'

const keyOf = (version: string, { negativePrompt, text }: LabelledPrompt): string =>
  createHash("sha256")
    .update(JSON.stringify([version, text, negativePrompt]))
    .digest("hex")

const toCheck = ({ fired, review_score, score, version }: typeof Scored.Type): EngineCheck => ({
  version,
  score,
  reviewScore: review_score,
  signals: fired.map((signal) => ({ signal, probability: null, line: null, text: "" }))
})

const toReport = (line: typeof Line.Type): EngineReport => {
  const checks: Partial<Record<CheckId, EngineCheck>> = {}
  for (const id of checkIds) {
    const scored = line.checks[id]
    if (scored !== undefined) checks[id] = toCheck(scored)
  }
  return {
    engineVersion: line.engine_version,
    inputTokens: line.input_tokens,
    outputTokens: line.output_tokens,
    checks
  }
}

const toLine = (key: string, { checks, engineVersion, inputTokens, outputTokens }: EngineReport): string => {
  const scored: Partial<Record<CheckId, typeof Scored.Type>> = {}
  for (const id of checkIds) {
    const check = checks[id]
    if (check === undefined) continue
    const { reviewScore, score, signals, version } = check
    const fired = signals.filter(hasFired).map(({ signal }) => signal)
    scored[id] = { version, score, review_score: reviewScore, fired }
  }
  return encodeLine({
    key,
    engine_version: engineVersion,
    input_tokens: inputTokens,
    output_tokens: outputTokens ?? null,
    checks: scored
  })
}

/** The answers in a file. A line that was cut off when a run was killed is skipped. */
const readAnswers = (content: string): Map<string, EngineReport> => {
  const known = new Map<string, EngineReport>()
  for (const text of content.split("\n")) {
    const line = Option.getOrUndefined(decodeLine(text))
    if (line !== undefined) known.set(line.key, toReport(line))
  }
  return known
}

const utf8 = new TextEncoder()

/** Opens or creates the file for an engine of this version. It is closed with the scope. */
export const openAnswers = Effect.fnUntraced(function* (path: string, version: string) {
  const files = yield* FileSystem.FileSystem
  const content = yield* Effect.result(files.readFileString(path))
  const earlier = Result.getOrElse(content, () => "")
  if (earlier !== "" && !earlier.startsWith(heading)) {
    return yield* refuse(`${path} holds something else than answers: name another file for --answers.`)
  }
  const known = readAnswers(earlier)
  const file = yield* Effect.mapError(files.open(path, { flag: "a" }), (cause) =>
    refuse(`${path} cannot be written.`, cause)
  )
  const write = (text: string) => Effect.orDie(file.writeAll(utf8.encode(text)))
  if (earlier === "") yield* write(`${heading}\n`)
  else if (!earlier.endsWith("\n")) yield* write("\n")
  const answers: KeptAnswers = {
    find: (row) => known.get(keyOf(version, row)),
    keep: (row, report) => {
      const key = keyOf(version, row)
      known.set(key, report)
      return write(`${toLine(key, report)}\n`)
    }
  }
  return answers
})
