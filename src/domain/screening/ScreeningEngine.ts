import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { CheckId } from "../policy/CheckId.ts"

/** The engine could not be asked or its answer could not be trusted. Nothing was decided, nothing may be logged. */
export class ScreeningUnavailable extends Schema.TaggedError<ScreeningUnavailable>()("ScreeningUnavailable", {
  retryAfterSeconds: Schema.Int,
  /** Why, for the operator's log. It never holds a part of the prompt. */
  reason: Schema.String,
  /** The log told of it when it began: a line for each request would hide all others. */
  isLogged: Schema.optionalKey(Schema.Boolean)
}) {}

/** What a score rests on. It has fired when `probability >= line`, or when both are null. */
export interface Signal {
  readonly signal: string
  readonly probability: number | null
  readonly line: number | null
  /** One sentence that never quotes the prompt. */
  readonly text: string
}

export const hasFired = ({ line, probability }: Signal): boolean =>
  line === null ? probability === null : probability !== null && probability >= line

/** One check as the engine saw it. Both scores are finite numbers in 0..1. */
export interface EngineCheck {
  /** The version of that check's questions. */
  readonly version: number
  /** Compared with the policy's act line. */
  readonly score: number
  /** Compared with the policy's review line; the score itself where the engine has no other. */
  readonly reviewScore: number
  readonly signals: ReadonlyArray<Signal>
}

/** What an engine answers: exactly the checks that it was asked for. */
export interface EngineReport {
  readonly engineVersion: string
  readonly inputTokens: number | null
  /** What the engine wrote to answer, where it counts that. No decision keeps it. */
  readonly outputTokens?: number | null
  /** Exactly the checks that were asked for. */
  readonly checks: Readonly<Partial<Record<CheckId, EngineCheck>>>
}

/** What an engine is asked: to score these checks on this prompt. */
export interface EngineRequest {
  readonly prompt: string
  readonly negativePrompt: string | null
  readonly checks: ReadonlyArray<CheckId>
}

/** Scores prompts. One call answers all checks. */
export class ScreeningEngine extends Context.Service<
  ScreeningEngine,
  {
    readonly screen: (request: EngineRequest) => Effect.Effect<EngineReport, ScreeningUnavailable>
    /** The engine's version when it is reachable. */
    readonly health: Effect.Effect<string, ScreeningUnavailable>
  }
>()("prescreen/domain/screening/ScreeningEngine") {}
