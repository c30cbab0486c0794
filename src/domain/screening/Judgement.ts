import type { DecidingVersion } from "../policy/Policy.ts"
import type { Routing } from "../policy/routing.ts"
import type { ScoredChecks } from "./scoring.ts"
import type { EngineReport } from "./ScreeningEngine.ts"

/** One policy's result for one report of the engine. */
export interface Judgement {
  readonly policy: DecidingVersion
  readonly report: EngineReport
  readonly scores: ScoredChecks
  readonly routing: Routing
}
