import { Effect } from "effect"
import { makeScreenPrompt } from "../../src/domain/screening/screenPrompt.ts"
import type { ScreenPrompt } from "../../src/domain/screening/settleDecision.ts"

/** Screens with the services of the test. */
export const screenPrompt = (command: ScreenPrompt) =>
  Effect.flatMap(makeScreenPrompt, (screen) => screen(command))
