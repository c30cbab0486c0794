import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { CheckId } from "../policy/CheckId.ts"

/**
 * The engine could not be reached, or its answer could not be trusted. Nothing was decided, and nothing may be
 * logged.
 */
export class ScreeningUnavailable extends Schema.TaggedError<ScreeningUnavailable>()("ScreeningUnavailable", {
  retryAfterSeconds: Schema.Int,
  /** The reason, for the operator's log. It never contains any part of the prompt. */
  reason: Schema.String,
  /** The outage that this belongs to was logged when it began. A log line for each request would bury all others. */
  isLogged: Schema.optionalKey(Schema.Boolean)
}) {}

/** Something that a score is based on. It has fired if `probability >= line`, or if both are null. */
export interface Signal {
  readonly signal: string
  readonly probability: number | null
  readonly line: number | null
  /** One sentence that never quotes the prompt. */
  readonly text: string
}

export const hasFired = ({ line, probability }: Signal): boolean =>
  line === null ? probability === null : probability !== null && probability >= line

/** The engine's answer for one check. Both scores are finite numbers from 0 to 1. */
export interface EngineCheck {
  /** The version of the questions for this check. */
  readonly version: number
  /** Compared with the policy's act line. */
  readonly score: number
  /** Compared with the policy's review line. It equals `score` if the engine gives only one. */
  readonly reviewScore: number
  readonly signals: ReadonlyArray<Signal>
}

/** The answer of an engine. */
export interface EngineReport {
  readonly engineVersion: string
  /** Null if the engine does not count tokens. */
  readonly inputTokens: number | null
  /** The tokens that the engine wrote to answer, if it counts them. No decision stores this number. */
  readonly outputTokens?: number | null
  /** The checks that the request named, perhaps without optional ones. */
  readonly checks: Readonly<Partial<Record<CheckId, EngineCheck>>>
}

/** Asks an engine to score a prompt on these checks. */
export interface EngineRequest {
  readonly prompt: string
  readonly negativePrompt: string | null
  readonly checks: ReadonlyArray<CheckId>
  /** Those of the checks without which the report is of use too. None unless given. */
  readonly optional?: ReadonlyArray<CheckId>
}

/** Scores prompts. One call covers all checks. */
export class ScreeningEngine extends Context.Service<
  ScreeningEngine,
  {
    readonly screen: (request: EngineRequest) => Effect.Effect<EngineReport, ScreeningUnavailable>
    /** The engine's version; fails if the engine cannot be reached. */
    readonly health: Effect.Effect<string, ScreeningUnavailable>
  }
>()("prescreen/domain/screening/ScreeningEngine") {}
