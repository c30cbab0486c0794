import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { checkIds } from "../../../domain/policy/CheckId.ts"
import { guards, guardWays } from "./guardWays.ts"
import { questionWays } from "./questionWays.ts"
import type { Way } from "./Way.ts"

/** How a kind of model is asked. */
export interface Profile {
  /** The checks that it answers. */
  readonly checks: ReadonlyArray<CheckId>
  /** The best first. */
  readonly ways: ReadonlyArray<Way>
}

const guard = (name: keyof typeof guards): Profile => ({
  checks: guards[name].checks,
  ways: guardWays(guards[name])
})

/** What `ENGINE_PROFILE` may name. */
export const profiles = {
  questions: { checks: checkIds, ways: questionWays },
  "llama-guard": guard("llama-guard"),
  shieldgemma: guard("shieldgemma"),
  "granite-guardian": guard("granite-guardian")
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof profiles
