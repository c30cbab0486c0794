import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { checkIds } from "../../../domain/policy/CheckId.ts"
import type { AskingStrategy } from "./AskingStrategy.ts"
import { guards, guardStrategies } from "./guardStrategies.ts"
import { questionStrategies } from "./questionStrategies.ts"

/** How a kind of model is asked. */
export interface Profile {
  /** The checks that it answers. */
  readonly checks: ReadonlyArray<CheckId>
  /** In the order in which they are tried, the best first. */
  readonly strategies: ReadonlyArray<AskingStrategy>
}

const guard = (name: keyof typeof guards): Profile => ({
  checks: guards[name].checks,
  strategies: guardStrategies(guards[name])
})

/** What `ENGINE_PROFILE` may name. */
export const profiles = {
  questions: { checks: checkIds, strategies: questionStrategies },
  "llama-guard": guard("llama-guard"),
  shieldgemma: guard("shieldgemma"),
  "granite-guardian": guard("granite-guardian")
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof profiles
